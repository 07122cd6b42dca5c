#include "cli/first_experiment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/reader.hpp"
#include "support/failure.hpp"
#include "support/files.hpp"

namespace orchestrate {
namespace {

using ::testing::HasSubstr;

TEST(FirstExperiment, IsOneThatTheReaderTakes) {
  const std::string text = first_experiment("mine", "/usr/share/orchestrate/experiments/schema.json");
  const Experiment experiment = parse_experiment(text, "mine.yaml");
  EXPECT_EQ(experiment.name, "mine");
  EXPECT_EQ(experiment.contrasts.size(), 2U);
  EXPECT_EQ(experiment.claims.size(), 1U);
  EXPECT_THAT(text, HasSubstr("$schema=/usr/share/orchestrate/experiments/schema.json\n"));
  EXPECT_THAT(text, HasSubstr("orchestrate check mine.yaml\n"));
  EXPECT_EQ(text.find('@'), std::string::npos) << "a place that was not filled";
}

/// What is only a comment is to be right as well: each is a key that can be uncommented.
TEST(FirstExperiment, ItsSuggestionsAreTakenToo) {
  std::string text = first_experiment("mine", "schema.json");
  std::size_t suggestions = 0;
  for (std::size_t at = text.find("\n  # "); at != std::string::npos; at = text.find("\n  # ")) {
    text.erase(at + 3, 2);
    ++suggestions;
  }
  EXPECT_GE(suggestions, 3U);
  EXPECT_GE(parse_experiment(text, "mine.yaml").factors.size(), 2 + suggestions);
}

TEST(FirstExperiment, NamesThatNameNoFolderAreRefused) {
  for (const char* name : {"", "..", "-x", "a b", "a/b", "\x1b[31m"}) {
    EXPECT_THROW((void)first_experiment(name, "schema.json"), UsageFailure) << name;
  }
}

TEST(FirstExperiment, NeverOverwritesAFile) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "mine.yaml";
  write_new_file(path, "one");
  EXPECT_THROW(write_new_file(path, "two"), UsageFailure);
  EXPECT_EQ(read_file(path), "one");
  EXPECT_THROW(write_new_file(folder.path() / "nowhere/mine.yaml", "x"), EnvironmentFailure);
}

}  // namespace
}  // namespace orchestrate
