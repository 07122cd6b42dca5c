#include "experiment/matrix.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/testing.hpp"

namespace orchestrate {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string answer_to_factors(const std::string& factors) {
  return testing::answer(testing::with("factors", factors));
}

Experiment experiment_of_factors(const std::string& factors) {
  return parse_experiment(testing::with("factors", factors), "x.yaml");
}

std::string with_n_levels(int variables, int levels) {
  std::string text = "{env: {";
  for (int variable = 0; variable < variables; ++variable) {
    text += (variable == 0 ? "V" : ", V") + std::to_string(variable) + ": [0";
    for (int level = 1; level < levels; ++level) text += "," + std::to_string(level);
    text += "]";
  }
  return text + "}}";
}

TEST(Matrix, LevelsAreTheTextAsWritten) {
  const Experiment experiment =
      experiment_of_factors("{env: {A: [2.40, 2.4, 010, yes, ~, null, true, '', \"a\\nb\"]}, cpus: [0]}");
  ASSERT_EQ(experiment.factors.size(), 2U);
  EXPECT_EQ(experiment.factors[0].factor, "env.A");
  EXPECT_THAT(experiment.factors[0].levels, ElementsAre("2.40", "2.4", "010", "yes", "~", "null", "true", "", "a\nb"));
  EXPECT_THAT(experiment.factors[1].levels, ElementsAre("0"));
}

TEST(Matrix, LevelsNeedNoQuotesForTheirSigns) {
  const Experiment experiment = experiment_of_factors(
      "{ulimit: [default, nofile=1024:2048], no_new_privileges: [true, \"false\"], cpu_quota: [0.50], "
      "capabilities: [+SYS_PTRACE, -CHOWN, \"+SYS_PTRACE,-CHOWN\"], image: [localhost:5000/a/b:1]}");
  ASSERT_EQ(experiment.factors.size(), 5U);
  EXPECT_THAT(experiment.factors[0].levels, ElementsAre("default", "nofile=1024:2048"));
  EXPECT_THAT(experiment.factors[1].levels, ElementsAre("true", "false"));
  EXPECT_THAT(experiment.factors[2].levels, ElementsAre("0.50"));
  EXPECT_THAT(experiment.factors[3].levels, ElementsAre("+SYS_PTRACE", "-CHOWN", "+SYS_PTRACE,-CHOWN"));
  EXPECT_THAT(experiment.factors[4].levels, ElementsAre("localhost:5000/a/b:1"));
}

TEST(Matrix, TruthIsWrittenTrueOrFalse) {
  for (const char* factor : {"no_new_privileges", "privileged", "read_only"}) {
    for (const char* level : {"yes", "no", "on", "True", "FALSE", "1", "~", "''"}) {
      EXPECT_THAT(answer_to_factors(std::string("{") + factor + ": [" + level + "]}"), HasSubstr("true"))
          << factor << level;
    }
    EXPECT_EQ(answer_to_factors(std::string("{") + factor + ": [true, false]}"), "accepted");
  }
}

TEST(Matrix, FactorsAreInTheOrderOfTheFile) {
  const Experiment experiment = experiment_of_factors("{libc: [native], env: {B: [1], A: [1]}, seccomp: [default]}");
  std::vector<std::string> names;
  for (const FactorLevels& factor : experiment.factors) names.push_back(factor.factor);
  EXPECT_THAT(names, ElementsAre("libc", "env.B", "env.A", "seccomp"));
}

TEST(Matrix, RefusesLevelsThatAreNotTheFactors) {
  EXPECT_THAT(answer_to_factors("{seccomp: [default, Unconfined]}"), HasSubstr("x.yaml:4:30: "));
  EXPECT_THAT(answer_to_factors("{seccomp: [default, Unconfined]}"), HasSubstr("Did you mean unconfined?"));
  EXPECT_THAT(answer_to_factors("{cpus: [pined]}"), HasSubstr("Did you mean pinned?"));
  EXPECT_THAT(answer_to_factors("{libc: [musl-from-the-moon]}"), HasSubstr("x.yaml:4:18: "));
  EXPECT_THAT(answer_to_factors("{seccomp: [./no-such-profile.json]}"), HasSubstr("no-such-profile.json"));
  EXPECT_THAT(answer_to_factors("{cpus: []}"), HasSubstr("at least one is wanted"));
  EXPECT_THAT(answer_to_factors("{cpus: pinned}"),
              HasSubstr("factors.cpus: a list is wanted, not pinned; write [pinned]"));
  EXPECT_THAT(answer_to_factors("{cpus: [[pinned]]}"), HasSubstr("a word or number is wanted, not a list"));
  EXPECT_THAT(answer_to_factors("{}"), HasSubstr("factors: found no keys; at least one is wanted"));
  EXPECT_THAT(answer_to_factors("{env: {A: [\"a\\0b\"]}}"), HasSubstr("NUL"));
  EXPECT_THAT(answer_to_factors("{env: {A: [ , x]}}"), HasSubstr("an empty level; for an empty text write \"\""));
}

TEST(Matrix, RefusesALevelGivenTwice) {
  EXPECT_THAT(answer_to_factors("{cpus: [pinned, split, pinned]}"),
              HasSubstr("x.yaml:4:33: level pinned is given twice (first at line 4, column 18): the pair would be one "
                        "run twice"));
  EXPECT_THAT(answer_to_factors("{env: {A: [1, \"1\"]}}"), HasSubstr("level 1 is given twice"))
      << "1 and \"1\" are one text";
}

TEST(Matrix, RefusesUnknownFactorsAndVariablesThatAreNoNames) {
  EXPECT_THAT(answer_to_factors("{secomp: [default]}"),
              HasSubstr("factors: unknown key secomp. Did you mean seccomp?"));
  EXPECT_THAT(answer_to_factors("{gravity: [default]}"),
              HasSubstr("factors: unknown key gravity; allowed: apparmor, "));
  for (const char* name : {"1A", "'A=B'", "'A B'", "A-B", "''", "\"A\\0\"", "Ä"}) {
    EXPECT_THAT(answer_to_factors(std::string("{env: {") + name + ": [1]}}"), HasSubstr("a variable's name is made of"))
        << name;
  }
  EXPECT_THAT(answer_to_factors(with_n_levels(101, 1)),
              HasSubstr("factors.env: found 101 keys; at most 100 are allowed"));
}

TEST(Matrix, IsBoundedWithTheExactNumber) {
  EXPECT_EQ(answer_to_factors(with_n_levels(6, 10)), "accepted");
  EXPECT_THAT(answer_to_factors("{seccomp: [default, unconfined], " + with_n_levels(6, 10).substr(1)),
              HasSubstr("the levels combine to 2000000 conditions; at most 1000000 are allowed"));
  EXPECT_THAT(answer_to_factors(with_n_levels(30, 10)), HasSubstr("to 1" + std::string(30, '0') + " conditions"))
      << "beyond 64 bits";
  EXPECT_THAT(answer_to_factors(with_n_levels(100, 100)), HasSubstr("to 1" + std::string(200, '0') + " conditions"));
}

TEST(Matrix, AConditionNamesFactorsAndLevelsOfTheExperiment) {
  const std::vector<FactorLevels> factors{
      {"seccomp", {"default", "unconfined"}}, {"env.A", {"1", "2"}}, {"engine_args.shm", {"1.0", "2"}}};
  const Node at = parse_document("{engine_args.shm: 1.0, env.A: 2, seccomp: default}");
  EXPECT_EQ(read_at(&at, factors), (Condition{{"seccomp", "default"}, {"env.A", "2"}, {"engine_args.shm", "1.0"}}));
  EXPECT_EQ(read_at(nullptr, factors), Condition{});
  const auto refusal = [&](const std::string& text) {
    const Node node = parse_document(text);
    try {
      read_at(&node, factors);
    } catch (const Refusal& refused) {
      return std::string(refused.what());
    }
    return std::string("accepted");
  };
  EXPECT_EQ(refusal("{secomp: default}"),
            "secomp is not a factor of this experiment. Did you mean seccomp? (its factors: seccomp, env.A, "
            "engine_args.shm)");
  EXPECT_EQ(refusal("{seccomp: unconfind}"),
            "unconfind is not a level of seccomp here. Did you mean unconfined? (its levels: default, unconfined)");
}

}  // namespace
}  // namespace orchestrate
