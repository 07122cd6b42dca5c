#include "cli/completion_scripts.hpp"

#include <fmt/format.h>

#include "support/text.hpp"

namespace orchestrate {
namespace {

/// What can stand in a place of the command line.
enum class Wanted { nothing_known, values, yaml_file, folder, file, command };

Wanted wanted_by(const DescribedOption& option) {
  const std::string& name = option.names.front();
  if (!option.values.empty()) return Wanted::values;
  if (name == "--engine") return Wanted::command;
  if (name == "--results" || name == "DIR") return Wanted::folder;
  if (name == "FILE" || name == "--experiment") return Wanted::yaml_file;
  return name.starts_with("--export-") || name == "--log-file" ? Wanted::file : Wanted::nothing_known;
}

std::string names_of(const std::vector<DescribedVerb>& verbs) {
  std::vector<std::string> names;
  names.reserve(verbs.size());
  for (const DescribedVerb& verb : verbs) names.push_back(verb.name);
  return joined(names, " ");
}

std::string completed_options(const DescribedVerb& verb) {
  std::string names = "--help";
  for (const DescribedOption& option : verb.options) {
    if (!option.is_argument) names += " " + joined(option.names, " ");
  }
  return names;
}

/// Text within single quotes of any of the three shells.
std::string in_quotes(const std::string& text) {
  return "'" + replaced(text, "'", "'\\''") + "'";
}

/// bash: what fills COMPREPLY for a place.
std::string bash_words(Wanted wanted, const std::vector<std::string>& values) {
  switch (wanted) {
    case Wanted::values:
      return fmt::format("mapfile -t COMPREPLY < <(compgen -W '{}' -- \"$current\")", joined(values, " "));
    case Wanted::yaml_file:
      return "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- \"$current\"; "
             "compgen -f -X '!*.yaml' -- \"$current\")";
    case Wanted::folder:
      return "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- \"$current\")";
    case Wanted::file:
      return "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$current\")";
    case Wanted::command:
      return "mapfile -t COMPREPLY < <(compgen -c -- \"$current\")";
    case Wanted::nothing_known:
      break;
  }
  return ":";
}

std::string bash_verb(const DescribedVerb& verb) {
  std::string text = fmt::format("    {})\n      case $previous in\n", verb.name);
  std::string argument = ":";
  for (const DescribedOption& option : verb.options) {
    if (option.is_argument) {
      argument = bash_words(wanted_by(option), option.values);
    } else if (option.takes_value) {
      text += fmt::format("        {}) {}; return ;;\n", joined(option.names, " | "),
                          bash_words(wanted_by(option), option.values));
    }
  }
  return text + fmt::format(
                    "      esac\n      case $current in\n        -*) mapfile -t COMPREPLY < <(compgen -W '{}' -- "
                    "\"$current\") ;;\n        *) {} ;;\n      esac\n      ;;\n",
                    completed_options(verb), argument);
}

/// zsh: what _arguments does for a place, behind its message.
std::string zsh_action(const DescribedOption& option) {
  switch (wanted_by(option)) {
    case Wanted::values:
      return "(" + joined(option.values, " ") + ")";
    case Wanted::yaml_file:
      return "_files -g \"*.yaml\"";
    case Wanted::folder:
      return "_directories";
    case Wanted::file:
      return "_files";
    case Wanted::command:
      return "_command_names -e";
    case Wanted::nothing_known:
      break;
  }
  return " ";
}

std::string zsh_option(const DescribedOption& option) {
  const std::string about = replaced(replaced(option.about, "[", "\\["), "]", "\\]");
  if (option.is_argument) {
    return " \\\n        " + in_quotes("1:" + replaced(option.about, ":", "\\:") + ":" + zsh_action(option));
  }
  std::string text;
  for (const std::string& name : option.names) {
    const bool with_equals = option.takes_value && name.starts_with("--");
    std::string specification = fmt::format("{}{}[{}]", name, with_equals ? "=" : "", about);
    if (option.takes_value) specification += fmt::format(":{}:{}", placeholder_of(option), zsh_action(option));
    text += " \\\n        " + in_quotes(specification);
  }
  return text;
}

std::string fish_action(const DescribedOption& option) {
  switch (wanted_by(option)) {
    case Wanted::values:
      return "-xa " + in_quotes(joined(option.values, " "));
    case Wanted::yaml_file:
      return "-xa '(__fish_complete_suffix .yaml)'";
    case Wanted::folder:
      return "-xa '(__fish_complete_directories (commandline -ct))'";
    case Wanted::file:
      return "-rF";
    case Wanted::command:
      return "-xa '(__fish_complete_command)'";
    case Wanted::nothing_known:
      break;
  }
  return "-x";
}

std::string fish_verb(const DescribedVerb& verb) {
  std::string text =
      fmt::format("complete -c orchestrate -n __fish_use_subcommand -a {} -d {}\n", verb.name, in_quotes(verb.about));
  for (const DescribedOption& option : verb.options) {
    text += fmt::format("complete -c orchestrate -n '__fish_seen_subcommand_from {}'", verb.name);
    if (!option.is_argument) {
      for (const std::string& name : option.names) {
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      }
      text += " -d " + in_quotes(option.about);
    }
    if (option.is_argument || option.takes_value) text += " " + fish_action(option);
    text += "\n";
  }
  return text;
}

}  // namespace

std::string bash_completion(const Description& description) {
  std::string text =
      "# bash completion for orchestrate\n"
      "_orchestrate() {\n"
      "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} verb='' word\n"
      "  COMPREPLY=()\n"
      "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD - 1}\"; do\n"
      "    case $word in -*) ;; *) verb=$word; break ;; esac\n"
      "  done\n"
      "  case $verb in\n"
      "    '') mapfile -t COMPREPLY < <(compgen -W '";
  text += names_of(description.verbs) + " --help --version' -- \"$current\") ;;\n";
  for (const DescribedVerb& verb : description.verbs) text += bash_verb(verb);
  return text + "  esac\n}\ncomplete -F _orchestrate orchestrate\n";
}

std::string zsh_completion(const Description& description) {
  std::string text =
      "#compdef orchestrate\n"
      "_orchestrate() {\n"
      "  local context state state_descr line\n"
      "  typeset -A opt_args\n"
      "  local -a verbs\n"
      "  verbs=(\n";
  for (const DescribedVerb& verb : description.verbs) {
    text += "    " + in_quotes(verb.name + ":" + replaced(verb.about, ":", "\\:")) + "\n";
  }
  text +=
      "  )\n"
      "  _arguments -C '--help[what the program can do]' '--version[which version it is]' '1:verb:->verb' "
      "'*::argument:->rest'\n"
      "  case $state in\n"
      "    verb) _describe verb verbs ;;\n"
      "    rest)\n"
      "      case $words[1] in\n";
  for (const DescribedVerb& verb : description.verbs) {
    text += fmt::format("      {}) _arguments '--help[what this verb can do]'", verb.name);
    for (const DescribedOption& option : verb.options) text += zsh_option(option);
    text += " ;;\n";
  }
  return text +
         "      esac ;;\n"
         "  esac\n"
         "}\n"
         "if [ \"$funcstack[1]\" = _orchestrate ]; then _orchestrate \"$@\"; else compdef _orchestrate orchestrate; "
         "fi\n";
}

std::string fish_completion(const Description& description) {
  std::string text =
      "# fish completion for orchestrate\n"
      "complete -c orchestrate -f\n"
      "complete -c orchestrate -l help -d 'What the program or the verb can do'\n"
      "complete -c orchestrate -n __fish_use_subcommand -l version -d 'Which version it is'\n";
  for (const DescribedVerb& verb : description.verbs) text += fish_verb(verb);
  return text;
}

}  // namespace orchestrate
