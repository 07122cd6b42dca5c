#include <fmt/format.h>

#include <algorithm>

#include "factors/capability_set.hpp"
#include "factors/evidence.hpp"
#include "factors/table.hpp"
#include "factors/words.hpp"
#include "support/json.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

/// What a level adds to the engine's default set and what it takes away.
struct CapabilityChange {
  std::vector<std::string> added;
  std::vector<std::string> dropped;
};

std::vector<std::string> pieces_of(std::string_view list) {
  std::vector<std::string> pieces;
  for (;;) {
    const std::size_t comma = list.find(',');
    pieces.emplace_back(list.substr(0, comma));
    if (comma == std::string_view::npos) return pieces;
    list.remove_prefix(comma + 1);
  }
}

CapabilityChange change_of(const std::string& level) {
  if (level == "default") return {};
  if (level == "none") return {{}, {"ALL"}};
  CapabilityChange change;
  for (const std::string& piece : pieces_of(level)) {
    (piece.front() == '+' ? change.added : change.dropped).push_back(piece.substr(1));
  }
  return change;
}

/// Names as an engine's record has them, with or without CAP_; nothing where one is unknown. ALL is every capability.
std::optional<CapabilitySet> set_of(const nlohmann::json& names) {
  CapabilitySet set = 0;
  for (const nlohmann::json& listed : names) {
    if (!listed.is_string()) return std::nullopt;
    std::string_view name = listed.get_ref<const std::string&>();
    if (name.starts_with("CAP_")) name.remove_prefix(4);
    const auto one = name == "ALL" ? std::optional(known_capabilities) : capability(name);
    if (!one) return std::nullopt;
    set |= *one;
  }
  return set;
}

/// What a process gets: engines take away first and add then, so that an added capability survives a dropped ALL
/// (moby oci/caps/utils.go, TweakCapabilities).
CapabilitySet resulting(CapabilitySet base, CapabilitySet added, CapabilitySet dropped) {
  return (base & ~dropped) | added;
}

/// The capabilities that the process may ever have.
class Capabilities final : public Factor {
 public:
  std::string_view name() const override { return "capabilities"; }
  std::string_view levels() const override { return "default, none, or additions and drops as +SYS_PTRACE,-CHOWN"; }
  std::vector<std::string> words() const override { return {"default", "none"}; }
  std::optional<std::string> implied(const Host&) const override { return "default"; }
  bool overruled_by_privileged() const override { return true; }
  std::vector<std::string> owned_options() const override { return {"--cap-add", "--cap-drop"}; }

  std::optional<std::string> refusal(const std::string& level, const std::filesystem::path&) const override {
    if (is_word(*this, level)) return std::nullopt;
    if (level.find_first_of("+-") != 0) return not_allowed(*this, level);
    std::vector<std::string> named;
    for (const std::string& piece : pieces_of(level)) {
      if (auto wrong = refusal_of_piece(piece)) return wrong;
      const std::string capability_name = piece.substr(1);
      if (std::find(named.begin(), named.end(), capability_name) != named.end()) {
        return fmt::format("capabilities names {} twice in {}", capability_name, escaped(level));
      }
      named.push_back(capability_name);
    }
    return std::nullopt;
  }

  Level resolve(const Declaration& declaration, const Host& host) const override {
    const CapabilityChange change = change_of(declaration.level);
    Level level{declaration.factor, declaration.level, {{"add", change.added}, {"drop", change.dropped}}};
    if (const auto kind = kind_of(host.engine)) level.resolved["engine"] = *kind;
    return level;
  }

  void apply(const Level& level, ContainerSpec& spec) const override {
    for (const auto& [key, option] : {std::pair{"drop", "--cap-drop"}, std::pair{"add", "--cap-add"}}) {
      for (const nlohmann::json& name : level.resolved.at(key)) {
        spec.options.insert(spec.options.end(), {option, name.get<std::string>()});
      }
    }
  }

  Observation from_record(const Level& level, const nlohmann::json& record) const override {
    if (!has(record, "/HostConfig/CapAdd") || !has(record, "/HostConfig/CapDrop")) {
      return unreadable("inspect shows no HostConfig.CapAdd and CapDrop");
    }
    const nlohmann::json& added = value_at(record, "/HostConfig/CapAdd");
    const nlohmann::json& dropped = value_at(record, "/HostConfig/CapDrop");
    std::string detail = fmt::format("CapAdd {}, CapDrop {}", to_line(added), to_line(dropped));
    const auto plus = set_of(added);
    const auto minus = set_of(dropped);
    if (!plus || !minus) return {Observation::Kind::another, "other capabilities", std::move(detail)};
    const CapabilitySet base = bases(level).front();
    return seen(level, resulting(base, *plus, *minus), {base}, std::move(detail));
  }

  Observation from_config(const Level& level, const nlohmann::json& config) const override {
    const auto bounding = bounding_capabilities(config);
    if (!bounding) return unreadable("config.json has no process");
    return seen(level, *bounding, bases(level), fmt::format("bounding set {:016x}", *bounding));
  }

  Observation from_witness(const Level& level, const Witness& witness) const override {
    const auto bounding = bounding_capabilities(witness);
    if (!bounding) return unreadable_in(witness, "capabilities.bounding");
    const auto mask = text_at(witness.raw, "/capabilities/effective");
    const auto effective = mask ? parse_capability_mask(*mask) : std::nullopt;
    if (!effective) return unreadable_in(witness, "capabilities.effective");
    std::string detail = fmt::format("CapBnd {:016x}, CapEff {:016x}", *bounding, *effective);
    // A process of another user than root has none in effect, whatever it may gain (capabilities(7)).
    if (*effective != *bounding && *effective != 0) {
      return {Observation::Kind::another, "capabilities that are not in effect", std::move(detail)};
    }
    return seen(level, *bounding, bases(level), std::move(detail));
  }

 private:
  std::optional<std::string> refusal_of_piece(const std::string& piece) const {
    if (piece.size() < 2 || (piece.front() != '+' && piece.front() != '-')) {
      return fmt::format("capabilities cannot hold {}; each part is + or - and a name, as in +SYS_PTRACE,-CHOWN",
                         piece.empty() ? "an empty part" : escaped(piece));
    }
    const std::string capability_name = piece.substr(1);
    if (capability(capability_name)) return std::nullopt;
    if (capability_name == "ALL") {
      return "capabilities cannot add or drop ALL in a list; allowed: none, which drops all, or names";
    }
    const std::string_view bare = capability_name.starts_with("CAP_") ? std::string_view(capability_name).substr(4)
                                                                      : std::string_view(capability_name);
    return fmt::format(
        "{} is not a capability that this program knows; names are those of capabilities(7) in capitals, "
        "without CAP_.{}",
        escaped(capability_name), did_you_mean(bare, capability_names()));
  }

  /// Whose default set holds, as far as the engine says who it is.
  static std::optional<std::string> kind_of(const nlohmann::json& engine) {
    for (const nlohmann::json& component : value_at(engine, "/version/Server/Components")) {
      const std::string component_name = text_at(component, "/Name").value_or("");
      if (component_name == "Podman Engine") return "podman";
      if (component_name == "Engine") return "docker";
    }
    return std::nullopt;
  }

  /// The default sets that may hold, the likeliest first.
  static std::vector<CapabilitySet> bases(const Level& level) {
    const std::string kind = text_at(level.resolved, "/engine").value_or("");
    if (kind == "docker") return {docker_default_capabilities};
    if (kind == "podman") return {podman_default_capabilities};
    return {docker_default_capabilities, podman_default_capabilities};
  }

  static Observation seen(const Level& level, CapabilitySet set, const std::vector<CapabilitySet>& bases,
                          std::string detail) {
    const CapabilitySet added = set_of(level.resolved.at("add")).value_or(0);
    const CapabilitySet dropped = set_of(level.resolved.at("drop")).value_or(0);
    for (const CapabilitySet base : bases) {
      if (set != resulting(base, added, dropped)) continue;
      const char* whose = base == podman_default_capabilities ? "podman" : "docker";
      return observed(level.text, level.text, fmt::format("{}, from {}'s default", detail, whose));
    }
    return {Observation::Kind::another, words_for(set, bases.front()), std::move(detail)};
  }

  static std::string words_for(CapabilitySet set, CapabilitySet base) {
    if (set == 0) return "none";
    if (set == base) return "default";
    if ((set & long_known_capabilities) == long_known_capabilities) return "every capability";
    return difference(set, base);
  }
};

}  // namespace

const Factor& capabilities_factor() {
  static const Capabilities factor;
  return factor;
}

}  // namespace orchestrate
