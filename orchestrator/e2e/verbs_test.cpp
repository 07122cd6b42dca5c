// What the verbs print and return, as a person meets them. These need no engine.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "e2e/program.hpp"

namespace orchestrate {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using namespace std::chrono_literals;

Outcome call(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), ORCHESTRATE_PROGRAM);
  return run_to_end(arguments, 60s);
}

/// The text of experiments/seccomp.yaml with one piece replaced, in a folder of its own.
class EditedFile {
 public:
  EditedFile(const std::string& piece, const std::string& replacement) {
    std::string text = read_file(project_file("experiments/seccomp.yaml"));
    const std::size_t at = text.find(piece);
    EXPECT_NE(at, std::string::npos) << piece;
    text.replace(at, piece.size(), replacement);
    write_file(path(), text);
  }
  [[nodiscard]] std::string path() const { return (folder_.path() / "edited.yaml").string(); }

 private:
  TemporaryFolder folder_;
};

TEST(Verbs, PlanShowsTwoElementsForOptionAndValue) {
  const Outcome outcome = call({"plan", project_file("experiments/seccomp.yaml")});
  EXPECT_EQ(outcome.state.code, 0) << outcome.errors;
  EXPECT_THAT(outcome.output, HasSubstr("\n  --security-opt\n  seccomp=unconfined\n"));
}

TEST(Verbs, PlanShowsTheFileInWhichTurnsAreTaken) {
  const char* mount = "\n  --mount\n  type=bind,source=<turns file>,target=/orchestrate/turns\n";
  EXPECT_THAT(call({"plan", project_file("experiments/seccomp.yaml")}).output, HasSubstr(mount));
  const EditedFile by_stdio("interleave: lockstep", "hand_over: stdio");
  EXPECT_THAT(call({"plan", by_stdio.path()}).output, ::testing::Not(HasSubstr("/orchestrate/turns")));
}

TEST(Verbs, PlanAsJsonHasTheArgumentsAsAList) {
  const Outcome outcome = call({"plan", "--json", project_file("experiments/seccomp.yaml")});
  const auto plan = nlohmann::json::parse(outcome.output);
  const auto& argv = plan.at("conditions").at(1).at("argv");
  const auto option = std::find(argv.begin(), argv.end(), "--security-opt");
  ASSERT_NE(option, argv.end());
  EXPECT_EQ(*(option + 1), "seccomp=unconfined");
}

TEST(Verbs, TheSameFileGivesTheSamePlanAndAnotherSeedTheSameConditions) {
  const std::string file = project_file("experiments/seccomp.yaml");
  EXPECT_EQ(call({"plan", "--json", file}).output, call({"plan", "--json", file}).output);
  auto one = nlohmann::json::parse(call({"plan", "--json", file}).output);
  auto two = nlohmann::json::parse(call({"plan", "--json", "--seed", "2", file}).output);
  EXPECT_NE(one.at("seed"), two.at("seed"));
  EXPECT_EQ(one.at("conditions"), two.at("conditions"));
}

TEST(Verbs, CheckRefusesTwoArgumentsInOneItem) {
  const EditedFile file("  image: debian:12-slim\n", "  image: debian:12-slim\n  engine_args: [\"--shm-size 64m\"]\n");
  const Outcome outcome = call({"check", file.path()});
  EXPECT_EQ(outcome.state.code, 2);
  EXPECT_THAT(outcome.errors, HasSubstr(file.path() + ":8:17:"));
  EXPECT_THAT(outcome.errors, HasSubstr("two arguments"));
}

TEST(Verbs, CheckRefusesTheOptionAndValueOfAFactorInOneItem) {
  const EditedFile file("  image: debian:12-slim\n",
                        "  image: debian:12-slim\n  engine_args: [\"--security-opt seccomp=unconfined\"]\n");
  const Outcome outcome = call({"check", file.path()});
  EXPECT_EQ(outcome.state.code, 2);
  EXPECT_THAT(outcome.errors, HasSubstr(":8:17:"));
}

TEST(Verbs, CheckSuggestsWhatWasMeant) {
  const EditedFile file("operations: [empty_loop,", "operations: [emty_loop,");
  const Outcome outcome = call({"check", file.path()});
  EXPECT_EQ(outcome.state.code, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("found emty_loop. Did you mean empty_loop?\n"));
}

TEST(Verbs, AMistypedVerbIsSuggested) {
  const Outcome outcome = call({"rnu", "x"});
  EXPECT_EQ(outcome.state.code, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("there is no verb rnu. Did you mean run?"));
  EXPECT_THAT(call({"frobnicate"}).errors, HasSubstr("there is no verb frobnicate; there are run, "));
  EXPECT_EQ(call({}).state.code, 2);
  EXPECT_EQ(call({"run"}).state.code, 2);
}

TEST(Verbs, AMistypedOptionIsSuggested) {
  const Outcome outcome = call({"run", "x.yaml", "--ruonds=6"});
  EXPECT_EQ(outcome.state.code, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("run has no option --ruonds. Did you mean --rounds?"));
  const Outcome far = call({"check", "--json", "x.yaml"});
  EXPECT_EQ(far.state.code, 2);
  EXPECT_THAT(far.errors, HasSubstr("check has no option --json. (orchestrate check --help"));
  EXPECT_THAT(call({"check", "--", "--no-file"}).errors, Not(HasSubstr("has no option"))) << "a file's name";
}

TEST(Verbs, InitWritesAnExperimentThatPassesAndNeverTwice) {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "mine.yaml").string();
  EXPECT_EQ(call({"init", path}).state.code, 0);
  const std::string text = read_file(path);
  EXPECT_THAT(text, HasSubstr("\nexperiment: mine "));
  const Outcome check = call({"check", path});
  EXPECT_EQ(check.state.code, 0) << check.errors;
  EXPECT_EQ(call({"plan", path}).state.code, 0);
  const Outcome again = call({"init", path});
  EXPECT_EQ(again.state.code, 2);
  EXPECT_THAT(again.errors, HasSubstr("is there already"));
  EXPECT_EQ(read_file(path), text);
}

TEST(Verbs, DoctorFindsAnEngineThatIsNotThere) {
  const Outcome outcome = call({"doctor", "--engine", "no-such-engine-client"});
  EXPECT_EQ(outcome.state.code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("problem  engine"));
  EXPECT_THAT(outcome.output, HasSubstr("no-such-engine-client"));
  for (const char* what :
       {"cgroups", "CPUs", "siblings", "governor", "turbo", "clocksource", "steal", "load", "mitigations", "room"}) {
    EXPECT_THAT(outcome.output, HasSubstr(what));
  }
}

TEST(Verbs, ListAndShowOfNoRunSaySo) {
  const TemporaryFolder folder;
  EXPECT_EQ(call({"list", "--results", folder.path().string()}).output, "no run yet\n");
  const Outcome nowhere = call({"list", "--results", (folder.path() / "nowhere").string()});
  EXPECT_EQ(nowhere.state.code, 2);
  EXPECT_THAT(nowhere.errors, HasSubstr("--results names their folder"));
  EXPECT_THAT(call({"show", "latest", "--results", folder.path().string()}).errors, HasSubstr("there is no run yet"));
}

TEST(Verbs, HelpTellsOfAVerbWithExamples) {
  const std::string help = call({"help", "report"}).output;
  EXPECT_THAT(help, HasSubstr("--export-google-benchmark"));
  EXPECT_THAT(help, HasSubstr("Examples:\n  orchestrate report results/seccomp/latest\n"));
  EXPECT_EQ(help, call({"report", "--help"}).output);
  EXPECT_EQ(call({"help"}).output, call({"--help"}).output);
  EXPECT_THAT(call({"help", "--man"}).output, HasSubstr(".TH ORCHESTRATE 1"));
  EXPECT_THAT(call({"completion", "bash"}).output, HasSubstr("complete -F _orchestrate orchestrate"));
}

/// A plan is of use where there is no engine yet.
TEST(Verbs, PlanNeedsNoEngine) {
  const Outcome outcome = call({"plan", project_file("experiments/seccomp.yaml"), "--engine", "no-such-engine-client"});
  EXPECT_EQ(outcome.state.code, 0) << outcome.errors;
  EXPECT_THAT(outcome.output, HasSubstr("\n  no-such-engine-client\n  run\n"));
}

TEST(Verbs, HelpAndVersionSucceed) {
  EXPECT_THAT(call({"--version"}).output, HasSubstr("orchestrate "));
  const Outcome help = call({"--help"});
  EXPECT_EQ(help.state.code, 0);
  for (const char* verb : {"run", "check", "plan", "report", "clean"}) EXPECT_THAT(help.output, HasSubstr(verb));
}

TEST(Verbs, ReportOfNoRunSaysSo) {
  const TemporaryFolder folder;
  const Outcome outcome = call({"report", folder.path().string()});
  EXPECT_EQ(outcome.state.code, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("Is this the folder of a run?"));
}

TEST(Verbs, AnEngineThatIsNotThereIsExitFour) {
  const Outcome outcome = call({"run", project_file("experiments/seccomp.yaml"), "--engine", "no-such-engine-client"});
  EXPECT_EQ(outcome.state.code, 4);
  EXPECT_THAT(outcome.errors, HasSubstr("no-such-engine-client"));
}

TEST(Verbs, TheSchemaKnowsTheProbesOperations) {
  const auto schema = nlohmann::json::parse(read_file(project_file("experiments/schema.json")));
  Process probe({ORCHESTRATE_PROBE, "serve"});
  const auto ready = nlohmann::json::parse(probe.read_line(within(20s)).line);
  std::vector<std::string> known;
  for (const auto& operation : schema.at("definitions").at("operation").at("enum"))
    known.push_back(operation.get<std::string>());
  std::vector<std::string> served = ready.at("operations").get<std::vector<std::string>>();
  std::sort(known.begin(), known.end());
  std::sort(served.begin(), served.end());
  EXPECT_EQ(known, served) << "experiments/schema.json and probe/operations.cpp must name the same operations";
}

}  // namespace
}  // namespace orchestrate
