#include <fmt/format.h>

#include <algorithm>

#include "factors/evidence.hpp"
#include "factors/table.hpp"
#include "factors/words.hpp"
#include "support/json.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

/// The profile that an engine loads and uses where none is asked for: docker's, or podman's with its version.
bool is_default_profile(std::string_view profile) {
  return profile == "docker-default" || profile.starts_with("containers-default-");
}

/// The AppArmor profile: the engine's default, none, or one that is loaded into the kernel.
class AppArmor final : public Factor {
 public:
  std::string_view name() const override { return "apparmor"; }
  std::string_view levels() const override { return "default, unconfined, or the name of a loaded profile"; }
  std::vector<std::string> words() const override { return {"default", "unconfined"}; }
  bool overruled_by_privileged() const override { return true; }
  std::vector<std::string> owned_options() const override { return {"--security-opt apparmor"}; }

  std::optional<std::string> implied(const Host& host) const override {
    if (!daemon_option(host.engine, "apparmor")) return std::nullopt;
    return "default";
  }

  std::optional<std::string> refusal(const std::string& level, const std::filesystem::path&) const override {
    if (is_word(*this, level)) return std::nullopt;
    const bool is_visible =
        std::all_of(level.begin(), level.end(), [](unsigned char c) { return c > 0x20 && c < 0x7f; });
    if (level.empty() || level.front() == '-' || !is_visible) return not_allowed(*this, level);
    if (nearest(level, words())) {
      return not_allowed(*this, level) + " (An engine without AppArmor takes any name for a profile's.)";
    }
    return std::nullopt;
  }

  Level resolve(const Declaration& declaration, const Host&) const override {
    return {declaration.factor, declaration.level, nlohmann::json::object()};
  }

  void apply(const Level& level, ContainerSpec& spec) const override {
    if (level.text == "default") return;
    spec.options.insert(spec.options.end(), {"--security-opt", "apparmor=" + level.text});
  }

  Observation from_record(const Level& level, const nlohmann::json& record) const override {
    const auto profile = text_at(record, "/AppArmorProfile");
    const auto options = security_options(record, "apparmor");
    if (!profile || !options) return unreadable("inspect shows no AppArmorProfile or no HostConfig.SecurityOpt");
    const std::string asked = options->empty() ? "default" : options->back();
    std::string detail = fmt::format("SecurityOpt apparmor: {}, AppArmorProfile \"{}\"",
                                     options->empty() ? "not given" : asked, *profile);
    if (asked != level.text) return observed(level.text, asked, std::move(detail));
    // Empty where the engine found no AppArmor: then only what was asked for can be compared.
    if (profile->empty()) return observed(level.text, asked, std::move(detail));
    return seen(level, *profile, std::move(detail));
  }

  Observation from_config(const Level& level, const nlohmann::json& config) const override {
    if (!value_at(config, "/process").is_object()) return unreadable("config.json has no process");
    const std::string profile = text_at(config, "/process/apparmorProfile").value_or("");
    if (!profile.empty()) return seen(level, profile, fmt::format("process.apparmorProfile {}", profile));
    if (level.text != "unconfined") return unreadable("config.json names no AppArmor profile");
    return observed(level.text, "unconfined", "no process.apparmorProfile");
  }

  Observation from_witness(const Level& level, const Witness& witness) const override {
    const auto label = text_at(witness.raw, "/apparmor");
    if (label) return seen(level, label->substr(0, label->find(" (")), fmt::format("AppArmor label {}", *label));
    if (witness.unreadable.count("apparmor") != 0) return unreadable_in(witness, "apparmor");
    return unreadable("this kernel has no AppArmor, so no process can show which profile it runs under");
  }

 private:
  static Observation seen(const Level& level, const std::string& profile, std::string detail) {
    const bool asked_by_name = profile == level.text;
    const std::string shown = is_default_profile(profile) && !asked_by_name ? "default" : profile;
    return observed(level.text, shown, std::move(detail));
  }
};

}  // namespace

const Factor& apparmor_factor() {
  static const AppArmor factor;
  return factor;
}

}  // namespace orchestrate
