#include <gtest/gtest.h>

#include "factors/testing.hpp"
#include "support/failure.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;

const Factor& cpu_quota = cpu_quota_factor();

json record_of(std::int64_t nanos, std::int64_t quota, std::int64_t period) {
  return {{"HostConfig", {{"NanoCpus", nanos}, {"CpuQuota", quota}, {"CpuPeriod", period}}}};
}

TEST(CpuQuota, PutsItsLevelsIntoArguments) {
  EXPECT_THAT(options_of(cpu_quota, "none"), ElementsAre());
  EXPECT_THAT(options_of(cpu_quota, "0.5"), ElementsAre("--cpus", "0.5"));
}

TEST(CpuQuota, RefusesWhatIsNoNumberOfCpus) {
  for (const char* right : {"0.01", "1", "1.5", "0.333", "0.50"})
    EXPECT_EQ(cpu_quota.refusal(right, "."), std::nullopt);
  for (const char* wrong : {"", "0", "0.001", ".5", "1.", "-1", "1e3", "50%", "0.1234", "01", "1,5", "99999"}) {
    EXPECT_THAT(cpu_quota.refusal(wrong, "."), RefusedWith("as 0.5")) << wrong;
  }
  EXPECT_THAT(cpu_quota.refusal("None", "."), RefusedWith("Did you mean none?"));
  EXPECT_THROW(level_of(cpu_quota, "2.5"), EnvironmentFailure) << "this machine has two";
}

TEST(CpuQuota, ReadsTheRecord) {
  const Level half = level_of(cpu_quota, "0.5");
  EXPECT_THAT(cpu_quota.from_record(half, record_of(500'000'000, 0, 0)), InForce());
  EXPECT_THAT(cpu_quota.from_record(half, record_of(500'000'000, 50'000, 100'000)), InForce()) << "podman shows both";
  EXPECT_THAT(cpu_quota.from_record(half, record_of(0, 50'000, 100'000)), InForce());
  EXPECT_THAT(cpu_quota.from_record(half, record_of(500'000'000, 90'000, 100'000)), Another("two quotas"));
  EXPECT_THAT(cpu_quota.from_record(half, record_of(0, 0, 0)), Another("none"));
  EXPECT_THAT(cpu_quota.from_record(level_of(cpu_quota, "none"), record_of(0, -1, 0)), InForce());
  EXPECT_THAT(cpu_quota.from_record(level_of(cpu_quota, "none"), record_of(0, 150'000, 0)), Another("1.5"));
  EXPECT_THAT(cpu_quota.from_record(half, json::object()), Unreadable("NanoCpus"));
}

TEST(CpuQuota, ReadsTheConfig) {
  const auto config = [](std::int64_t quota) {
    return config_with("/linux/resources/cpu", {{"shares", 0}, {"quota", quota}, {"period", 100'000}});
  };
  EXPECT_THAT(cpu_quota.from_config(level_of(cpu_quota, "0.333"), config(33'300)), InForce());
  EXPECT_THAT(cpu_quota.from_config(level_of(cpu_quota, "0.5"), config(90'000)), Another("0.9"));
  EXPECT_THAT(cpu_quota.from_config(level_of(cpu_quota, "0.5"), plain_config()), Another("none"));
  EXPECT_THAT(cpu_quota.from_config(level_of(cpu_quota, "none"), plain_config()), InForce());
  EXPECT_THAT(cpu_quota.from_config(level_of(cpu_quota, "0.5"), json::object()), Unreadable("linux"));
}

TEST(CpuQuota, ReadsTheWitness) {
  const Level half = level_of(cpu_quota, "0.5");
  const Witness limited =
      witness_with("/cgroup", {{"version", "v2"}, {"cpu_quota_us", 50'000}, {"cpu_period_us", 100'000}});
  const Witness free = witness_with("/cgroup", {{"version", "v2"}});
  EXPECT_THAT(cpu_quota.from_witness(half, limited), InForce());
  EXPECT_THAT(cpu_quota.from_witness(half, free), Another("none"));
  EXPECT_THAT(cpu_quota.from_witness(level_of(cpu_quota, "none"), limited), Another("0.5"));
  EXPECT_THAT(cpu_quota.from_witness(half, witness_without("cgroup", "no mount")), Unreadable("no mount"));
  const Witness half_blind =
      read_witness({{"cgroup", {{"version", "v2"}}}, {"unreadable", {{"cgroup.cpu", "open cpu.max: EACCES"}}}});
  EXPECT_THAT(cpu_quota.from_witness(level_of(cpu_quota, "none"), half_blind), Unreadable("EACCES"))
      << "no quota seen is not no quota";
}

}  // namespace
}  // namespace orchestrate
