#include "experiment/secrets.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/testing.hpp"
#include "plan/sample_plan.hpp"
#include "support/json.hpp"

namespace orchestrate {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

const std::string levels = "{env: {API_TOKEN: [hush-one, hush-two], A: [x]}}";
const std::string contrast =
    "\n  - {factor: env.API_TOKEN, levels: [hush-two, hush-one], operations: [getpid], expect: match}";
const std::string claim =
    "\n  - {id: a, says: A, value: g / h, where: {g: {operation: getpid, at: {env.API_TOKEN: hush-one}}, h: "
    "{operation: "
    "getpid, at: {env.API_TOKEN: hush-two}}}, expect: '> 0'}";

ExperimentWithSecrets hidden() {
  return parse_with_secrets(
      testing::with("claims", claim, testing::with("contrasts", contrast, testing::with("factors", levels))), "x.yaml");
}

TEST(HiddenSecrets, LeaveMasksWhereALevelIsNamed) {
  const auto [experiment, secrets] = hidden();
  EXPECT_THAT(experiment.factors.at(0).levels, ElementsAre("[secret 1]", "[secret 2]"));
  EXPECT_THAT(experiment.factors.at(1).levels, ElementsAre("x")) << "an ordinary variable is shown";
  EXPECT_EQ(experiment.contrasts.at(0).base, "[secret 2]");
  EXPECT_EQ(experiment.contrasts.at(0).other, "[secret 1]");
  EXPECT_EQ(experiment.claims.at(0).operands.at("g").condition.at(0).second, "[secret 1]");
  ASSERT_EQ(secrets.size(), 2U);
  EXPECT_EQ(secrets[1].variable, "API_TOKEN");
  EXPECT_EQ(secrets[1].mask, "[secret 2]");
  EXPECT_EQ(secrets[1].value, "hush-two");
}

TEST(HiddenSecrets, AreNotInThePlan) {
  const std::string plan = to_document(to_json(make_plan(hidden().experiment, std::nullopt, scripted_host(), 1)));
  EXPECT_THAT(plan, HasSubstr("API_TOKEN=[secret 1]"));
  EXPECT_THAT(plan, Not(HasSubstr("hush")));
}

TEST(HiddenSecrets, AreNotInTheReadersMessages) {
  const auto answer = [](const std::string& factors, const std::string& contrasts) {
    return testing::answer(testing::with("contrasts", contrasts, testing::with("factors", factors)));
  };
  for (const std::string& text :
       {answer("{env: {API_TOKEN: [hush, hush]}}", ""), answer("{env: {API_TOKEN: [\"hush\\nb\", a]}}", ""),
        answer("{env: {API_TOKEN: [\"hush\\0b\", a]}}", ""),
        answer(levels,
               "\n  - {factor: env.API_TOKEN, levels: [hush-one, hush-three], operations: [getpid], expect: match}"),
        answer(levels,
               "\n  - {factor: env.API_TOKEN, levels: [hush-one, hush-one], operations: [getpid], expect: match}")}) {
    EXPECT_THAT(text, HasSubstr("x.yaml:"));
    EXPECT_THAT(text, Not(HasSubstr("hush"))) << text;
  }
}

TEST(HiddenSecrets, AreNoneWhereNoNameTellsOfOne) {
  EXPECT_THAT(parse_with_secrets(testing::valid, "x.yaml").secrets, IsEmpty());
}

}  // namespace
}  // namespace orchestrate
