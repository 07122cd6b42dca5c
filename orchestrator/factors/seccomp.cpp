#include <fmt/format.h>

#include <charconv>

#include "factors/capability_set.hpp"
#include "factors/evidence.hpp"
#include "factors/seccomp_config.hpp"
#include "factors/seccomp_profile.hpp"
#include "factors/table.hpp"
#include "factors/words.hpp"
#include "support/failure.hpp"
#include "support/files.hpp"
#include "support/json.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

namespace fs = std::filesystem;

/// Since version 23 an engine knows the name of its built-in profile; older ones take it for a profile's contents.
constexpr int first_with_builtin = 23;

/// The system-call filter: the daemon's default, the engine's own built-in one whatever the daemon's default is, none,
/// or a profile in the engines' JSON form.
class Seccomp final : public Factor {
 public:
  std::string_view name() const override { return "seccomp"; }
  std::string_view levels() const override { return "default, builtin, unconfined, or the path of a JSON profile"; }
  std::vector<std::string> words() const override { return {"default", "builtin", "unconfined"}; }
  std::optional<std::string> implied(const Host&) const override { return "default"; }
  bool overruled_by_privileged() const override { return true; }
  std::vector<std::string> owned_options() const override { return {"--security-opt seccomp"}; }

  std::optional<std::string> refusal(const std::string& level, const fs::path& folder) const override {
    if (is_word(*this, level)) return std::nullopt;
    if (const auto near = nearest(level, words()); near && level.find('/') == std::string::npos) {
      return fmt::format(
          "seccomp cannot be {0}. Did you mean {2}? (allowed: {1}; taken for the path of a profile, {0} would have to "
          "exist, and it does not)",
          escaped(level), levels(), *near);
    }
    try {
      read_profile(folder / level);
    } catch (const Failure& failure) {
      return fmt::format("seccomp profile {}; allowed: {}.", failure.what(), levels());
    }
    return std::nullopt;
  }

  Level resolve(const Declaration& declaration, const Host&) const override {
    if (is_word(*this, declaration.level)) return {declaration.factor, declaration.level, nlohmann::json::object()};
    const fs::path path = fs::absolute(declaration.folder / declaration.level).lexically_normal();
    return {declaration.factor, declaration.level, {{"path", path.string()}, {"profile", read_profile(path)}}};
  }

  std::optional<std::string> objection(const Level& level, const nlohmann::json& engine) const override {
    if (level.text == "builtin") {
      if (auto too_old = too_old_for_builtin(engine)) return too_old;
    }
    if (level.text == "unconfined" || !tells_daemon_options(engine)) return std::nullopt;
    const auto option = daemon_option(engine, "seccomp");
    if (!option) {
      return fmt::format(
          "seccomp: {} cannot be had from this engine: its daemon or its kernel has no seccomp, so every "
          "container runs unconfined. Set seccomp: unconfined, or use a machine that has it.",
          escaped(level.text));
    }
    if (level.text == "default") return objection_to_default(*option);
    return std::nullopt;
  }

  void apply(const Level& level, ContainerSpec& spec) const override {
    if (level.text == "default") return;
    const std::string value = text_at(level.resolved, "/path").value_or(level.text);
    spec.options.insert(spec.options.end(), {"--security-opt", "seccomp=" + value});
  }

  Observation from_record(const Level& level, const nlohmann::json& record) const override {
    if (value_at(record, "/HostConfig/Privileged") == nlohmann::json(true)) {
      // A privileged container has no filter, whatever profile is named (moby#47499).
      return observed(level.text, "unconfined", "Privileged true, which means no filter");
    }
    const auto options = security_options(record, "seccomp");
    if (!options) return unreadable("inspect shows no HostConfig.SecurityOpt");
    if (options->empty()) return observed(level.text, "default", "SecurityOpt names no seccomp profile");
    if (options->size() > 1) {
      return {Observation::Kind::another, "several profiles",
              fmt::format("SecurityOpt names {} seccomp profiles; the last one wins", options->size())};
    }
    return profile_seen(level, options->front());
  }

  Observation from_config(const Level& level, const nlohmann::json& config) const override {
    if (!value_at(config, "/linux").is_object()) return unreadable("config.json has no linux part");
    const nlohmann::json& filter = value_at(config, "/linux/seccomp");
    if (filter.is_null()) return observed(level.text, "unconfined", "no linux.seccomp");
    std::string detail = fmt::format("linux.seccomp sha256 {:.12}", sha256(filter.dump()));
    if (level.resolved.contains("profile")) {
      const auto wrong = differences(level.resolved.at("profile"), filter);
      if (wrong.empty()) return observed(level.text, level.text, std::move(detail));
      return {Observation::Kind::another, "another profile", fmt::format("{}; {}", detail, the_first_of(wrong))};
    }
    const auto engine = default_filter_in_config(filter, bounding_capabilities(config).value_or(0));
    return observed(level.text, filter_name(level, engine), std::move(detail));
  }

  Observation from_witness(const Level& level, const Witness& witness) const override {
    if (!witness.seccomp_mode) return unreadable_in(witness, "seccomp.mode");
    const std::string filters =
        witness.seccomp_filters ? fmt::format(", Seccomp_filters: {}", *witness.seccomp_filters) : std::string{};
    const std::string detail =
        fmt::format("Seccomp: {}{}, {}", *witness.seccomp_mode, filters, telling_calls(witness.fingerprint));
    if (*witness.seccomp_mode == 0) return observed(level.text, "unconfined", detail);
    if (witness.fingerprint.empty()) return unreadable(detail);
    const auto bounding = bounding_capabilities(witness).value_or(docker_default_capabilities);
    const std::string name = filter_name(level, default_filter_in(witness.fingerprint, bounding));
    if (level.resolved.contains("profile")) {
      const auto wrong = contradictions(level.resolved.at("profile"), witness.fingerprint);
      if (wrong.empty()) return observed(level.text, level.text, detail);
      return {Observation::Kind::another, name, fmt::format("{}; {}", detail, the_first_of(wrong))};
    }
    return observed(level.text, name, detail);
  }

 private:
  static std::optional<std::string> too_old_for_builtin(const nlohmann::json& engine) {
    const auto version = text_at(engine, "/version/Server/Version");
    int major = 0;
    if (!version || std::from_chars(version->data(), version->data() + version->size(), major).ec != std::errc{}) {
      return std::nullopt;
    }
    if (major >= first_with_builtin) return std::nullopt;
    return fmt::format(
        "seccomp: builtin is not known to this engine (version {}; it came with {}), which would refuse "
        "to start the container. Set seccomp: default: it means the same where the daemon has no profile "
        "of its own, and that is checked.",
        *version, first_with_builtin);
  }

  /// `option` is what the daemon says of itself: "profile=default", or "profile=builtin" since version 23.
  static std::optional<std::string> objection_to_default(const std::string& option) {
    if (option.empty() || option == "profile=default" || option == "profile=builtin") return std::nullopt;
    const std::string profile = option.substr(option.find('=') + 1);
    const std::string meaning =
        profile == "unconfined" ? "no filter at all" : fmt::format("the profile {}", escaped(profile));
    return fmt::format(
        "seccomp: default would not mean the engine's default here: its daemon was started with "
        "--seccomp-profile, so it would mean {}. Set seccomp: unconfined or the profile's path, whichever "
        "is to be measured, or restart the daemon without that option.",
        meaning);
  }

  /// A few of many: a profile has some hundred calls.
  static std::string the_first_of(std::vector<std::string> texts) {
    constexpr std::size_t shown = 3;
    const std::size_t all = texts.size();
    if (all <= shown) return joined(texts, "; ");
    texts.resize(shown);
    return fmt::format("{}; and {} more", joined(texts, "; "), all - shown);
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

  /// The client sends a profile's contents, so inspect shows JSON where a path was given.
  static Observation profile_seen(const Level& level, const std::string& value) {
    const auto shown = nlohmann::json::parse(value, nullptr, false);
    if (!shown.is_object()) {
      const std::string detail = fmt::format("SecurityOpt seccomp={}", value);
      // A path in place of the contents (docker/compose#2813) is never in force, even where it is the level's own text.
      if (level.resolved.contains("profile")) return {Observation::Kind::another, value, detail};
      return observed(level.text, value, detail);
    }
    const std::string detail = fmt::format("SecurityOpt seccomp={{profile, sha256 {:.12}}}", sha256(shown.dump()));
    const bool same = level.resolved.contains("profile") && level.resolved.at("profile") == shown;
    return observed(level.text, same ? level.text : "another profile", detail);
  }

  /// What a filter is called that is `engine`'s default one, or nobody's. The built-in profile is the default one by
  /// another name, and a process cannot tell the names apart; the record can.
  static std::string filter_name(const Level& level, const std::optional<std::string>& engine) {
    if (!engine) return "a filter that is not the default one";
    return level.text == "builtin" ? level.text : "default";
  }
};

}  // namespace

const Factor& seccomp_factor() {
  static const Seccomp factor;
  return factor;
}

}  // namespace orchestrate
