#include "report/filter_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plan/sample_plan.hpp"
#include "report/report.hpp"

namespace orchestrate {
namespace {

using ::testing::HasSubstr;

constexpr const char* resolver = "libseccomp 2.5.4";

SeccompRefusals refusing(std::vector<std::string> names, std::vector<std::string> some = {}) {
  return {resolver, "x86_64", true, std::move(names), std::move(some), 10, {}};
}

/// seccomp default and unconfined, each at capabilities default and none: conditions 0 to 3.
Summary filtered_summary(const std::vector<SeccompRefusals>& filters) {
  Experiment experiment = sample_experiment();
  experiment.factors = {{"seccomp", {"default", "unconfined"}, {}}, {"capabilities", {"default", "none"}, {}}};
  experiment.contrasts.clear();
  experiment.claims.clear();
  Summary summary;
  summary.run.plan = make_plan(experiment, std::nullopt, scripted_host(), 1);
  for (std::size_t condition = 0; condition < filters.size(); ++condition) {
    summary.filters.push_back({condition, {{1, 0, condition}, filters[condition], ""}});
  }
  return summary;
}

TEST(FilterText, OneLineForEachDifferentFilter) {
  const SeccompRefusals bare{resolver, "x86_64", false, {}, {}, 13, {}};
  const SeccompRefusals filter = refusing({"acct", "bpf"}, {"clone"});
  EXPECT_EQ(
      filter_text(filtered_summary({filter, filter, bare, bare})),
      "  seccomp default refuses 2 of 13 system calls (libseccomp 2.5.4, x86_64): acct, bpf; 1 for some arguments "
      "only: clone\n"
      "  seccomp unconfined refuses no system call: no filter is loaded\n");
}

TEST(FilterText, TheSameLevelWithAnotherFilterIsToldInFull) {
  const std::string text = filter_text(filtered_summary({refusing({"acct"}), refusing({"acct", "chroot"})}));
  EXPECT_THAT(text, HasSubstr("  seccomp default, capabilities default refuses 1 of 11"));
  EXPECT_THAT(text, HasSubstr("  seccomp default, capabilities none refuses 2 of 12"));
}

TEST(FilterText, ManyNamesAreShortenedHereAndCompleteInTheSummary) {
  const Summary summary = filtered_summary({refusing({"a", "b", "c", "d", "e", "f", "g", "h", "i"})});
  EXPECT_THAT(filter_text(summary), HasSubstr(": a, b, c, d, e, f, g, h, …\n"));
  const auto filter = summary_json(summary).at("filters").at(0);
  EXPECT_EQ(filter.at("refused").at("count"), 9);
  EXPECT_EQ(filter.at("refused").at("names").back(), "i");
  EXPECT_EQ(filter.at("for_some_arguments").at("count"), 0);
  EXPECT_EQ(filter.at("allowed"), 10);
  EXPECT_EQ(filter.at("resolved_by"), resolver);
  EXPECT_EQ(filter.at("architecture"), "x86_64");
  EXPECT_EQ(filter.at("condition").at("seccomp"), "default");
}

TEST(FilterText, AFilterThatWasNotResolvedHasAReasonAndNoNumber) {
  Summary summary = filtered_summary({SeccompRefusals{}});
  summary.filters[0].filter.failure = "it broke\n";
  EXPECT_EQ(filter_text(summary), "  seccomp default: it broke\\n\n");
  const auto filter = summary_json(summary).at("filters").at(0);
  EXPECT_EQ(filter.at("not_resolved"), "it broke\n");
  EXPECT_FALSE(filter.contains("refused"));
}

}  // namespace
}  // namespace orchestrate
