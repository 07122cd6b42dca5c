#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "experiment/experiment.hpp"
#include "experiment/reference.hpp"
#include "factors/host.hpp"
#include "plan/conditions.hpp"

namespace orchestrate {

/// Conditions that are alive together in a round. Slot i of the group is `conditions[i]`; the last slot is the twin, a
/// second container of the first condition.
struct Group {
  std::vector<std::size_t> conditions;  ///< indices into Plan::conditions

  [[nodiscard]] std::size_t slots() const { return conditions.size() + 1; }
  [[nodiscard]] bool is_twin(std::size_t slot) const { return slot == conditions.size(); }
  [[nodiscard]] std::size_t condition_of(std::size_t slot) const {
    return is_twin(slot) ? conditions.front() : conditions[slot];
  }
};

/// Where the values of a condition are.
struct Seat {
  std::size_t group = 0;
  std::size_t slot = 0;

  /// Group by group.
  bool operator<(const Seat& other) const { return group != other.group ? group < other.group : slot < other.slot; }
};

/// One pair of conditions, compared on one operation.
struct PlannedContrast {
  std::string factor;
  std::string base_level;
  std::string other_level;
  std::size_t base = 0;  ///< index into Plan::conditions
  std::size_t other = 0;
  std::string operation;
  Condition at;  ///< the levels that both have
  Expect expect = Expect::differ;
};

/// A level that this host cannot have. Conditions with it are not planned.
struct SkippedLevel {
  std::string factor;
  std::string level;
  std::string reason;  ///< for a person
};

/// A comparison that needs a skipped level.
struct SkippedContrast {
  std::string factor;
  std::string base_level;
  std::string other_level;
  std::string operation;
  Condition at;
  Expect expect = Expect::differ;
  std::string reason;  ///< which level is skipped, and why
};

/// A claim with its names bound to planned conditions.
struct PlannedClaim {
  struct Operand {
    std::string operation;
    std::size_t condition = 0;
    std::string quantity = "ns";
  };
  std::string id;
  std::string says;
  std::string expression;
  std::map<std::string, Operand> operands;
  std::string unit;
  std::optional<double> article;
  Expectation expect;
  std::string skipped = {};  ///< which level is skipped that it needs, and why; then it has no operands
};

/// An article's own value of an operation in a condition.
struct ArticleValue {
  std::string operation;
  std::size_t condition = 0;
  double ns = 0;
  std::string quantity = "ns";
};

/// Everything that is going to be done, and everything that is needed to judge it afterwards without the experiment
/// file. The same experiment, host and seed give the same plan.
struct Plan {
  std::string experiment;
  std::string question;
  std::string image;  ///< as the experiment file names it
  std::uint64_t seed = 0;
  std::vector<std::string> operations;
  Design design;
  Samples samples;
  std::vector<int> looks;  ///< numbers of rounds after which the precision is looked at; the last one ends the run
  PlannedConditions conditions;
  std::vector<Group> groups;
  std::vector<PlannedContrast> contrasts;
  std::vector<PlannedClaim> claims;
  std::vector<SkippedLevel> skipped;
  std::vector<SkippedContrast> skipped_contrasts;
  std::string article;  ///< title of the reference; empty when there is none
  std::vector<ArticleValue> article_values;
};

/// Throws UsageFailure where conditions that are compared do not fit one group, and EnvironmentFailure where the host
/// cannot give a level, or so many are unavailable on it that nothing is left.
Plan make_plan(const Experiment& experiment, const std::optional<Reference>& reference, const Host& host,
               std::uint64_t seed);

/// The seat of a condition; that behind the last group where it has none.
Seat seat_of(const Plan& plan, std::size_t condition);

nlohmann::ordered_json to_json(const Plan& plan);

/// The inverse of to_json. Throws nlohmann::json::exception where a key is missing or of another type.
Plan plan_from_json(const nlohmann::json& value);

/// {"seccomp": "default", "cpus": "pinned"}
nlohmann::ordered_json to_json(const Condition& condition);

}  // namespace orchestrate
