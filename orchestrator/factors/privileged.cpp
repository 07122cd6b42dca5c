#include <fmt/format.h>

#include "factors/capability_set.hpp"
#include "factors/evidence.hpp"
#include "factors/table.hpp"
#include "factors/true_or_false.hpp"
#include "support/json.hpp"

namespace orchestrate {
namespace {

/// Whether the container has every capability and none of the walls: no filter, no AppArmor, no masked paths.
class Privileged final : public TrueOrFalse {
 public:
  std::string_view name() const override { return "privileged"; }
  std::vector<std::string> owned_options() const override { return {"--privileged"}; }

  void apply(const Level& level, ContainerSpec& spec) const override {
    if (level.text == "true") spec.options.emplace_back("--privileged");
  }

  Observation from_record(const Level& level, const nlohmann::json& record) const override {
    const nlohmann::json& set = value_at(record, "/HostConfig/Privileged");
    if (!set.is_boolean()) return unreadable("inspect shows no HostConfig.Privileged");
    return seen(level, set.get<bool>(), "Privileged");
  }

  /// The runtime knows no "privileged"; the engine spells it out.
  Observation from_config(const Level& level, const nlohmann::json& config) const override {
    const auto bounding = bounding_capabilities(config);
    if (!bounding || !value_at(config, "/linux").is_object()) {
      return unreadable("config.json has no process or no linux part");
    }
    const std::size_t masked = value_at(config, "/linux/maskedPaths").size();
    const bool privileged = masked == 0 && has_all(*bounding);
    return observed(level.text, privileged ? "true" : "false",
                    fmt::format("linux.maskedPaths: {}, bounding set {:016x}", masked, *bounding));
  }

  /// Every capability and no filter: a container that was merely given all capabilities keeps its filter.
  Observation from_witness(const Level& level, const Witness& witness) const override {
    const auto bounding = bounding_capabilities(witness);
    if (!bounding) return unreadable_in(witness, "capabilities.bounding");
    if (!witness.seccomp_mode) return unreadable_in(witness, "seccomp.mode");
    const bool privileged = has_all(*bounding) && *witness.seccomp_mode == 0;
    return observed(level.text, privileged ? "true" : "false",
                    fmt::format("CapBnd {:016x}, Seccomp: {}", *bounding, *witness.seccomp_mode));
  }

 private:
  static bool has_all(CapabilitySet set) { return (set & long_known_capabilities) == long_known_capabilities; }
};

}  // namespace

const Factor& privileged_factor() {
  static const Privileged factor;
  return factor;
}

}  // namespace orchestrate
