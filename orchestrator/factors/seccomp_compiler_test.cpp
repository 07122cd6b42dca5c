#include "factors/seccomp_compiler.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "factors/bpf_interpreter.hpp"
#include "support/failure.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Numbers of x86_64, whatever this test runs on.
constexpr int personality = 135;
constexpr int getpid = 39;

json filter_with(const std::vector<json>& rules, const char* default_action = "SCMP_ACT_ERRNO") {
  return {{"defaultAction", default_action}, {"syscalls", rules}};
}

json rule(const std::vector<std::string>& names, const char* action, const std::vector<json>& arguments = {}) {
  return {{"names", names}, {"action", action}, {"args", arguments}};
}

json equal(unsigned index, std::uint64_t value) {
  return {{"index", index}, {"op", "SCMP_CMP_EQ"}, {"value", value}};
}

std::uint32_t answer_to(const json& filter, int number, std::uint64_t first = 0, std::uint64_t second = 0) {
  const std::uint32_t architecture = architecture_token("x86_64");
  seccomp_data call{};
  call.nr = number;
  call.arch = architecture;
  call.args[0] = first;
  call.args[1] = second;
  return answer_of(compile_filter(filter, architecture).program, call);
}

std::string failure_of(const json& filter) {
  try {
    compile_filter(filter, architecture_token("x86_64"));
  } catch (const EnvironmentFailure& failure) {
    return failure.what();
  }
  return {};
}

TEST(SeccompCompiler, EveryActionIsAnAnswer) {
  const std::vector<std::pair<const char*, std::uint32_t>> answers{
      {"SCMP_ACT_KILL", SECCOMP_RET_KILL_THREAD},
      {"SCMP_ACT_KILL_THREAD", SECCOMP_RET_KILL_THREAD},
      {"SCMP_ACT_KILL_PROCESS", SECCOMP_RET_KILL_PROCESS},
      {"SCMP_ACT_TRAP", SECCOMP_RET_TRAP},
      {"SCMP_ACT_ERRNO", SECCOMP_RET_ERRNO | EPERM},
      {"SCMP_ACT_TRACE", SECCOMP_RET_TRACE | EPERM},
      {"SCMP_ACT_LOG", SECCOMP_RET_LOG},
      {"SCMP_ACT_NOTIFY", SECCOMP_RET_USER_NOTIF},
  };
  for (const auto& [action, answer] : answers) {
    EXPECT_EQ(answer_to(filter_with({rule({"getpid"}, action)}, "SCMP_ACT_ALLOW"), getpid), answer) << action;
  }
  EXPECT_EQ(answer_to(filter_with({rule({"getpid"}, "SCMP_ACT_ALLOW")}), getpid), SECCOMP_RET_ALLOW);
}

TEST(SeccompCompiler, ErrorNumbersAreThoseOfTheRuleAndOfTheFilter) {
  json filter = filter_with({rule({"getpid"}, "SCMP_ACT_ERRNO")});
  filter["syscalls"][0]["errnoRet"] = 38;
  filter["defaultErrnoRet"] = 77;
  EXPECT_EQ(answer_to(filter, getpid), SECCOMP_RET_ERRNO | 38U);
  EXPECT_EQ(answer_to(filter, personality), SECCOMP_RET_ERRNO | 77U);
}

TEST(SeccompCompiler, AllComparisonsOfARuleMustHold) {
  const json filter = filter_with({rule({"personality"}, "SCMP_ACT_ALLOW", {equal(0, 8), equal(1, 9)})});
  EXPECT_EQ(answer_to(filter, personality, 8, 9), SECCOMP_RET_ALLOW);
  EXPECT_EQ(answer_to(filter, personality, 8, 0), SECCOMP_RET_ERRNO | EPERM);
}

TEST(SeccompCompiler, ComparisonsThatShareAnArgumentAreARuleEach) {
  const json filter = filter_with({rule({"personality"}, "SCMP_ACT_ALLOW", {equal(0, 8), equal(0, 9)})});
  EXPECT_EQ(answer_to(filter, personality, 8), SECCOMP_RET_ALLOW);
  EXPECT_EQ(answer_to(filter, personality, 9), SECCOMP_RET_ALLOW);
  EXPECT_EQ(answer_to(filter, personality, 10), SECCOMP_RET_ERRNO | EPERM);
}

TEST(SeccompCompiler, KeepsTheNamesThatItDoesNotKnow) {
  const auto compiled = compile_filter(filter_with({rule({"getpid", "a_call_of_tomorrow"}, "SCMP_ACT_ALLOW")}),
                                       architecture_token("x86_64"));
  EXPECT_THAT(compiled.unknown, ElementsAre("a_call_of_tomorrow"));
  const json of_another_architecture = filter_with({rule({"_llseek"}, "SCMP_ACT_ALLOW")});
  EXPECT_THAT(compile_filter(of_another_architecture, architecture_token("x86_64")).unknown, IsEmpty());
}

TEST(SeccompCompiler, ARuleThatSaysWhatTheDefaultSaysIsLeftOut) {
  const json filter = filter_with({rule({"getpid"}, "SCMP_ACT_ERRNO"), rule({"read"}, "SCMP_ACT_ALLOW")});
  EXPECT_EQ(answer_to(filter, getpid), SECCOMP_RET_ERRNO | EPERM) << "libseccomp itself refuses such a rule";
}

TEST(SeccompCompiler, SaysWhatCannotBeCompiled) {
  EXPECT_THAT(failure_of(json::object()), HasSubstr("there is no action "));
  EXPECT_THAT(failure_of(filter_with({rule({"read"}, "SCMP_ACT_PERHAPS")})),
              HasSubstr("there is no action SCMP_ACT_PERHAPS"));
  const json no_comparison{{"index", 0}, {"op", "SCMP_CMP_LIKE"}, {"value", 1}};
  EXPECT_THAT(failure_of(filter_with({rule({"read"}, "SCMP_ACT_ALLOW", {no_comparison})})),
              HasSubstr("there is no comparison SCMP_CMP_LIKE"));
  EXPECT_THAT(failure_of(filter_with({rule({"read"}, "SCMP_ACT_ALLOW", {equal(6, 1)})})),
              HasSubstr("libseccomp refuses the rule for read: Invalid argument"))
      << "there are six arguments";
  EXPECT_THROW(architecture_token("z80"), EnvironmentFailure);
}

}  // namespace
}  // namespace orchestrate
