#include <fmt/format.h>

#include <algorithm>

#include "factors/seccomp_profile.hpp"
#include "factors/table.hpp"
#include "support/failure.hpp"
#include "support/files.hpp"
#include "support/json.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

namespace fs = std::filesystem;

/// The system-call filter: the engine's default, none, or a profile in the engines' JSON form.
class Seccomp final : public Factor {
 public:
  std::string_view name() const override { return "seccomp"; }
  std::string_view levels() const override { return "default, unconfined, or the path of a JSON profile"; }
  std::vector<std::string> words() const override { return {"default", "unconfined"}; }
  std::optional<std::string> implied() const override { return "default"; }
  std::vector<std::string> owned_options() const override { return {"--security-opt seccomp"}; }

  std::optional<std::string> refusal(const std::string& level, const fs::path& folder) const override {
    if (is_word(level)) return std::nullopt;
    if (const auto near = nearest(level, words()); near && level.find('/') == std::string::npos) {
      return fmt::format(
          "seccomp cannot be {0}; allowed: {1}. Did you mean {2}? (Taken for the path of a profile, {0} "
          "would have to exist, and it does not.)",
          escaped(level), levels(), *near);
    }
    try {
      read_profile(folder / level);
    } catch (const Failure& failure) {
      return fmt::format("seccomp profile {}; allowed: {}.", failure.what(), levels());
    }
    return std::nullopt;
  }

  Level resolve(const std::string& factor, const std::string& level, const fs::path& folder,
                const Host&) const override {
    if (is_word(level)) return {factor, level, nlohmann::json::object()};
    const fs::path path = fs::absolute(folder / level).lexically_normal();
    return {factor, level, {{"path", path.string()}, {"profile", read_profile(path)}}};
  }

  void apply(const Level& level, ContainerSpec& spec) const override {
    if (level.text == "default") return;
    const std::string value = level.text == "unconfined" ? level.text : level.resolved.at("path").get<std::string>();
    spec.options.insert(spec.options.end(), {"--security-opt", "seccomp=" + value});
  }

  Observation from_record(const Level& level, const nlohmann::json& record) const override {
    if (!record.contains("HostConfig")) return unreadable("inspect shows no HostConfig");
    if (value_at(record, "/HostConfig/Privileged") == nlohmann::json(true)) {
      // A privileged container has no filter, whatever profile is named (moby#47499).
      return observed(level.text, "unconfined", "Privileged true, which means no filter");
    }
    const auto options = seccomp_options(record);
    if (options.empty()) return observed(level.text, "default", "SecurityOpt names no seccomp profile");
    if (options.size() > 1) {
      return {Observation::Kind::another, "several profiles",
              fmt::format("SecurityOpt names {} seccomp profiles; the last one wins", options.size())};
    }
    return profile_seen(level, options.front());
  }

  Observation from_witness(const Level& level, const Witness& witness) const override {
    if (!witness.seccomp_mode) return unreadable("the process could not read Seccomp in /proc/self/status");
    const std::string filters =
        witness.seccomp_filters ? fmt::format(", Seccomp_filters: {}", *witness.seccomp_filters) : std::string{};
    const std::string detail =
        fmt::format("Seccomp: {}{}, {}", *witness.seccomp_mode, filters, telling_calls(witness.fingerprint));
    if (*witness.seccomp_mode == 0) return observed(level.text, "unconfined", detail);
    if (witness.fingerprint.empty()) return unreadable(detail);
    if (level.resolved.contains("profile")) {
      const auto wrong = contradictions(level.resolved.at("profile"), witness.fingerprint);
      if (wrong.empty()) return observed(level.text, level.text, detail);
      return {Observation::Kind::another, filter_name(witness), fmt::format("{}; {}", detail, joined(wrong, "; "))};
    }
    return observed(level.text, filter_name(witness), detail);
  }

 private:
  bool is_word(const std::string& level) const {
    const auto known = words();
    return std::find(known.begin(), known.end(), level) != known.end();
  }

  static nlohmann::json read_profile(const fs::path& path) {
    const std::string shown = escaped(fs::absolute(path).lexically_normal().string());
    nlohmann::json profile;
    try {
      profile = parse_json(read_file(fs::absolute(path).lexically_normal()));
    } catch (const nlohmann::json::exception& error) {
      throw UsageFailure(fmt::format("{}: is not JSON: {}", shown, escaped(error.what())));
    }
    if (!profile.is_object() || !profile.value("defaultAction", nlohmann::json()).is_string()) {
      throw UsageFailure(fmt::format("{}: is not a seccomp profile: it has no defaultAction", shown));
    }
    return profile;
  }

  /// The values of every `seccomp=` (or, in old engines, `seccomp:`) among the security options.
  static std::vector<std::string> seccomp_options(const nlohmann::json& record) {
    std::vector<std::string> found;
    const nlohmann::json& options = value_at(record, "/HostConfig/SecurityOpt");
    if (!options.is_array()) return found;
    for (const nlohmann::json& option : options) {
      if (!option.is_string()) continue;
      const auto& text = option.get_ref<const std::string&>();
      if (text.starts_with("seccomp=") || text.starts_with("seccomp:")) found.push_back(text.substr(8));
    }
    return found;
  }

  /// The client sends a profile's contents, so inspect shows JSON where a path was given.
  static Observation profile_seen(const Level& level, const std::string& value) {
    const auto shown = nlohmann::json::parse(value, nullptr, false);
    if (!shown.is_object()) return observed(level.text, value, fmt::format("SecurityOpt seccomp={}", value));
    const std::string detail = fmt::format("SecurityOpt seccomp={{profile, sha256 {:.12}}}", sha256(shown.dump()));
    const bool same = level.resolved.contains("profile") && level.resolved.at("profile") == shown;
    return observed(level.text, same ? level.text : "another profile", detail);
  }

  static std::string filter_name(const Witness& witness) {
    return default_filter_in(witness.fingerprint) ? "default" : "a filter that is not the default one";
  }
};

}  // namespace

const Factor& seccomp_factor() {
  static const Seccomp factor;
  return factor;
}

}  // namespace orchestrate
