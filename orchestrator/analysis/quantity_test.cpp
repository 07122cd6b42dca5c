#include "analysis/quantity.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/schema.hpp"

namespace orchestrate {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAreArray;

struct Found {
  Series series;
  std::optional<SystemCallsCounted> counted;
  std::vector<Sampled> samples;
  nlohmann::json witness;
  std::optional<FilterResolved> filter;

  Estimator estimator = Estimator::floor;

  [[nodiscard]] QuantityValues of(const std::string& quantity) const {
    return values_of(
        quantity, {series, counted ? &*counted : nullptr, samples, witness, filter ? &*filter : nullptr, 2, estimator});
  }
};

TEST(Quantity, EveryNameOfTheSchemaCanBeRead) {
  const auto names = experiment_schema().json().at("definitions").at("quantity").at("enum");
  EXPECT_THAT(quantity_names(), UnorderedElementsAreArray(names.get<std::vector<std::string>>()));
}

TEST(Quantity, TimesAndSwitchesAreTheRounds) {
  Found found;
  found.series = {{1, 2}, {3, 4}, {5, 6}, {0.5, 0.75}, {}, {}};
  EXPECT_THAT(found.of("ns").values, ElementsAre(1, 2));
  EXPECT_THAT(found.of("median_ns").values, ElementsAre(3, 4));
  EXPECT_THAT(found.of("switches").values, ElementsAre(5, 6));
  EXPECT_THAT(found.of("apart").values, ElementsAre(0.5, 0.75));
  found.estimator = Estimator::median;
  EXPECT_THAT(found.of("ns").values, ElementsAre(3, 4));
}

TEST(Quantity, WhatIsCountedOnceHoldsForEveryRound) {
  Found found;
  found.counted = SystemCallsCounted{{}, "x", 100'000, {{"clock_gettime", 100'000}}, ""};
  EXPECT_THAT(found.of("system_calls").values, ElementsAre(1, 1));
  found.witness = {{"vdso", {{"vdso", "r-xp [vdso]"}}}};
  EXPECT_THAT(found.of("vdso_mapped").values, ElementsAre(1, 1));
  EXPECT_THAT(found.of("vvar_mapped").values, ElementsAre(0, 0));
}

TEST(Quantity, RefusedSystemCallsAreThoseRefusedWhateverTheirArguments) {
  Found found;
  found.filter = FilterResolved{{}, {"libseccomp 2", "x86_64", true, {"keyctl", "mount"}, {"clone"}, 300, {}}, ""};
  EXPECT_THAT(found.of("refused_system_calls").values, ElementsAre(2, 2));
  found.filter->failure = "libseccomp does not take it";
  EXPECT_EQ(found.of("refused_system_calls").missing, "libseccomp does not take it");
}

TEST(Quantity, SamplesLoseTheTimersCost) {
  Found found;
  found.samples = {{1000, 1, 95'000, 28, 1010, {{28, 500}, {94, 400}, {1010, 100}}, {"tsc", 0.5, 2, 20}}};
  EXPECT_THAT(found.of("sampled_mean_ns").values, ElementsAre(95));
  EXPECT_THAT(found.of("sampled_smallest_ns").values, ElementsAre(4));
  EXPECT_THAT(found.of("sampled_p50_ns").values, ElementsAre(4));
  EXPECT_THAT(found.of("sampled_p90_ns").values, ElementsAre(37));
  EXPECT_THAT(found.of("sampled_p99_ns").values, ElementsAre(495));
  EXPECT_THAT(found.of("sampled_largest_ns").values, ElementsAre(495));
  EXPECT_THAT(found.of("timer_step_ns").values, ElementsAre(1));
  EXPECT_THAT(found.of("timer_cost_ns").values, ElementsAre(10));
}

TEST(Quantity, WhatIsMissingSaysWhy) {
  Found found;
  for (const std::string& name : quantity_names()) {
    EXPECT_NE(found.of(name).missing, "") << name;
    EXPECT_TRUE(found.of(name).values.empty()) << name;
  }
  found.counted = SystemCallsCounted{{}, "x", 1000, {}, "ptrace is refused"};
  EXPECT_THAT(found.of("system_calls").missing, HasSubstr("ptrace is refused"));
  found.samples = {{1000, 16, 95'000, 28, 30, {{28, 62}}, {"tsc", 0.5, 2, 20}}};
  EXPECT_THAT(found.of("sampled_p99_ns").missing, HasSubstr("too few"));
}

}  // namespace
}  // namespace orchestrate
