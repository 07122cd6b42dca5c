#include "cli/description.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "cli/command_line.hpp"
#include "cli/verb.hpp"

namespace orchestrate {
namespace {

/// The library says "TEXT:{bash,zsh,fish}" where a value is one of some.
std::vector<std::string> values_in(const std::string& type) {
  const std::size_t begin = type.find('{');
  const std::size_t end = type.find('}');
  if (begin == std::string::npos || end == std::string::npos) return {};
  return CLI::detail::split(type.substr(begin + 1, end - begin - 1), ',');
}

DescribedOption option_description(const CLI::Option& option) {
  DescribedOption described;
  described.is_argument = option.get_positional();
  if (described.is_argument) {
    described.names.push_back(option.get_name(true));
  } else {
    for (const std::string& name : option.get_lnames()) described.names.push_back("--" + name);
    for (const std::string& name : option.get_snames()) described.names.push_back("-" + name);
  }
  described.about = option.get_description();
  described.fallback = option.get_default_str();
  described.values = values_in(option.get_type_name());
  described.is_required = option.get_required();
  described.takes_value = !described.is_argument && option.get_items_expected_max() > 0;
  return described;
}

DescribedVerb verb_description(const CLI::App& command, const Verb& verb) {
  DescribedVerb described{verb.name, verb.about, verb.examples, {}};
  for (const CLI::Option* option : command.get_options()) {
    if (option != command.get_help_ptr()) described.options.push_back(option_description(*option));
  }
  return described;
}

}  // namespace

Description description_of(const CLI::App& app) {
  Description description{app.get_description(), general_examples, exit_status_text, {}};
  for (const Verb& verb : all_verbs()) {
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
      if (command->get_name() == verb.name) description.verbs.push_back(verb_description(*command, verb));
    }
  }
  return description;
}

std::string placeholder_of(const DescribedOption& option) {
  const std::string& name = option.names.front();
  if (name == "--engine") return "CLIENT";
  if (name == "--results") return "DIR";
  if (name == "--image") return "IMAGE";
  return name.starts_with("--export-") || name == "--log-file" || name == "--experiment" ? "FILE" : "N";
}

}  // namespace orchestrate
