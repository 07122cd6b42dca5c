#include <fmt/format.h>

#include "factors/evidence.hpp"
#include "factors/table.hpp"
#include "factors/true_or_false.hpp"
#include "support/json.hpp"

namespace orchestrate {
namespace {

/// Whether exec may give the process privileges that it has not (prctl(2), PR_SET_NO_NEW_PRIVS).
class NoNewPrivileges final : public TrueOrFalse {
 public:
  std::string_view name() const override { return "no_new_privileges"; }
  std::vector<std::string> owned_options() const override { return {"--security-opt no-new-privileges"}; }

  std::optional<std::string> objection(const Level& level, const nlohmann::json& engine) const override {
    if (level.text == "true" || !daemon_option(engine, "no-new-privileges")) return std::nullopt;
    return "no_new_privileges: false cannot be had from this engine: its daemon was started with --no-new-privileges, "
           "which holds for every container and shows in no inspect. Set no_new_privileges: true, or restart the "
           "daemon without that option.";
  }

  void apply(const Level& level, ContainerSpec& spec) const override {
    if (level.text == "false") return;
    spec.options.insert(spec.options.end(), {"--security-opt", "no-new-privileges"});
  }

  Observation from_record(const Level& level, const nlohmann::json& record) const override {
    const auto options = security_options(record, "no-new-privileges");
    if (!options) return unreadable("inspect shows no HostConfig.SecurityOpt");
    if (options->empty()) return observed(level.text, "false", "SecurityOpt has no no-new-privileges");
    // Bare, it means true; of several the last one wins.
    const std::string& value = options->back();
    return observed(level.text, value.empty() ? "true" : value,
                    fmt::format("SecurityOpt no-new-privileges{}{}", value.empty() ? "" : "=", value));
  }

  Observation from_config(const Level& level, const nlohmann::json& config) const override {
    if (!value_at(config, "/process").is_object()) return unreadable("config.json has no process");
    const bool set = value_at(config, "/process/noNewPrivileges") == nlohmann::json(true);
    return seen(level, set, "process.noNewPrivileges");
  }

  Observation from_witness(const Level& level, const Witness& witness) const override {
    const nlohmann::json& set = value_at(witness.raw, "/no_new_privs");
    if (!set.is_number_integer()) return unreadable_in(witness, "no_new_privs");
    return observed(level.text, set == nlohmann::json(0) ? "false" : "true",
                    fmt::format("NoNewPrivs: {}", to_line(set)));
  }
};

}  // namespace

const Factor& no_new_privileges_factor() {
  static const NoNewPrivileges factor;
  return factor;
}

}  // namespace orchestrate
