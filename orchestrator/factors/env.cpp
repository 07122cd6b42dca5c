#include <fmt/format.h>

#include "factors/table.hpp"
#include "support/json.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

/// An environment variable of the measured process. In an experiment file `env: {NAME: [values]}`; each NAME is a
/// factor of its own, called `env.NAME`.
class Env final : public Factor {
 public:
  std::string_view name() const override { return "env"; }
  std::string_view levels() const override { return "any text without a NUL byte"; }
  std::vector<std::string> words() const override { return {}; }
  std::optional<std::string> implied() const override { return std::nullopt; }
  std::vector<std::string> owned_options() const override { return {"--env", "-e", "--env-file"}; }

  std::optional<std::string> refusal(const std::string& level, const std::filesystem::path&) const override {
    if (level.find('\0') == std::string::npos) return std::nullopt;
    return "a value of an environment variable cannot hold a NUL byte";
  }

  Level resolve(const std::string& factor, const std::string& level, const std::filesystem::path&,
                const Host&) const override {
    return {factor, level, nlohmann::json::object()};
  }

  void apply(const Level& level, ContainerSpec& spec) const override {
    spec.options.insert(spec.options.end(), {"--env", variable(level) + "=" + level.text});
  }

  Observation from_record(const Level& level, const nlohmann::json& record) const override {
    const nlohmann::json& entries = value_at(record, "/Config/Env");
    if (!entries.is_array()) return unreadable("inspect shows no Config.Env");
    const std::string prefix = variable(level) + "=";
    std::optional<std::string> last;
    for (const nlohmann::json& entry : entries) {
      if (entry.is_string() && entry.get_ref<const std::string&>().starts_with(prefix)) {
        last = entry.get<std::string>().substr(prefix.size());
      }
    }
    return seen(level, last, "Config.Env");
  }

  Observation from_witness(const Level& level, const Witness& witness) const override {
    const auto found = witness.environment.find(variable(level));
    if (found == witness.environment.end()) return seen(level, std::nullopt, "environment");
    return seen(level, found->second, "environment");
  }

 private:
  static std::string variable(const Level& level) { return level.factor.substr(std::string_view("env.").size()); }

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
