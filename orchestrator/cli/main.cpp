#include <fmt/format.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <iostream>
#include <map>

#include "cli/verb.hpp"
#include "support/build.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

/// Messages go to standard error, so that standard output holds results only.
void log_to_standard_error() {
  auto logger = spdlog::stderr_color_st("orchestrate");
  logger->set_pattern("orchestrate: %^%l%$: %v");
  logger->flush_on(spdlog::level::info);
  spdlog::set_default_logger(logger);
}

bool is_verb(const std::string& word) {
  return std::any_of(all_verbs().begin(), all_verbs().end(), [&](const Verb& verb) { return word == verb.name; });
}

/// "There is no verb rnu. Did you mean run?", in place of the library's words.
std::string unknown_verb(const std::string& word) {
  std::vector<std::string> names;
  for (const Verb& verb : all_verbs()) names.emplace_back(verb.name);
  return fmt::format("there is no verb {}; there are {}.{}", escaped(word), joined(names), did_you_mean(word, names));
}

ExitStatus run_command_line(int argc, char** argv) {
  CLI::App app{
      "Measures what an operation costs in containers that differ in what an experiment file varies, and prints a "
      "number\n"
      "only with evidence that every declared level was in force in the process that was measured.",
      "orchestrate"};
  app.set_version_flag("--version", fmt::format("orchestrate {}", build::version));
  app.require_subcommand(1);
  app.failure_message(CLI::FailureMessage::simple);
  app.footer(
      "Start with:\n"
      "  orchestrate check experiments/seccomp.yaml   does the file make sense?\n"
      "  orchestrate plan experiments/seccomp.yaml    what exactly would be run?\n"
      "  orchestrate run experiments/seccomp.yaml     measure\n\n"
      "Exit status: 0 everything expected was found; 1 an expectation failed or stayed unresolved; 2 wrong usage or\n"
      "experiment file; 3 a level was not proven to be in force; 4 engine or machine failed; 130 interrupted.");
  std::map<CLI::App*, Action> actions;
  for (const Verb& verb : all_verbs()) {
    CLI::App* command = app.add_subcommand(verb.name, verb.about);
    actions[command] = verb.add(*command);
  }
  if (argc > 1 && argv[1][0] != '-' && !is_verb(argv[1])) throw UsageFailure(unknown_verb(argv[1]));
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& wanted) {
    app.exit(wanted);
    return ExitStatus::success;
  } catch (const CLI::ParseError& error) {
    throw UsageFailure(fmt::format("{} (orchestrate --help shows how)", escaped(error.what())));
  }
  return actions.at(app.get_subcommands().front())();
}

}  // namespace
}  // namespace orchestrate

int main(int argc, char** argv) {
  using orchestrate::ExitStatus;
  // A reader that goes away (`| head`) must not end a run; writing then fails and is handled where it happens.
  std::signal(SIGPIPE, SIG_IGN);
  // A limit on the size of files is the same as a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  orchestrate::log_to_standard_error();
  try {
    return static_cast<int>(orchestrate::run_command_line(argc, argv));
  } catch (const orchestrate::Failure& failure) {
    std::cerr << failure.what() << "\n";
    return static_cast<int>(failure.status());
  } catch (const std::exception& error) {
    std::cerr << "orchestrate: an error that should not happen: " << orchestrate::escaped(error.what())
              << "\nPlease report it with the command line and the experiment file.\n";
    return static_cast<int>(ExitStatus::environment);
  }
}
