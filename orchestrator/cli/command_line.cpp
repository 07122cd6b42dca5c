#include "cli/command_line.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>

#include "support/build.hpp"
#include "support/suggestion.hpp"
#include "support/text.hpp"
#include "support/time.hpp"

namespace orchestrate {
namespace {

/// "There is no verb rnu. Did you mean run?", in place of the library's words.
void refuse_unknown_verb(const std::string& word) {
  std::vector<std::string> names;
  for (const Verb& verb : all_verbs()) names.emplace_back(verb.name);
  if (std::find(names.begin(), names.end(), word) != names.end()) return;
  throw UsageFailure(
      fmt::format("there is no verb {}{}", escaped(word), suggestion(word, names, "there are " + joined(names))));
}

/// The same for an option of a verb. What stands behind "--" is no option.
void refuse_unknown_option(const std::string& verb, const std::vector<std::string>& names,
                           const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (word == "--") return;
    const std::string name = word.substr(0, word.find('='));
    if (!name.starts_with("--") || std::find(names.begin(), names.end(), name) != names.end()) continue;
    throw UsageFailure(fmt::format("{} has no option {}.{} (orchestrate {} --help lists those that there are)", verb,
                                   escaped(name), did_you_mean(name, names), verb));
  }
}

std::vector<std::string> names_of_options(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

}  // namespace

struct CommandLine::Declared {
  CLI::App app{about_text, "orchestrate"};
  std::map<CLI::App*, Action> actions;
};

CommandLine::CommandLine() : declared_(std::make_unique<Declared>()) {
  CLI::App& app = declared_->app;
  app.set_version_flag("--version", fmt::format("orchestrate {}", build::version));
  app.require_subcommand(1);
  app.footer(
      fmt::format("Start with:\n  {}\n\nExit status: {}", replaced(general_examples, "\n", "\n  "), exit_status_text));
  for (const Verb& verb : all_verbs()) {
    CLI::App* command = app.add_subcommand(verb.name, verb.about);
    declared_->actions[command] = verb.add(*command);
    if (*verb.examples != '\0') {
      command->footer(fmt::format("Examples:\n  {}", replaced(verb.examples, "\n", "\n  ")));
    }
  }
}

CommandLine::~CommandLine() = default;

const CLI::App& CommandLine::app() const {
  return declared_->app;
}

ExitStatus CommandLine::run(const std::vector<std::string>& words) {
  CLI::App& app = declared_->app;
  if (!words.empty() && !words.front().starts_with('-')) {
    refuse_unknown_verb(words.front());
    const CLI::App* command = app.get_subcommand(words.front());
    refuse_unknown_option(words.front(), names_of_options(*command), {words.begin() + 1, words.end()});
  }
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::Success& wanted) {
    app.exit(wanted);
    return ExitStatus::success;
  } catch (const CLI::ParseError& error) {
    throw UsageFailure(fmt::format("{} (orchestrate --help shows how)", escaped(error.what())));
  }
  std::vector<std::string> command{"orchestrate"};
  command.insert(command.end(), words.begin(), words.end());
  spdlog::debug("{}: {}", build::version, escaped(shell_quoted(command)));
  const std::int64_t began = monotonic_ns();
  const ExitStatus status = declared_->actions.at(app.get_subcommands().front())();
  spdlog::debug("exit status {} after {:.1f} s", static_cast<int>(status),
                static_cast<double>(monotonic_ns() - began) * 1e-9);
  return status;
}

}  // namespace orchestrate
