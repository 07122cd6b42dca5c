#include <fmt/format.h>

#include "factors/evidence.hpp"
#include "factors/table.hpp"
#include "support/json.hpp"

namespace orchestrate {
namespace {

/// An environment variable of the measured process. In an experiment file `env: {NAME: [values]}`; each NAME is a
/// factor of its own, called `env.NAME`.
class Env final : public Factor {
 public:
  std::string_view name() const override { return "env"; }
  std::string_view levels() const override { return "any text without a NUL byte"; }
  std::vector<std::string> words() const override { return {}; }
  std::optional<std::string> implied(const Host&) const override { return std::nullopt; }
  std::vector<std::string> owned_options() const override { return {"--env", "-e", "--env-file"}; }

  std::optional<std::string> refusal(const std::string& level, const std::filesystem::path&) const override {
    if (level.find('\0') == std::string::npos) return std::nullopt;
    return "a value of an environment variable cannot hold a NUL byte";
  }

  Level resolve(const Declaration& declaration, const Host&) const override {
    return {declaration.factor, declaration.level, nlohmann::json::object()};
  }

  void apply(const Level& level, ContainerSpec& spec) const override {
    spec.options.insert(spec.options.end(), {"--env", variable(level) + "=" + level.text});
  }

  Observation from_record(const Level& level, const nlohmann::json& record) const override {
    return listed(level, value_at(record, "/Config/Env"), "inspect's Config.Env");
  }

  Observation from_config(const Level& level, const nlohmann::json& config) const override {
    return listed(level, value_at(config, "/process/env"), "config.json's process.env");
  }

  Observation from_witness(const Level& level, const Witness& witness) const override {
    if (!has(witness.raw, "/environment")) return unreadable_in(witness, "environment");
    const auto found = witness.environment.find(variable(level));
    if (found == witness.environment.end()) return seen(level, std::nullopt, "environment");
    return seen(level, found->second, "environment");
  }

 private:
  static std::string variable(const Level& level) { return level.factor.substr(std::string_view("env.").size()); }

  /// The value in a list of NAME=VALUE; of two entries the last one wins.
  static Observation listed(const Level& level, const nlohmann::json& entries, std::string_view where) {
    if (!entries.is_array()) return unreadable(fmt::format("{} is missing", where));
    const std::string prefix = variable(level) + "=";
    std::optional<std::string> last;
    for (const nlohmann::json& entry : entries) {
      if (entry.is_string() && entry.get_ref<const std::string&>().starts_with(prefix)) {
        last = entry.get<std::string>().substr(prefix.size());
      }
    }
    return seen(level, last, where);
  }

  static Observation seen(const Level& level, const std::optional<std::string>& value, std::string_view where) {
    if (!value) return {Observation::Kind::another, "not set", fmt::format("{} lacks {}", where, variable(level))};
    return observed(level.text, *value, fmt::format("{} {}={}", where, variable(level), *value));
  }
};

}  // namespace

const Factor& env_factor() {
  static const Env factor;
  return factor;
}

}  // namespace orchestrate
