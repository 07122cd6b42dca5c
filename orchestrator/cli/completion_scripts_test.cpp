// The scripts, in the shells that they are for.

#include "cli/completion_scripts.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/command_line.hpp"
#include "support/files.hpp"
#include "support/process.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using namespace std::chrono_literals;

class Completion : public ::testing::Test {
 protected:
  Completion() {
    write_file(folder_.path() / "mine.yaml", "");
    write_file(folder_.path() / "mine.txt", "");
    std::filesystem::create_directory(folder_.path() / "minefield");
  }

  /// What a shell prints that has read `script` from the file "script" and then does `commands`.
  [[nodiscard]] std::string shell(const std::string& name, const std::string& script,
                                  const std::string& commands) const {
    write_file(folder_.path() / "script", script);
    const std::string text = fmt::format("cd {}\n{}", shell_quoted({folder_.path().string()}), commands);
    const Outcome outcome = run_to_end({find_program(name), "-c", text}, 60s);
    EXPECT_EQ(outcome.errors, "") << name;
    return outcome.output;
  }

  /// What bash offers behind these words, the last of which is being typed.
  [[nodiscard]] std::string bash(const std::vector<std::string>& words) const {
    return shell("bash", bash_completion(description_),
                 fmt::format("compopt() {{ :; }}\n. ./script\nCOMP_WORDS=({}) COMP_CWORD={}\n_orchestrate\n"
                             "echo \"${{COMPREPLY[*]}}\"",
                             shell_quoted(words), words.size() - 1));
  }

  [[nodiscard]] std::string fish(const std::string& line) const {
    return shell("fish", fish_completion(description_), fmt::format("source ./script\ncomplete -C '{}'", line));
  }

  static bool is_here(const std::string& name) {
    try {
      return !find_program(name).empty();
    } catch (const std::exception&) {
      return false;
    }
  }

  CommandLine command_line_;
  Description description_ = description_of(command_line_.app());
  TemporaryFolder folder_;
};

TEST_F(Completion, BashOffersVerbsOptionsAndFiles) {
  EXPECT_EQ(bash({"orchestrate", "re"}), "resume reproduce report\n");
  EXPECT_EQ(bash({"orchestrate", "run", "--exp"}),
            "--export-json --export-csv --export-markdown --export-google-benchmark\n");
  EXPECT_EQ(bash({"orchestrate", "run", "mi"}), "minefield mine.yaml\n");
  EXPECT_EQ(bash({"orchestrate", "show", "mi"}), "minefield\n");
  EXPECT_EQ(bash({"orchestrate", "completion", ""}), "bash zsh fish\n");
  EXPECT_EQ(bash({"orchestrate", "run", "--export-csv", "mine.t"}), "mine.txt\n");
  EXPECT_EQ(bash({"orchestrate", "run", "--rounds", ""}), "\n") << "a number is nobody's to guess";
  EXPECT_EQ(bash({"orchestrate", "help", "do"}), "doctor\n");
}

TEST_F(Completion, FishOffersVerbsOptionsAndFiles) {
  if (!is_here("fish")) GTEST_SKIP() << "NOT TESTED: fish is not here";
  EXPECT_THAT(fish("orchestrate re"), HasSubstr("resume\t"));
  EXPECT_THAT(fish("orchestrate run --exp"), HasSubstr("--export-csv\t"));
  EXPECT_THAT(fish("orchestrate run mi"), HasSubstr("mine.yaml"));
  EXPECT_THAT(fish("orchestrate completion "), HasSubstr("zsh"));
  EXPECT_THAT(fish("orchestrate check --exp"), Not(HasSubstr("--export-csv")));
}

TEST_F(Completion, ZshTakesTheScript) {
  if (!is_here("zsh")) GTEST_SKIP() << "NOT TESTED: zsh is not here";
  const std::string said = shell("zsh", zsh_completion(description_),
                                 "autoload -U compinit && compinit -D -u\nsource ./script\n"
                                 "echo ${_comps[orchestrate]}\n"
                                 // Every line of _arguments, as it would be called.
                                 "_arguments() { for one; do print -r -- \"$one\"; done; state=rest }\n"
                                 "words=(run); state=rest; _describe() { :; }\n_orchestrate");
  EXPECT_THAT(said, HasSubstr("_orchestrate\n"));
  EXPECT_THAT(said,
              HasSubstr("--export-csv=[Write samples.csv to this file, too; - is standard output]:FILE:_files\n"));
  EXPECT_THAT(said, HasSubstr("1:The experiment file:_files -g \"*.yaml\"\n"));
}

}  // namespace
}  // namespace orchestrate
