#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/verb.hpp"

namespace CLI {
class App;
}

namespace orchestrate {

/// What help and the man page say of the whole.
inline constexpr const char* about_text =
    "Measures what an operation costs in containers that differ in what an experiment file varies, and prints a "
    "number\n"
    "only with evidence that every declared level was in force in the process that was measured.";

inline constexpr const char* general_examples =
    "orchestrate init mine                         an experiment to start from\n"
    "orchestrate check experiments/seccomp.yaml    does the file make sense?\n"
    "orchestrate plan experiments/seccomp.yaml     what exactly would be run?\n"
    "orchestrate doctor                            what of this machine would spoil numbers?\n"
    "orchestrate run experiments/seccomp.yaml      measure\n"
    "orchestrate show latest                       its table again";

inline constexpr const char* exit_status_text =
    "0 everything expected was found; 1 an expectation failed or stayed unresolved; 2 wrong usage or experiment file;\n"
    "3 a level was not proven to be in force; 4 engine or machine failed; 130 interrupted.";

/// The command line with every verb declared on it, and what each verb does.
class CommandLine {
 public:
  CommandLine();
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;
  CommandLine(CommandLine&&) = delete;
  CommandLine& operator=(CommandLine&&) = delete;

  /// Does what `words`, those behind the program's name, ask for. Throws UsageFailure, with a suggestion for a verb or
  /// option that does not exist.
  ExitStatus run(const std::vector<std::string>& words);

  [[nodiscard]] const CLI::App& app() const;

 private:
  struct Declared;
  std::unique_ptr<Declared> declared_;
};

}  // namespace orchestrate
