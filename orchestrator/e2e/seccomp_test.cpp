// experiments/seccomp.yaml on the real engine: the whole line once, and what happens to it when flags are swallowed.

#include <gmock/gmock.h>

#include <iostream>
#include <limits>
#include <set>

#include "e2e/program.hpp"

namespace orchestrate {
namespace {

using ::testing::HasSubstr;

using nlohmann::json;

const json* contrast_on(const json& summary, const std::string& operation) {
  for (const json& contrast : summary.at("contrasts")) {
    if (contrast.at("operation") == operation) return &contrast;
  }
  return nullptr;
}

double twin_difference(const json& summary, const std::string& operation) {
  for (const json& twin : summary.at("twin")) {
    if (twin.at("operation") == operation) return twin.at("difference_ns").at("median").get<double>();
  }
  return std::numeric_limits<double>::quiet_NaN();
}

/// The same, but makes one argument of the two, as a shell that does not split a variable does.
constexpr const char* join_security_opt = R"(
n=$#
while [ "$n" -gt 0 ]; do
  a=$1; shift; n=$((n - 1))
  if [ "$a" = --security-opt ]; then a="$a $1"; shift; n=$((n - 1)); fi
  set -- "$@" "$a"
done)";

class SeccompExperiment : public RealEngine {};

TEST_F(SeccompExperiment, MeasuresTheFilterWithEvidence) {
  const Outcome outcome = run(project_file("experiments/seccomp.yaml"));
  ASSERT_EQ(outcome.state.code, 0) << outcome.output << outcome.errors;
  const json found = summary("seccomp");
  for (const char* operation : {"getpid", "getpid_syscall"}) {
    EXPECT_EQ(contrast_on(found, operation)->at("verdict"), "differs") << operation;
  }
  for (const char* operation : {"clock_monotonic", "function_call"}) {
    EXPECT_EQ(contrast_on(found, operation)->at("verdict"), "matches") << operation;
  }
  std::vector<std::string> claims;
  for (const json& claim : found.at("claims")) {
    claims.push_back(claim.at("id").get<std::string>());
    EXPECT_TRUE(claim.contains("value")) << claim;
  }
  EXPECT_THAT(claims, ::testing::ElementsAre("function_calls", "function_calls_net", "overstatement", "no_pid_cache",
                                             "write_dearer", "filter", "flag_arrived", "refused", "filter_share"));
  EXPECT_EQ(found.at("attestations").size(), 2U * 14) << "twelve factors, the container itself, and no warning";
  for (const json& attestation : found.at("attestations")) {
    EXPECT_EQ(attestation.at("attested"), true) << attestation;
    EXPECT_EQ(attestation.at("engine"), attestation.at("declared"));
    // What a process does not see of itself.
    const std::set<std::string> unseen{"engine's warnings", "network", "pids"};
    if (!unseen.contains(attestation.at("factor").get<std::string>())) {
      EXPECT_EQ(attestation.at("witness"), attestation.at("declared"));
    }
  }
  EXPECT_EQ(found.at("containers").at("left_behind"), 0);
  EXPECT_NEAR(twin_difference(found, "getpid"), 0, 2) << "ns, median over rounds";
  const double wall_s = found.at("time").at("wall_s").get<double>();
  const double share = found.at("time").at("measuring_s").get<double>() / wall_s;
  // Wall time is reported, not asserted: it is the machine's.
  std::cout << "figures: wall " << wall_s << " s, measuring share " << share << ", twin difference on getpid "
            << twin_difference(found, "getpid") << " ns, rounds " << found.at("rounds") << "\n"
            << outcome.output;

  const std::string before = read_file(latest("seccomp") / "summary.json");
  write_file(latest("seccomp") / "summary.json", "overwritten");
  EXPECT_EQ(orchestrate({"report", latest("seccomp").string()}).state.code, 0);
  EXPECT_EQ(read_file(latest("seccomp") / "summary.json"), before) << "the report is a function of the journal";
}

TEST_F(SeccompExperiment, ADroppedFlagIsSwallowedAndHasNoNumbers) {
  const Outcome outcome = run(project_file("experiments/seccomp.yaml"), {"--engine", client_that(drop_security_opt)});
  EXPECT_EQ(outcome.state.code, 3) << outcome.output << outcome.errors;
  EXPECT_THAT(outcome.output, HasSubstr("swallowed: seccomp default | unconfined"));
  EXPECT_THAT(outcome.output, HasSubstr("seccomp unconfined was declared; inspect shows default (SecurityOpt names no "
                                        "seccomp profile); "));
  EXPECT_THAT(outcome.output, HasSubstr("the process itself shows default (Seccomp: 2"));
  const json found = summary("seccomp");
  EXPECT_EQ(found.at("exit"), 3);
  for (const json& contrast : found.at("contrasts")) {
    EXPECT_EQ(contrast.at("verdict"), "swallowed");
    EXPECT_FALSE(contrast.contains("difference_ns"));
    EXPECT_FALSE(contrast.contains("ratio"));
  }
  for (const json& operation : found.at("operations")) {
    EXPECT_EQ(operation.at("condition").at("seccomp"), "default") << "no number of the dropped level";
  }
  for (const json& filter : found.at("filters")) {
    EXPECT_EQ(filter.at("condition").at("seccomp"), "default") << "nor a list of what it refuses";
  }
  bool named = false;
  for (const json& attestation : found.at("attestations")) {
    if (attestation.at("factor") != "seccomp" || attestation.at("declared") != "unconfined") continue;
    named = true;
    EXPECT_EQ(attestation.at("engine"), "default");
    EXPECT_EQ(attestation.at("witness"), "default");
    EXPECT_THAT(attestation.at("engine_detail").get<std::string>(), HasSubstr("SecurityOpt"));
    EXPECT_THAT(attestation.at("witness_detail").get<std::string>(), HasSubstr("Seccomp: 2"));
  }
  EXPECT_TRUE(named);
}

TEST_F(SeccompExperiment, JoinedArgumentsAreTheEnginesOwnError) {
  const Outcome outcome = run(project_file("experiments/seccomp.yaml"), {"--engine", client_that(join_security_opt)});
  EXPECT_EQ(outcome.state.code, 3) << "only that level is given up" << outcome.output << outcome.errors;
  EXPECT_THAT(outcome.errors, HasSubstr("unknown flag: --security-opt seccomp"));
  EXPECT_THAT(outcome.errors, HasSubstr("[--security-opt]\n  [seccomp=unconfined]")) << "the argv as we gave it";
  const json found = summary("seccomp");
  EXPECT_EQ(found.at("exit"), 3);
  EXPECT_EQ(found.at("given_up").at(0).at("kind"), "engine error");
  EXPECT_EQ(found.at("given_up").at(0).at("condition").at("seccomp"), "unconfined");
  for (const json& operation : found.at("operations")) EXPECT_EQ(operation.at("condition").at("seccomp"), "default");
}

}  // namespace
}  // namespace orchestrate
