#include "cli/man_page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/command_line.hpp"
#include "support/files.hpp"
#include "support/process.hpp"

namespace orchestrate {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using namespace std::chrono_literals;

Description sample() {
  DescribedOption file{{"FILE"}, "The experiment file", "", {}, true, true, false};
  DescribedOption rounds{{"--rounds"}, "How many", "6", {}, false, false, true};
  DescribedOption quiet{{"--quiet", "-q"}, "Say nothing", "", {}, false, false, false};
  DescribedOption shell{{"SHELL"}, "Which", "", {"bash", "zsh"}, true, false, false};
  return {"Measures.\n.In a way.",
          "orchestrate run x.yaml",
          "0 well; 1 not.",
          {{"run", "Measure", "orchestrate run --quiet 'x y'", {file, rounds, quiet}},
           {"completion", "Print", "", {shell}}}};
}

TEST(ManPage, TellsEveryVerbAndOption) {
  const std::string page = man_page(sample(), "1.2.3");
  EXPECT_THAT(page, HasSubstr("\"orchestrate 1.2.3\""));
  EXPECT_THAT(page, HasSubstr(".SS run\n\\fBorchestrate run\\fR \\fIFILE\\fR [\\fB\\-\\-rounds\\fR \\fIN\\fR] "
                              "[\\fB\\-\\-quiet\\fR]\n"));
  EXPECT_THAT(page, HasSubstr("\\fB\\-\\-quiet\\fR, \\fB\\-q\\fR\nSay nothing.\n"));
  EXPECT_THAT(page, HasSubstr("How many. The default is \\fB6\\fR.\n"));
  EXPECT_THAT(page, HasSubstr("[\\fISHELL\\fR]"));
  EXPECT_THAT(page, HasSubstr("(one of bash, zsh)"));
}

TEST(ManPage, TextIsNoRequestToTheFormatter) {
  const std::string page = man_page(sample(), "1.2.3");
  EXPECT_THAT(page, HasSubstr("\n\\&.In a way."));
  EXPECT_THAT(page, Not(HasSubstr("\n.In a way.")));
}

TEST(ManPage, OfTheProgramItselfTellsWhatHelpTells) {
  const CommandLine command_line;
  const Description description = description_of(command_line.app());
  EXPECT_EQ(description.verbs.size(), all_verbs().size());
  const std::string page = man_page(description, "1");
  for (const DescribedVerb& verb : description.verbs) {
    EXPECT_THAT(page, HasSubstr(".SS " + verb.name + "\n"));
    for (const DescribedOption& option : verb.options) EXPECT_NE(option.about, "") << verb.name;
    for (const DescribedOption& option : verb.options) EXPECT_FALSE(option.about.ends_with('.')) << option.about;
  }
}

/// groff and mandoc say what they cannot read.
TEST(ManPage, IsReadWithoutAWarning) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "orchestrate.1").string();
  write_file(file, man_page(description_of(CommandLine().app()), "1"));
  if (!std::filesystem::exists("/usr/bin/man")) GTEST_SKIP() << "NOT TESTED: man is not here";
  const Outcome outcome = run_to_end(
      {"/usr/bin/env", "LC_ALL=C.UTF-8", "MANWIDTH=100", "MANROFFSEQ=", "/usr/bin/man", "--warnings", "-l", file}, 60s);
  EXPECT_EQ(outcome.state.code, 0);
  EXPECT_EQ(outcome.errors, "");
  EXPECT_THAT(outcome.output, HasSubstr("orchestrate run FILE"));
}

}  // namespace
}  // namespace orchestrate
