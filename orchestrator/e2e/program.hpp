#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/files.hpp"
#include "support/process.hpp"

namespace orchestrate {

/// POSIX shell that drops `--security-opt` and the value behind it from "$@".
inline constexpr const char* drop_security_opt = R"(
n=$#
while [ "$n" -gt 0 ]; do
  a=$1; shift; n=$((n - 1))
  if [ "$a" = --security-opt ]; then shift; n=$((n - 1)); else set -- "$@" "$a"; fi
done)";

/// A test that drives the built program against the real engine, with a results folder of its own. Without an engine it
/// fails under CI and is skipped, with a message, elsewhere. Afterwards no container of ours may be left,
/// and every summary.json that the test made follows its schema.
class RealEngine : public ::testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  /// Runs `orchestrate` with these arguments.
  [[nodiscard]] static Outcome orchestrate(std::vector<std::string> arguments);

  /// Runs `orchestrate run` on an experiment file into the results folder.
  [[nodiscard]] Outcome run(const std::string& experiment, const std::vector<std::string>& options = {}) const;

  /// The folder of the last run of an experiment.
  [[nodiscard]] std::filesystem::path latest(const std::string& experiment) const;

  [[nodiscard]] nlohmann::json summary(const std::string& experiment) const;

  /// A client that calls the real one after changing its arguments; `edit` is POSIX shell that works on "$@".
  [[nodiscard]] std::string client_that(const std::string& edit) const;

  /// Writes an experiment file of the test's own and returns its path.
  [[nodiscard]] std::string experiment_file(const std::string& text) const;

  /// Ids of every container that carries the label orchestrate.run.
  [[nodiscard]] static std::string labelled_containers();

  TemporaryFolder folder_;

 private:
  void expect_summaries_follow_their_schema() const;
};

/// The project's own file.
std::string project_file(const std::string& path);

}  // namespace orchestrate
