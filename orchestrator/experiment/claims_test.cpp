#include "experiment/claims.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/testing.hpp"

namespace orchestrate {
namespace {

using ::testing::HasSubstr;

constexpr double infinity = std::numeric_limits<double>::infinity();

const std::string base =
    testing::with("factors", "{seccomp: [default, unconfined], cpus: [pinned], env: {A: ['', 1, 2]}}");

std::string text_of_claim(const std::string& claim) {
  return testing::with("claims", "[" + claim + "]", base);
}
std::string answer_to_claim(const std::string& claim) {
  return testing::answer(text_of_claim(claim));
}
Claim read_claim(const std::string& claim) {
  return parse_experiment(text_of_claim(claim), "x.yaml").claims.at(0);
}

TEST(Claims, NamesAreOperationsAtTheClaimsCondition) {
  const Claim claim = read_claim(
      "{id: a, says: x, value: getpid / empty_loop, at: {seccomp: default, env.A: 1}, unit: ns, "
      "article: 1.430, expect: \"> 20\"}");
  EXPECT_EQ(claim.id, "a");
  EXPECT_EQ(claim.says, "x");
  EXPECT_EQ(claim.expression, "getpid / empty_loop");
  EXPECT_EQ(claim.unit, "ns");
  EXPECT_EQ(claim.article, 1.43);
  ASSERT_EQ(claim.operands.size(), 2U);
  EXPECT_EQ(claim.operands.at("getpid").operation, "getpid");
  EXPECT_EQ(claim.operands.at("getpid").condition,
            (Condition{{"seccomp", "default"}, {"cpus", "pinned"}, {"env.A", "1"}}))
      << "a factor with one level need not be named";
}

TEST(Claims, NamesOfWhereHaveConditionsOfTheirOwn) {
  const Claim claim = read_claim(
      "{id: a, says: x, value: filtered - bare, at: {env.A: ''}, where: {filtered: {operation: getpid, "
      "at: {seccomp: default}}, bare: {operation: getpid, at: {env.A: 2, seccomp: unconfined}}}, "
      "expect: \"> 0\"}");
  EXPECT_EQ(claim.operands.at("filtered").operation, "getpid");
  EXPECT_EQ(claim.operands.at("filtered").condition,
            (Condition{{"seccomp", "default"}, {"cpus", "pinned"}, {"env.A", ""}}))
      << "the claim's own at holds where the name's at is silent";
  EXPECT_EQ(claim.operands.at("bare").condition,
            (Condition{{"seccomp", "unconfined"}, {"cpus", "pinned"}, {"env.A", "2"}}))
      << "the name's at wins";
  EXPECT_FALSE(claim.article);
}

TEST(Claims, ANameMayStandForAnotherQuantity) {
  const Claim claim = read_claim(
      "{id: a, says: x, value: calls + free, at: {seccomp: default, env.A: 1}, where: {calls: {operation: getpid, "
      "quantity: system_calls}, free: {quantity: vdso_mapped}}, expect: \"> 0\"}");
  EXPECT_EQ(claim.operands.at("calls").quantity, "system_calls");
  EXPECT_EQ(claim.operands.at("calls").operation, "getpid");
  EXPECT_EQ(claim.operands.at("free").quantity, "vdso_mapped");
  EXPECT_EQ(claim.operands.at("free").operation, "");
  EXPECT_EQ(claim.operands.at("free").condition, claim.operands.at("calls").condition);
}

struct ClaimCase {
  const char* claim;
  const char* says;
};

TEST(Claims, RefusedOnesSayWhatIsAllowed) {
  for (const ClaimCase& one :
       {ClaimCase{"{id: a, says: x, value: getpid, at: {env.A: 1}, expect: \"> 1\"}",
                  "x.yaml:6:34: getpid has two conditions: say at: {seccomp: …} (seccomp: default, unconfined)"},
        ClaimCase{
            "{id: a, says: x, value: getpid, expect: \"> 1\"}",
            "getpid has six conditions: say at: {seccomp: …, env.A: …} (seccomp: default, unconfined; env.A: \"\", 1, "
            "2)"},
        ClaimCase{"{id: a, says: x, value: f, where: {f: {operation: getpid, at: {env.A: 1}}}, expect: \"> 1\"}",
                  "getpid has two conditions"},
        ClaimCase{"{id: a, says: x, value: getpid / function_call, at: {seccomp: default, env.A: 1}, expect: \"> 1\"}",
                  "function_call is not measured; add it to operations"},
        ClaimCase{
            "{id: a, says: x, value: getpd, at: {seccomp: default, env.A: 1}, expect: \"> 1\"}",
            "getpd is neither an operation nor a name of where. Did you mean getpid? (allowed: empty_loop, getpid)"},
        ClaimCase{"{id: a, says: x, value: filterd, where: {filtered: {operation: getpid}}, expect: \"> 1\"}",
                  "Did you mean filtered?"},
        ClaimCase{"{id: a, says: x, value: f, where: {f: {operation: read_byte}}, expect: \"> 1\"}",
                  "read_byte is not among operations"},
        ClaimCase{"{id: a, says: x, value: f, where: {f: {operation: getpid, at: {cpu: x}}}, expect: \"> 1\"}",
                  "cpu is not a factor of this experiment"},
        ClaimCase{"{id: a, says: x, value: getpid, at: {seccomp: unconfind}, expect: \"> 1\"}",
                  "Did you mean unconfined?"},
        ClaimCase{
            "{id: a, says: x, value: getpid, at: {seccomp: default, env.A: 1}, where: {f: {operation: getpid, at: "
            "{seccomp: default, env.A: 1}}}, expect: \"> 1\"}",
            "f is not used in value"},
        ClaimCase{"{id: a, says: x, value: \"1 + 2\", expect: \"> 1\"}", "1 + 2 uses no measured value"},
        ClaimCase{"{id: a, says: x, value: \"getpid / \", expect: \"> 1\"}",
                  "x.yaml:6:34: value: expression ends too early, column 10 of \"getpid / \""},
        ClaimCase{"{id: A B, says: x, value: getpid, expect: \"> 1\"}",
                  "an id is made of small letters, digits and _ only"},
        ClaimCase{"{id: a, says: x, value: getpid, article: about 3, expect: \"> 1\"}",
                  "a number is wanted, not about 3"},
        ClaimCase{"{id: a, says: x, value: f, where: {1f: {operation: getpid}}, expect: \"> 1\"}",
                  "a name in `where` begins with a letter"},
        ClaimCase{"{id: a, says: x, value: f, where: {f: {at: {}}}, expect: \"> 1\"}", "the key operation is missing"},
        ClaimCase{"{id: a, says: x, value: getpid, at: {seccomp: default, env.A: 1}}", "the key expect is missing"},
        ClaimCase{"{id: a, says: x, value: getpid, expect: 20}", "an expectation is one of"},
        ClaimCase{"{id: a, says: x, value: getpid, expect: \"=> 20\"}", "an expectation is one of"},
        ClaimCase{"{id: a, says: x, value: getpid, at: {seccomp: default, env.A: 1}, expect: \"2 .. 1\"}",
                  "2 .. 1 holds nothing"},
        ClaimCase{"{id: a, says: x, value: getpid, at: {seccomp: default, env.A: 1}, expect: \"> 1e999\"}",
                  "1e999 is beyond what a number can be"},
        ClaimCase{"{id: a, says: x, value: f, where: {f: {quantity: system_call, operation: getpid}}, expect: \"> 1\"}",
                  "Did you mean system_calls?"},
        ClaimCase{"{id: a, says: x, value: f, where: {f: {quantity: system_calls}}, expect: \"> 1\"}",
                  "the key operation is missing: system_calls is a quantity of one"},
        ClaimCase{"{id: a, says: x, value: f, where: {f: {quantity: vdso_mapped, operation: getpid}}, expect: \"> 1\"}",
                  "vdso_mapped is a quantity of the condition, not of an operation; leave operation out"},
        ClaimCase{"{id: a, says: x, value: f, where: {f: {quantity: vdso_mapped}}, expect: \"> 1\"}",
                  "vdso_mapped has six conditions"},
        ClaimCase{
            "{id: a, says: x, value: f, where: {f: {quantity: sampled_p50_ns, operation: getpid}}, expect: \"> 1\"}",
            "getpid is not among samples.operations, so it has no sampled_p50_ns"},
        ClaimCase{"{id: a, says: x, valu: getpid, expect: \"> 1\"}", "Did you mean value?"}}) {
    EXPECT_THAT(answer_to_claim(one.claim), HasSubstr(one.says)) << one.claim;
  }
}

TEST(Claims, IdsAreUsedOnce) {
  const std::string claim = "{id: a, says: x, value: getpid, at: {seccomp: default, env.A: 1}, expect: \"> 1\"}";
  EXPECT_THAT(answer_to_claim(claim + ",\n  " + claim),
              HasSubstr("x.yaml:7:8: id a is used twice, on line 6 and on line 7"));
}

TEST(Claims, ExpectationsAreClosedIntervals) {
  const auto expectation = [](const std::string& text) { return read_expectation(parse_document("'" + text + "'")); };
  EXPECT_EQ(expectation(">= 20").low, 20);
  EXPECT_EQ(expectation(">= 20").high, infinity);
  EXPECT_GT(expectation("> 20").low, 20) << "20 itself does not satisfy > 20";
  EXPECT_LT(expectation("> 20").low, 20.0000001);
  EXPECT_EQ(expectation("<=-1.5e1").high, -15);
  EXPECT_EQ(expectation("<= 5").low, -infinity);
  EXPECT_LT(expectation("< 0").high, 0);
  EXPECT_EQ(expectation("0.95 .. 1.05").low, 0.95);
  EXPECT_EQ(expectation("0.95..1.05").high, 1.05);
  EXPECT_EQ(expectation("-2 .. -1").low, -2);
  EXPECT_EQ(expectation("0.95 .. 1.05").text, "0.95 .. 1.05");
}

}  // namespace
}  // namespace orchestrate
