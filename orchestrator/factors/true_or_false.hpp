#pragma once

#include "factors/factor.hpp"
#include "factors/words.hpp"

namespace orchestrate {

/// A factor that is in force or not: its levels are `true` and `false`; `false` is the ordinary one unless it says so.
class TrueOrFalse : public Factor {
 public:
  std::string_view levels() const final { return "true or false"; }
  std::vector<std::string> words() const final { return {"true", "false"}; }
  std::optional<std::string> implied(const Host&) const override { return "false"; }

  std::optional<std::string> refusal(const std::string& level, const std::filesystem::path&) const final {
    if (is_word(*this, level)) return std::nullopt;
    return not_allowed(*this, level);
  }

  Level resolve(const Declaration& declaration, const Host&) const final {
    return {declaration.factor, declaration.level, nlohmann::json::object()};
  }

 protected:
  /// "ReadonlyRootfs true"
  static Observation seen(const Level& level, bool in_force, std::string_view where) {
    const std::string word = in_force ? "true" : "false";
    return observed(level.text, word, std::string(where) + " " + word);
  }
};

}  // namespace orchestrate
