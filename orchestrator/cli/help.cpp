#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "cli/command_line.hpp"
#include "cli/man_page.hpp"
#include "support/build.hpp"

namespace orchestrate {
namespace {

std::vector<std::string> names_of_verbs() {
  std::vector<std::string> names;
  for (const Verb& verb : all_verbs()) names.emplace_back(verb.name);
  return names;
}

struct HelpOptions {
  std::string verb;
  bool man = false;
};

}  // namespace

Action add_help(CLI::App& command) {
  auto options = std::make_shared<HelpOptions>();
  command.add_option("VERB", options->verb, "The verb of which to tell")->check(CLI::IsMember(names_of_verbs()));
  command.add_flag("--man", options->man, "Everything, as a man page");
  return [options, &command] {
    if (options->man) {
      std::cout << man_page(description_of(*command.get_parent()), build::version);
      return ExitStatus::success;
    }
    // A command line of its own, since the library tells of the verb that was given, which is this one.
    if (options->verb.empty()) return CommandLine().run({"--help"});
    return CommandLine().run({options->verb, "--help"});
  };
}

}  // namespace orchestrate
