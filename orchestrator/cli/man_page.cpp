#include "cli/man_page.hpp"

#include <fmt/format.h>

#include "support/text.hpp"

namespace orchestrate {
namespace {

/// Text as roff shows it letter by letter: a hyphen that can be copied, no escape, no request at a line's beginning.
std::string roff(const std::string& text) {
  std::string result = replaced(replaced(text, "\\", "\\e"), "-", "\\-");
  result = replaced(replaced(result, "\n.", "\n\\&."), "\n'", "\n\\&'");
  return result.starts_with('.') || result.starts_with('\'') ? "\\&" + result : result;
}

std::string bold(const std::string& text) {
  return "\\fB" + roff(text) + "\\fR";
}

std::string italic(const std::string& text) {
  return "\\fI" + roff(text) + "\\fR";
}

std::string argument_text(const DescribedOption& option) {
  return option.is_required ? italic(option.names.front()) : "[" + italic(option.names.front()) + "]";
}

std::string synopsis_of(const DescribedVerb& verb) {
  std::string text = bold("orchestrate " + verb.name);
  for (const DescribedOption& option : verb.options) {
    if (option.is_argument) text += " " + argument_text(option);
  }
  for (const DescribedOption& option : verb.options) {
    if (option.is_argument) continue;
    text += " [" + bold(option.names.front());
    if (option.takes_value) text += " " + italic(placeholder_of(option));
    text += "]";
  }
  return text;
}

/// ".TP" with the option's names, then what it is.
std::string option_text(const DescribedOption& option) {
  std::string text = ".TP\n";
  for (const std::string& name : option.names) {
    if (&name != &option.names.front()) text += ", ";
    text += option.is_argument ? italic(name) : bold(name);
  }
  if (option.takes_value) text += " " + italic(placeholder_of(option));
  text += "\n" + roff(option.about);
  if (!option.values.empty()) text += " (one of " + roff(joined(option.values)) + ")";
  text += ".";
  if (option.takes_value && !option.fallback.empty()) text += " The default is " + bold(option.fallback) + ".";
  return text + "\n";
}

std::string examples_text(const std::string& examples) {
  return ".PP\n.nf\n.RS\n" + roff(examples) + "\n.RE\n.fi\n";
}

std::string verb_text(const DescribedVerb& verb) {
  std::string text = fmt::format(".SS {}\n{}\n.PP\n{}.\n", roff(verb.name), synopsis_of(verb), roff(verb.about));
  for (const DescribedOption& option : verb.options) text += option_text(option);
  if (!verb.examples.empty()) text += examples_text(verb.examples);
  return text;
}

}  // namespace

std::string man_page(const Description& description, const std::string& version) {
  std::string text = fmt::format(".TH ORCHESTRATE 1 \"\" \"orchestrate {}\" \"User Commands\"\n", roff(version));
  // Flush left and unhyphenated, so that what is copied is what is meant.
  text += ".nh\n.ad l\n";
  text += ".SH NAME\norchestrate \\- measure in containers, with evidence that every condition was in force\n";
  text += fmt::format(".SH SYNOPSIS\n{} {} [{}]\n", bold("orchestrate"), italic("VERB"), italic("ARGUMENTS"));
  text += fmt::format(".SH DESCRIPTION\n{}\n", roff(description.about));
  text += ".SH VERBS\n";
  for (const DescribedVerb& verb : description.verbs) text += verb_text(verb);
  text += fmt::format(".SH EXIT STATUS\n{}\n", roff(description.exit_status));
  text += ".SH EXAMPLES\n" + examples_text(description.examples);
  text += fmt::format(
      ".SH ENVIRONMENT\n.TP\n{}\nSet and not empty: no colours.\n.TP\n{}, {}, {}\nWhether tables may have letters "
      "beyond ASCII.\n",
      bold("NO_COLOR"), bold("LC_ALL"), bold("LC_CTYPE"), bold("LANG"));
  text += fmt::format(
      ".SH FILES\n.TP\n{}\nEverything of a run: journal.jsonl, summary.json, report.html, report.md, samples.csv, "
      "commands.sh.\n",
      italic("results/EXPERIMENT/UTC-TIME/"));
  return text;
}

}  // namespace orchestrate
