#include "plan/conditions.hpp"

#include <algorithm>
#include <stdexcept>

namespace orchestrate {

PlannedConditions::PlannedConditions(std::vector<PlannedCondition> listed)
    : size_(listed.size()), listed_(std::move(listed)) {}

PlannedConditions::PlannedConditions(std::vector<PlannedFactor> varied, std::vector<Level> others,
                                     std::vector<std::string> engine_args)
    : size_(1),
      varied_(std::move(varied)),
      steps_(varied_.size()),
      others_(std::move(others)),
      engine_args_(std::move(engine_args)) {
  for (std::size_t factor = varied_.size(); factor-- > 0;) {
    steps_[factor] = size_;
    size_ *= varied_[factor].levels.size();
  }
}

const Level& PlannedConditions::level(std::size_t index, std::size_t factor) const {
  const std::vector<Level>& levels = varied_[factor].levels;
  return levels[index / steps_[factor] % levels.size()];
}

Condition PlannedConditions::condition(std::size_t index) const {
  if (!listed_.empty()) return listed_[index].condition;
  Condition condition;
  condition.reserve(varied_.size());
  for (std::size_t factor = 0; factor < varied_.size(); ++factor) {
    condition.emplace_back(varied_[factor].factor, level(index, factor).text);
  }
  return condition;
}

PlannedCondition PlannedConditions::operator[](std::size_t index) const {
  if (!listed_.empty()) return listed_[index];
  PlannedCondition result;
  result.condition = condition(index);
  for (std::size_t factor = 0; factor < varied_.size(); ++factor) result.levels.push_back(level(index, factor));
  // A privileged container has no filter and every capability by definition: the ordinary levels do not hold there.
  const bool privileged = level_of(result.condition, "privileged") == "true";
  for (const Level& other : others_) {
    if (!privileged || !find_factor(other.factor)->overruled_by_privileged()) result.levels.push_back(other);
  }
  for (const Level& one : result.levels) find_factor(one.factor)->apply(one, result.spec);
  result.spec.options.insert(result.spec.options.end(), engine_args_.begin(), engine_args_.end());
  return result;
}

PlannedCondition PlannedConditions::at(std::size_t index) const {
  if (index >= size_) throw std::out_of_range("there is no condition of this number");
  return (*this)[index];
}

bool PlannedConditions::agrees_with(std::size_t index, const Condition& levels) const {
  if (!listed_.empty()) return agrees(listed_[index].condition, levels);
  return std::all_of(levels.begin(), levels.end(), [&](const auto& wanted) {
    const auto factor = std::find_if(varied_.begin(), varied_.end(),
                                     [&](const PlannedFactor& one) { return one.factor == wanted.first; });
    return factor != varied_.end() &&
           level(index, static_cast<std::size_t>(factor - varied_.begin())).text == wanted.second;
  });
}

std::size_t PlannedConditions::index_of(const Condition& levels) const {
  if (!listed_.empty()) {
    std::size_t index = 0;
    while (index < size_ && !agrees_with(index, levels)) ++index;
    return index;
  }
  if (empty()) return size_;
  std::size_t index = 0;
  for (std::size_t factor = 0; factor < varied_.size(); ++factor) {
    const std::vector<Level>& own = varied_[factor].levels;
    const auto named = std::find_if(levels.begin(), levels.end(),
                                    [&](const auto& one) { return one.first == varied_[factor].factor; });
    if (named == levels.end()) continue;
    const auto found =
        std::find_if(own.begin(), own.end(), [&](const Level& one) { return one.text == named->second; });
    if (found == own.end()) return size_;
    index += static_cast<std::size_t>(found - own.begin()) * steps_[factor];
  }
  return agrees_with(index, levels) ? index : size_;
}

}  // namespace orchestrate
