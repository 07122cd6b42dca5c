#include "experiment/secrets.hpp"

#include <algorithm>

namespace orchestrate {
namespace {

constexpr std::string_view family = "env.";

/// The mask of a level, which is one of `factor`.
const std::string& mask(const std::vector<Secret>& secrets, std::string_view factor, const std::string& level) {
  const std::string_view variable = factor.substr(family.size());
  return std::find_if(secrets.begin(), secrets.end(),
                      [&](const Secret& one) { return one.variable == variable && one.value == level; })
      ->mask;
}

void hide(const std::vector<Secret>& secrets, Condition& condition) {
  for (auto& [factor, level] : condition) {
    if (is_secret(factor)) level = mask(secrets, factor, level);
  }
}

}  // namespace

bool is_secret(std::string_view factor) {
  return factor.starts_with(family) && names_a_secret(factor.substr(family.size()));
}

std::vector<Secret> hide_secrets(Experiment& experiment) {
  std::vector<Secret> secrets;
  for (FactorLevels& factor : experiment.factors) {
    if (!is_secret(factor.factor)) continue;
    for (std::size_t i = 0; i < factor.levels.size(); ++i) {
      secrets.push_back({factor.factor.substr(family.size()), mask_of(i), factor.levels[i]});
      factor.levels[i] = mask_of(i);
    }
  }
  for (Contrast& contrast : experiment.contrasts) {
    if (is_secret(contrast.factor)) {
      contrast.base = mask(secrets, contrast.factor, contrast.base);
      contrast.other = mask(secrets, contrast.factor, contrast.other);
    }
    hide(secrets, contrast.at);
  }
  for (Claim& claim : experiment.claims) {
    for (auto& [name, operand] : claim.operands) hide(secrets, operand.condition);
  }
  return secrets;
}

}  // namespace orchestrate
