#include <fmt/format.h>

#include <algorithm>

#include "factors/evidence.hpp"
#include "factors/table.hpp"
#include "factors/words.hpp"
#include "support/json.hpp"

namespace orchestrate {
namespace {

/// Which network the container reaches. Nothing that is measured needs one, so none is the ordinary level.
class Network final : public Factor {
 public:
  std::string_view name() const override { return "network"; }
  std::string_view levels() const override { return "none, bridge or host"; }
  std::vector<std::string> words() const override { return {"none", "bridge", "host"}; }
  std::optional<std::string> implied(const Host&) const override { return "none"; }
  std::vector<std::string> owned_options() const override { return {"--network", "--net"}; }

  std::optional<std::string> refusal(const std::string& level, const std::filesystem::path&) const override {
    if (is_word(*this, level)) return std::nullopt;
    return not_allowed(*this, level);
  }

  Level resolve(const Declaration& declaration, const Host&) const override {
    return {declaration.factor, declaration.level, nlohmann::json::object()};
  }

  void apply(const Level& level, ContainerSpec& spec) const override {
    spec.options.insert(spec.options.end(), {"--network", level.text});
  }

  Observation from_record(const Level& level, const nlohmann::json& record) const override {
    const auto mode = text_at(record, "/HostConfig/NetworkMode");
    if (!mode) return unreadable("inspect shows no HostConfig.NetworkMode");
    return observed(level.text, *mode, fmt::format("NetworkMode {}", *mode));
  }

  /// The runtime is told whose network the container is in, not what is plugged into it: the host's where it gets none
  /// of its own, or docker's name for the host's (daemon/oci_linux.go gives the sandbox's path, which ends so).
  Observation from_config(const Level& level, const nlohmann::json& config) const override {
    const nlohmann::json& namespaces = value_at(config, "/linux/namespaces");
    if (!namespaces.is_array()) return unreadable("config.json has no linux.namespaces");
    const auto network = std::find_if(namespaces.begin(), namespaces.end(), [](const nlohmann::json& one) {
      return value_at(one, "/type") == nlohmann::json("network");
    });
    if (network == namespaces.end()) return observed(level.text, "host", "linux.namespaces has no network");
    const std::string path = text_at(*network, "/path").value_or("");
    if (path.ends_with("/netns/default")) return observed(level.text, "host", "linux.namespaces: network " + path);
    // Podman makes a network of the container's own in advance and names it, too.
    if (level.text != "host" || !path.empty()) return silent();
    return {Observation::Kind::another, "a network of its own", "linux.namespaces has a new network"};
  }

  Observation from_witness(const Level&, const Witness&) const override { return silent(); }
};

}  // namespace

const Factor& network_factor() {
  static const Network factor;
  return factor;
}

}  // namespace orchestrate
