#include "factors/evidence.hpp"
#include "factors/table.hpp"
#include "factors/true_or_false.hpp"
#include "support/json.hpp"

namespace orchestrate {
namespace {

/// Whether the container's root file system can be written to. Nothing that is measured needs to: what reads a file has
/// it in /dev/shm or in memory.
class ReadOnly final : public TrueOrFalse {
 public:
  std::string_view name() const override { return "read_only"; }
  std::optional<std::string> implied(const Host&) const override { return "true"; }
  std::vector<std::string> owned_options() const override { return {"--read-only"}; }

  void apply(const Level& level, ContainerSpec& spec) const override {
    if (level.text == "true") spec.options.emplace_back("--read-only");
  }

  Observation from_record(const Level& level, const nlohmann::json& record) const override {
    const nlohmann::json& set = value_at(record, "/HostConfig/ReadonlyRootfs");
    if (!set.is_boolean()) return unreadable("inspect shows no HostConfig.ReadonlyRootfs");
    return seen(level, set.get<bool>(), "ReadonlyRootfs");
  }

  Observation from_config(const Level& level, const nlohmann::json& config) const override {
    if (!value_at(config, "/root").is_object()) return unreadable("config.json has no root");
    return seen(level, value_at(config, "/root/readonly") == nlohmann::json(true), "root.readonly");
  }

  Observation from_witness(const Level& level, const Witness& witness) const override {
    const nlohmann::json& set = value_at(witness.raw, "/root_read_only");
    if (!set.is_boolean()) return unreadable_in(witness, "root_read_only");
    return seen(level, set.get<bool>(), "/ mounted read-only:");
  }
};

}  // namespace

const Factor& read_only_factor() {
  static const ReadOnly factor;
  return factor;
}

}  // namespace orchestrate
