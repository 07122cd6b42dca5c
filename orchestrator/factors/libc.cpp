#include <fmt/format.h>

#include <algorithm>

#include "factors/evidence.hpp"
#include "factors/table.hpp"
#include "factors/words.hpp"
#include "support/failure.hpp"
#include "support/json.hpp"

namespace orchestrate {
namespace {

constexpr const char* place_in_container = "/orchestrate/probe";

/// Which probe binary is measured, and so which libc: the probe is static and carries its own. `native` is the one
/// built on this host; the others are built in the Debian release that has the libc of that name (docker/probe).
class Libc final : public Factor {
 public:
  std::string_view name() const override { return "libc"; }
  std::string_view levels() const override { return "native, glibc-2.24, glibc-2.31, glibc-2.36, glibc-2.41"; }
  std::vector<std::string> words() const override {
    return {"native", "glibc-2.24", "glibc-2.31", "glibc-2.36", "glibc-2.41"};
  }
  std::optional<std::string> implied(const Host&) const override { return "native"; }
  std::vector<std::string> owned_options() const override { return {}; }

  std::optional<std::string> refusal(const std::string& level, const std::filesystem::path&) const override {
    if (is_word(*this, level)) return std::nullopt;
    return not_allowed(*this, level);
  }

  Level resolve(const Declaration& declaration, const Host& host) const override {
    const ProbeIdentity& probe = probe_of(declaration.level, host);
    const std::string libc = declaration.level == "native" ? probe.libc() : libc_named(declaration.level);
    return {declaration.factor,
            declaration.level,
            {{"probe", probe.path.string()}, {"sha256", probe.sha256}, {"build_id", probe.build_id}, {"libc", libc}}};
  }

  void apply(const Level& level, ContainerSpec& spec) const override {
    spec.options.insert(spec.options.end(), {"--mount", mount(level.resolved.at("probe").get<std::string>())});
    // In front of what other factors have appended for it.
    spec.command.insert(spec.command.begin(), {place_in_container, "serve"});
  }

  Observation from_record(const Level& level, const nlohmann::json& record) const override {
    return mounted(level, value_at(record, "/Mounts"), "Destination", "Source", "inspect shows no Mounts");
  }

  Observation from_config(const Level& level, const nlohmann::json& config) const override {
    return mounted(level, value_at(config, "/mounts"), "destination", "source", "config.json has no mounts");
  }

  Observation from_witness(const Level& level, const Witness& witness) const override {
    const std::string libc = witness.libc_name + " " + witness.libc_version;
    if (witness.build_id.empty()) return unreadable_in(witness, "build_id");
    const std::string detail = fmt::format("{}, build id {}", libc, witness.build_id.substr(0, 12));
    const bool same = libc == level.resolved.at("libc").get<std::string>() &&
                      witness.build_id == level.resolved.at("build_id").get<std::string>();
    return observed(level.text, same ? level.text : detail, detail);
  }

 private:
  static const ProbeIdentity& probe_of(const std::string& level, const Host& host) {
    if (level == "native") return host.native_probe;
    const auto found = host.probes.find(level);
    if (found != host.probes.end()) return found->second;
    throw EnvironmentFailure(fmt::format("libc {}: its probe is not there; orchestrate prepare FILE makes it.", level));
  }

  /// "glibc 2.31" for `glibc-2.31`: what the probe of this level must say of itself, whatever was built.
  static std::string libc_named(std::string level) {
    std::replace(level.begin(), level.end(), '-', ' ');
    return level;
  }

  /// Which file lies where the probe belongs, in a list of mounts that calls its keys `target` and `source`.
  static Observation mounted(const Level& level, const nlohmann::json& mounts, const char* target, const char* source,
                             std::string missing) {
    if (!mounts.is_array()) return unreadable(std::move(missing));
    const auto found = std::find_if(mounts.begin(), mounts.end(), [&](const nlohmann::json& mount) {
      return text_at(mount, fmt::format("/{}", target)) == place_in_container;
    });
    if (found == mounts.end()) {
      return {Observation::Kind::another, "no probe", fmt::format("nothing is mounted at {}", place_in_container)};
    }
    const std::string file = text_at(*found, fmt::format("/{}", source)).value_or("");
    const std::string detail = fmt::format("{} is {}", place_in_container, file);
    return observed(level.text, file == level.resolved.at("probe").get<std::string>() ? level.text : file, detail);
  }

  /// The value of `--mount` is comma-separated; a part that itself holds a comma or quote is quoted as in RFC 4180.
  static std::string mount(const std::string& probe) {
    std::string source = "source=" + probe;
    if (source.find_first_of(",\"") != std::string::npos) {
      std::string quoted = "\"";
      for (const char c : source) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
      source = quoted + "\"";
    }
    return fmt::format("type=bind,{},target={},readonly", source, place_in_container);
  }
};

}  // namespace

const Factor& libc_factor() {
  static const Libc factor;
  return factor;
}

}  // namespace orchestrate
