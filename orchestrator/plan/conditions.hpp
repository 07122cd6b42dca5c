#pragma once

#include <cstddef>
#include <iterator>
#include <string>
#include <vector>

#include "engine/container_spec.hpp"
#include "experiment/condition.hpp"
#include "factors/factor.hpp"

namespace orchestrate {

/// One condition, made definite for this host.
struct PlannedCondition {
  Condition condition;        ///< the factors that the experiment file names
  std::vector<Level> levels;  ///< these and the implied ones: everything that is to be attested
  ContainerSpec spec;
};

/// A factor with all its levels, made definite for this host.
struct PlannedFactor {
  std::string factor;
  std::vector<Level> levels;
};

/// The conditions of a plan, by index: every combination of the levels, the last factor changing fastest. Only the
/// levels are kept; a condition is put together when it is asked for, and comes as a value. So a million conditions
/// take no more memory than the levels that they combine.
class PlannedConditions {
 public:
  PlannedConditions() = default;

  /// Conditions as they are listed, of any kind: what a journal holds.
  explicit PlannedConditions(std::vector<PlannedCondition> listed);

  /// All combinations. `others` are the levels that every condition has besides: the image, and the implied ones, of
  /// which a privileged condition lacks those that cannot hold there. `engine_args` end each container's options.
  PlannedConditions(std::vector<PlannedFactor> varied, std::vector<Level> others, std::vector<std::string> engine_args);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] PlannedCondition operator[](std::size_t index) const;
  [[nodiscard]] PlannedCondition at(std::size_t index) const;  ///< throws std::out_of_range
  [[nodiscard]] PlannedCondition front() const { return at(0); }

  /// The levels by name alone, which is much less work.
  [[nodiscard]] Condition condition(std::size_t index) const;

  /// The first condition that has all of these levels; size() where there is none.
  [[nodiscard]] std::size_t index_of(const Condition& levels) const;

  /// Whether a condition has all of these levels.
  [[nodiscard]] bool agrees_with(std::size_t index, const Condition& levels) const;

  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = PlannedCondition;
    using difference_type = std::ptrdiff_t;
    using pointer = const PlannedCondition*;
    using reference = PlannedCondition;

    Iterator(const PlannedConditions* conditions, std::size_t index) : conditions_(conditions), index_(index) {}
    PlannedCondition operator*() const { return (*conditions_)[index_]; }
    Iterator& operator++() {
      ++index_;
      return *this;
    }
    bool operator==(const Iterator& other) const { return index_ == other.index_; }

   private:
    const PlannedConditions* conditions_;
    std::size_t index_;
  };

  [[nodiscard]] Iterator begin() const { return {this, 0}; }
  [[nodiscard]] Iterator end() const { return {this, size_}; }

 private:
  [[nodiscard]] const Level& level(std::size_t index, std::size_t factor) const;

  std::size_t size_ = 0;
  std::vector<PlannedCondition> listed_;
  std::vector<PlannedFactor> varied_;
  std::vector<std::size_t> steps_;  ///< by factor: how far apart the conditions of neighbouring levels are
  std::vector<Level> others_;
  std::vector<std::string> engine_args_;
};

}  // namespace orchestrate
