#include "experiment/raw_factor.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/testing.hpp"
#include "factors/factor.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// An experiment with one raw factor, engine_args.x, whose levels stand from line 4, column 29 on.
std::string text_of_raw_factor(const std::string& levels) {
  return testing::with("factors", "{engine_args: {x: {" + levels + "}}}");
}

std::string answer_to_raw_factor(const std::string& levels) {
  return testing::answer(text_of_raw_factor(levels));
}

std::string level(const std::string& name, const std::string& args, const std::string& verify) {
  return name + ": {args: " + args + ", verify: " + verify + "}";
}

TEST(RawFactor, KeepsArgumentsAndEvidenceOfEachLevel) {
  const Experiment experiment = parse_experiment(
      text_of_raw_factor(level("none", "[]", "{inspect: /HostConfig/ShmSize, equals: 67108864}") + ", " +
                         level("1g", "[--shm-size, 1g, --init]", "{inspect: /HostConfig/ShmSize, equals: 1073741824}")),
      "x.yaml");
  ASSERT_EQ(experiment.factors.size(), 1U);
  const FactorLevels& factor = experiment.factors[0];
  EXPECT_EQ(factor.factor, "engine_args.x");
  EXPECT_THAT(factor.levels, ElementsAre("none", "1g")) << "in the order of the file";
  ASSERT_EQ(factor.details.size(), 2U);
  EXPECT_EQ(factor.details.at("none"),
            json::parse(R"({"args": [], "verify": {"inspect": "/HostConfig/ShmSize", "equals": 67108864}})"));
  EXPECT_EQ(factor.details.at("1g"), json::parse(R"({"args": ["--shm-size", "1g", "--init"],
                                                     "verify": {"inspect": "/HostConfig/ShmSize",
                                                                "equals": 1073741824}})"));
}

TEST(RawFactor, OtherFactorsHaveNoDetails) {
  for (const FactorLevels& factor : parse_experiment(testing::valid, "x.yaml").factors) {
    EXPECT_THAT(factor.details, IsEmpty());
  }
}

TEST(RawFactor, TheExpectedValueHasTheTypeThatIsWritten) {
  const auto equals = [](const std::string& value) {
    const std::string text = text_of_raw_factor(level("a", "[--init]", "{witness: /a~1b/0, equals: " + value + "}"));
    return parse_experiment(text, "x.yaml").factors.at(0).details.at("a").at("verify").at("equals");
  };
  EXPECT_EQ(equals("67108864"), json(67108864));
  EXPECT_EQ(equals("0.5"), json(0.5));
  EXPECT_EQ(equals("true"), json(true));
  EXPECT_EQ(equals("yes"), json("yes"));
  EXPECT_EQ(equals("\"1\""), json("1"));
  EXPECT_EQ(equals("''"), json(""));
}

struct RawFactorCase {
  std::string levels;
  const char* says;
};

TEST(RawFactor, RefusedOnesSayWhatIsAllowed) {
  const std::string shm = "{inspect: /HostConfig/ShmSize, equals: 1}";
  const std::string hostname = "{witness: /hostname, equals: a}";
  for (const RawFactorCase& one : {
           RawFactorCase{"", "factors.engine_args.x: found no keys; at least one is wanted"},
           RawFactorCase{"a: {args: [--init]}",
                         "the key verify is missing: Where to see that these arguments came into force"},
           RawFactorCase{"a: {verify: " + shm + "}", "the key args is missing"},
           RawFactorCase{"a: {args: --init, verify: " + shm + "}", "a list is wanted, not --init; write [--init]"},
           RawFactorCase{"a: {args: [--init], verify: " + shm + ", note: x}",
                         "unknown key note; allowed: args, verify."},
           RawFactorCase{level("a", "[--init]", "/HostConfig/ShmSize"),
                         "a map of keys is wanted, not /HostConfig/ShmSize; for example {\"equals\":67108864"},
           RawFactorCase{level("a", "[--init]", "{inspect: /a, equal: 1}"), "Did you mean equals?"},
           RawFactorCase{level("a", "[--init]", "{inspect: /a, equals: [1]}"),
                         "a word or number is wanted, not a list"},
           RawFactorCase{level("a", "[--init]", "{inspect: /a, equals: ~}"), "a word or number is wanted, not nothing"},
           RawFactorCase{level("a", "[--init]", "{inspect: '', equals: 1}"),
                         "a place is written as /HostConfig/ShmSize"},
           RawFactorCase{level("a", "[--init]", "{inspect: /a~2, equals: 1}"), "~1 stands for / and ~0 for ~"},
           RawFactorCase{level("a", "[--init]", "{witness: hostname, equals: 1}"), "a place is written as /hostname"},
           RawFactorCase{level("a", "[box]", shm), "found box; an option, which begins with -, is wanted here"},
           RawFactorCase{level("a", "['--shm-size 1']", shm), "this is two arguments in one item"},
           RawFactorCase{level("a", "[--name, box]", shm), "--name is not allowed here"},
           RawFactorCase{level("a", "[-e, X=1]", shm), "-e belongs to the factor env"},
           RawFactorCase{level("'a b'", "[--init]", shm), "a level's name is made of letters, digits, . _ - only"},
           RawFactorCase{level("a", "[--init]", shm) + ", " + level("a", "[]", hostname), "a is given twice"},
           RawFactorCase{level("a", "[]", shm) + ", " + level("b", "[]", hostname),
                         "levels a (line 4, column 29) and b have the same args: the pair would be one run twice"},
           RawFactorCase{level("a", "[--shm-size, 1]", shm) + ", " + level("b", "[--shm-size=1]", hostname),
                         "the same args"},
           RawFactorCase{level("a", "[]", shm) + ", " + level("b", "[--init]", shm),
                         "levels a (line 4, column 29) and b have the same verify"},
       }) {
    EXPECT_THAT(answer_to_raw_factor(one.levels), HasSubstr(one.says)) << one.levels;
  }
  EXPECT_THAT(testing::answer(testing::with("factors", "{engine_args: [--init]}")),
              HasSubstr("factors.engine_args: a map of keys is wanted, not a list; for example {\"shm\":"));
  EXPECT_THAT(testing::answer(testing::with("factors", "{engine_args: {'a b': {}}}")),
              HasSubstr("a raw factor's name is made of letters, digits, _ - only"));
}

TEST(RawFactor, TheReaderAndTheFactorAgreeOnNamesOfLevels) {
  const Factor& factor = *find_factor("engine_args.x");
  for (const char* name : {"a", "64m", "0", "A.b_c-d", "true"}) {
    EXPECT_EQ(answer_to_raw_factor(level(name, "[]", "{inspect: /a, equals: 1}")), "accepted") << name;
    EXPECT_FALSE(factor.refusal(name, ".")) << name;
  }
  for (const char* name : {"-a", ".a", "_a", "a/b", "a=b", "ä"}) {
    EXPECT_THAT(answer_to_raw_factor(level(name, "[]", "{inspect: /a, equals: 1}")),
                HasSubstr("a level's name is made of"))
        << name;
    EXPECT_TRUE(factor.refusal(name, ".")) << name;
  }
}

TEST(RawFactor, ItsLevelsCountAmongTheConditions) {
  std::string levels;
  for (int i = 0; i < 400; ++i) {
    const std::string number = std::to_string(i);
    levels += (i == 0 ? "" : ", ") +
              level(number, "[--shm-size=" + number + "m]", "{inspect: /HostConfig/ShmSize, equals: " + number + "}");
  }
  EXPECT_THAT(testing::answer(testing::with("factors", "{engine_args: {x: {" + levels + "}, y: {" + levels +
                                                           "}}, env: {A: [1, 2, 3, 4, 5, 6, 7]}}")),
              HasSubstr("the levels combine to 1120000 conditions"));
}

TEST(RawFactor, SeveralProblemsAreSaidAtOnce) {
  const std::string shm = "{inspect: /HostConfig/ShmSize, equals: 1}";
  const std::string text = answer_to_raw_factor(level("a", "[--rm]", shm) + ", " + level("b", "[--name=x]", shm));
  EXPECT_THAT(text, HasSubstr("--rm"));
  EXPECT_THAT(text, HasSubstr("--name"));
}

}  // namespace
}  // namespace orchestrate
