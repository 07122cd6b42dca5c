#include "cli/preparation.hpp"

#include <gmock/gmock.h>

#include "engine/scripted_engine.hpp"
#include "plan/sample_plan.hpp"

namespace orchestrate {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Makes what it is told to, and notes what was asked of it.
struct ScriptedWorkshop {
  std::map<std::string, std::string> refusals;       ///< by image or level
  std::map<std::string, std::string> libc_versions;  ///< of probes that turn out to be another libc's, by level
  std::vector<std::string> asked;

  Workshop workshop() {
    return {[this](const std::string& image) -> std::optional<std::string> {
              asked.push_back(image);
              if (refusals.contains(image)) return refusals.at(image);
              return std::nullopt;
            },
            [this](const std::string& level) -> MadeProbe {
              asked.push_back(level);
              if (refusals.contains(level)) return {{}, refusals.at(level)};
              const auto other = libc_versions.find(level);
              const std::string version = other == libc_versions.end() ? level.substr(6) : other->second;
              return {{"/probes/" + level, "0", "b1", "5a", "glibc", version}, {}};
            }};
  }
};

Experiment with_libcs(const std::vector<std::string>& levels) {
  Experiment experiment = sample_experiment();
  experiment.factors.push_back({"libc", levels, {}});
  return experiment;
}

TEST(Preparation, MakesOnlyWhatIsMissing) {
  ScriptedEngine engine;
  ScriptedWorkshop workshop;
  Host host;
  prepare(with_libcs({"native"}), engine, workshop.workshop(), host);
  EXPECT_THAT(workshop.asked, IsEmpty());
  EXPECT_TRUE(host.probes.empty());

  Script script;
  script.lacks = {"debian:12-slim"};
  ScriptedEngine empty(script);
  prepare(with_libcs({"native", "glibc-2.31"}), empty, workshop.workshop(), host);
  EXPECT_THAT(workshop.asked, ElementsAre("debian:12-slim", "glibc-2.31"));
  EXPECT_EQ(host.probes.at("glibc-2.31").path, "/probes/glibc-2.31");
  EXPECT_TRUE(host.unavailable.empty());
}

TEST(Preparation, AProbeThatCannotBeHadMakesItsLevelUnavailable) {
  ScriptedEngine engine;
  ScriptedWorkshop workshop;
  workshop.refusals["glibc-2.24"] = "no registry gives debian:9-slim";
  Host host;
  const Experiment experiment = with_libcs({"glibc-2.24", "glibc-2.31"});
  prepare(experiment, engine, workshop.workshop(), host);
  EXPECT_EQ(host.unavailable.at({"libc", "glibc-2.24"}), "no registry gives debian:9-slim");
  EXPECT_FALSE(host.probes.contains("glibc-2.24"));
  EXPECT_TRUE(host.probes.contains("glibc-2.31")) << "the others are made all the same";
  try {
    require_all_levels(experiment, host);
    FAIL() << "a level is unavailable";
  } catch (const EnvironmentFailure& failure) {
    EXPECT_THAT(failure.what(), HasSubstr("libc glibc-2.24: no registry gives debian:9-slim"));
  }
}

TEST(Preparation, AProbeWithAnotherLibcThanItsLevelSaysIsNotUsed) {
  ScriptedEngine engine;
  ScriptedWorkshop workshop;
  workshop.libc_versions["glibc-2.31"] = "2.36";
  Host host;
  prepare(with_libcs({"native", "glibc-2.31"}), engine, workshop.workshop(), host);
  EXPECT_FALSE(host.probes.contains("glibc-2.31"));
  EXPECT_THAT(host.unavailable.at({"libc", "glibc-2.31"}), HasSubstr("carries glibc 2.36"));
}

TEST(Preparation, AnImageThatCannotBeHadIsALevelLessOrTheEnd) {
  Script script;
  script.lacks = {"debian:12-slim", "debian:13-slim"};
  ScriptedEngine engine(script);
  ScriptedWorkshop workshop;
  workshop.refusals["debian:13-slim"] = "no registry gives it";
  Host host;
  Experiment experiment = sample_experiment();
  experiment.factors.push_back({"image", {"debian:12-slim", "debian:13-slim"}, {}});
  prepare(experiment, engine, workshop.workshop(), host);
  EXPECT_EQ(host.unavailable.at({"image", "debian:13-slim"}), "no registry gives it");
  EXPECT_EQ(host.unavailable.size(), 1U);

  workshop.refusals["debian:12-slim"] = "nor this";
  EXPECT_THROW(prepare(experiment, engine, workshop.workshop(), host), EnvironmentFailure)
      << "the image of container.image";
}

TEST(Preparation, NothingMissingIsAllThatIsRequired) {
  EXPECT_NO_THROW(require_all_levels(sample_experiment(), scripted_host()));
}

TEST(Preparation, AProbeThatIsNotThereYetHasOnlyItsPlace) {
  Host host = scripted_host();
  const Experiment experiment = with_libcs({"native", "glibc-2.24"});
  add_probes_that_are_there(experiment, host);
  ASSERT_EQ(host.probes.size(), 1U);
  EXPECT_THAT(host.probes.at("glibc-2.24").path.string(), HasSubstr("probes/glibc-2.24/probe"));
  EXPECT_NO_THROW(make_plan(experiment, std::nullopt, host, 1)) << "a plan needs no probe";
}

}  // namespace
}  // namespace orchestrate
