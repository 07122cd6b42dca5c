#include "factors/seccomp_refusals.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/failure.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;

SeccompRefusals of(const std::string& text, const std::string& architecture = "x86_64") {
  return seccomp_refusals(json::parse(text), architecture);
}

TEST(SeccompRefusals, NamesWhatAProfileRefuses) {
  const auto found = of(R"({"defaultAction": "SCMP_ACT_ALLOW", "syscalls": [
      {"names": ["mount", "add_key", "keyctl"], "action": "SCMP_ACT_ERRNO"}]})");
  EXPECT_TRUE(found.loaded);
  EXPECT_THAT(found.refused, ElementsAre("add_key", "keyctl", "mount"));
  EXPECT_THAT(found.refused_for_some_arguments, IsEmpty());
  EXPECT_EQ(found.architecture, "x86_64");
  EXPECT_THAT(found.resolved_by, HasSubstr("libseccomp 2."));
  EXPECT_GT(found.all(), 350U) << "libseccomp 2.5 names that many";
}

TEST(SeccompRefusals, WithoutAFilterNothingIsRefused) {
  const auto found = seccomp_refusals(nullptr, "x86_64");
  EXPECT_FALSE(found.loaded);
  EXPECT_THAT(found.refused, IsEmpty());
  EXPECT_EQ(found.all(), of(R"({"defaultAction": "SCMP_ACT_ALLOW"})").all());
}

TEST(SeccompRefusals, AFilterThatAllowsNothingRefusesAll) {
  const auto found = of(R"({"defaultAction": "SCMP_ACT_KILL_PROCESS"})");
  EXPECT_EQ(found.allowed, 0U);
  EXPECT_THAT(found.refused, IsSupersetOf({"read", "write", "clone3", "exit_group"}));
}

TEST(SeccompRefusals, LoggedAndNotifiedCallsAreNotRefused) {
  const auto found = of(R"({"defaultAction": "SCMP_ACT_ALLOW", "syscalls": [
      {"names": ["read"], "action": "SCMP_ACT_LOG"}, {"names": ["write"], "action": "SCMP_ACT_NOTIFY"},
      {"names": ["open"], "action": "SCMP_ACT_TRACE"}, {"names": ["close"], "action": "SCMP_ACT_TRAP"},
      {"names": ["stat"], "action": "SCMP_ACT_KILL"}, {"names": ["poll"], "action": "SCMP_ACT_ERRNO", "errnoRet": 0}]})");
  EXPECT_THAT(found.refused, ElementsAre("close", "open", "poll", "stat"));
}

/// Docker's own rules for personality and clone, and its later one for socket.
constexpr const char* conditional = R"({"defaultAction": "SCMP_ACT_ERRNO", "syscalls": [
    {"names": ["personality"], "action": "SCMP_ACT_ALLOW", "args": [{"index": 0, "value": 0, "op": "SCMP_CMP_EQ"}]},
    {"names": ["personality"], "action": "SCMP_ACT_ALLOW",
     "args": [{"index": 0, "value": 4294967295, "op": "SCMP_CMP_EQ"}]},
    {"names": ["clone"], "action": "SCMP_ACT_ALLOW",
     "args": [{"index": 0, "value": 2114060288, "valueTwo": 0, "op": "SCMP_CMP_MASKED_EQ"}]},
    {"names": ["socket"], "action": "SCMP_ACT_ALLOW", "args": [{"index": 0, "value": 40, "op": "SCMP_CMP_NE"}]},
    {"names": ["read"], "action": "SCMP_ACT_ALLOW"}]})";

TEST(SeccompRefusals, ACallThatIsRefusedForSomeArgumentsIsNeither) {
  const auto found = of(conditional);
  EXPECT_THAT(found.refused_for_some_arguments, ElementsAre("clone", "personality", "socket"));
  EXPECT_EQ(found.allowed, 1U);
  EXPECT_THAT(found.refused, Not(Contains("socket")));
}

TEST(SeccompRefusals, RulesThatTogetherCoverEveryArgumentAllow) {
  const auto found = of(R"({"defaultAction": "SCMP_ACT_ERRNO", "syscalls": [
      {"names": ["personality"], "action": "SCMP_ACT_ALLOW", "args": [{"index": 0, "value": 7, "op": "SCMP_CMP_GT"}]},
      {"names": ["personality"], "action": "SCMP_ACT_ALLOW", "args": [{"index": 0, "value": 7, "op": "SCMP_CMP_LE"}]},
      {"names": ["clone"], "action": "SCMP_ACT_ALLOW", "args": [{"index": 0, "value": 7, "op": "SCMP_CMP_GT"}]},
      {"names": ["clone"], "action": "SCMP_ACT_ALLOW", "args": [{"index": 0, "value": 7, "op": "SCMP_CMP_LT"}]}]})");
  EXPECT_THAT(found.refused_for_some_arguments, ElementsAre("clone")) << "7 is left";
  EXPECT_EQ(found.allowed, 1U);
}

TEST(SeccompRefusals, OneCombinationOfArgumentsIsFound) {
  const auto found = of(R"({"defaultAction": "SCMP_ACT_ALLOW", "syscalls": [
      {"names": ["mmap"], "action": "SCMP_ACT_ERRNO", "args": [
        {"index": 2, "value": 4, "valueTwo": 4, "op": "SCMP_CMP_MASKED_EQ"},
        {"index": 1, "value": 8589934592, "op": "SCMP_CMP_GE"}, {"index": 5, "value": 3, "op": "SCMP_CMP_EQ"}]}]})");
  EXPECT_THAT(found.refused_for_some_arguments, ElementsAre("mmap"));
  EXPECT_THAT(found.refused, IsEmpty());
}

TEST(SeccompRefusals, MasksOfOneArgumentAreTriedTogether) {
  // Allowed where the low two bits are 1 or 2: 3 and 0 are left. With all four, nothing is.
  const std::string rule = R"({"names": ["clone"], "action": "SCMP_ACT_ALLOW", "args": [
      {"index": 0, "value": 3, "valueTwo": VALUE, "op": "SCMP_CMP_MASKED_EQ"}]})";
  const auto with = [&](const std::vector<std::string>& values) {
    std::string rules;
    for (const std::string& value : values) {
      std::string one = rule;
      one.replace(one.find("VALUE"), 5, value);
      rules += (rules.empty() ? "" : ", ") + one;
    }
    return of(R"({"defaultAction": "SCMP_ACT_ERRNO", "syscalls": [)" + rules + "]}");
  };
  EXPECT_THAT(with({"1", "2"}).refused_for_some_arguments, ElementsAre("clone"));
  EXPECT_THAT(with({"0", "1", "2", "3"}).refused_for_some_arguments, IsEmpty());
  EXPECT_EQ(with({"0", "1", "2", "3"}).allowed, 1U);
}

TEST(SeccompRefusals, TooManyCombinationsAreRefused) {
  json rules = json::array();
  for (int index = 0; index < 6; ++index) {
    for (int value = 1; value < 20; value += 3) {
      rules.push_back({{"names", {"mmap"}},
                       {"action", "SCMP_ACT_ALLOW"},
                       {"args", {{{"index", index}, {"value", value}, {"op", "SCMP_CMP_EQ"}}}}});
    }
  }
  try {
    seccomp_refusals({{"defaultAction", "SCMP_ACT_ERRNO"}, {"syscalls", rules}}, "x86_64");
    FAIL();
  } catch (const EnvironmentFailure& failure) {
    EXPECT_THAT(failure.what(), HasSubstr("the arguments of mmap"));
  }
}

TEST(SeccompRefusals, EachArchitectureHasCallsOfItsOwn) {
  const char* nothing = R"({"defaultAction": "SCMP_ACT_ERRNO", "syscalls": [
      {"names": ["a_call_of_tomorrow"], "action": "SCMP_ACT_ALLOW"},
      {"names": ["a_call_of_tomorrow"], "action": "SCMP_ACT_LOG"}]})";
  EXPECT_THAT(of(nothing).refused, Contains("open"));
  EXPECT_THAT(of(nothing, "aarch64").refused, Not(Contains("open")));
  EXPECT_THAT(of(nothing, "aarch64").refused, Contains("openat"));
  EXPECT_THAT(of(nothing).unknown, ElementsAre("a_call_of_tomorrow")) << "once";
  EXPECT_THROW(of(nothing, "z80"), EnvironmentFailure);
  EXPECT_EQ(of(nothing, native_architecture()).architecture, native_architecture());
}

}  // namespace
}  // namespace orchestrate
