#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <limits>

#include "factors/evidence.hpp"
#include "factors/table.hpp"
#include "factors/words.hpp"
#include "support/json.hpp"
#include "support/suggestion.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

/// A soft or hard limit; the largest number stands for "unlimited", as RLIM_INFINITY does (getrlimit(2)).
using Bound = std::uint64_t;
constexpr Bound unlimited = std::numeric_limits<Bound>::max();

struct Limit {
  std::string name;
  Bound soft = unlimited;
  Bound hard = unlimited;
};

/// The limits that engines can set (docker/go-units ulimit.go), by the names of getrlimit(2) in small letters.
const std::vector<std::string>& limit_names() {
  static const std::vector<std::string> names{"core",    "cpu",      "data",   "fsize",      "locks",
                                              "memlock", "msgqueue", "nice",   "nofile",     "nproc",
                                              "rss",     "rtprio",   "rttime", "sigpending", "stack"};
  return names;
}

std::optional<Bound> parse_bound(std::string_view text) {
  if (text == "unlimited") return unlimited;
  Bound bound = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bound);
  const bool largest = bound > static_cast<Bound>(std::numeric_limits<std::int64_t>::max());
  if (error != std::errc{} || end != text.data() + text.size() || largest) return std::nullopt;
  return bound;
}

/// "nofile=1024:2048", or "nofile=1024" for both.
std::optional<Limit> parse_limit(const std::string& level) {
  const std::size_t equals = level.find('=');
  if (equals == std::string::npos) return std::nullopt;
  const std::string_view bounds = std::string_view(level).substr(equals + 1);
  const std::size_t colon = bounds.find(':');
  const auto soft = parse_bound(bounds.substr(0, colon));
  const auto hard = colon == std::string_view::npos ? soft : parse_bound(bounds.substr(colon + 1));
  if (!soft || !hard || *soft > *hard) return std::nullopt;
  return Limit{level.substr(0, equals), *soft, *hard};
}

/// A bound as a record (-1), a config.json (18446744073709551615) or a witness ("unlimited") has it.
std::optional<Bound> bound_of(const nlohmann::json& value) {
  if (value == nlohmann::json("unlimited") || value == nlohmann::json(-1)) return unlimited;
  if (!value.is_number_integer() || value < nlohmann::json(0)) return std::nullopt;
  return value.get<Bound>();
}

std::string limit_text(Bound bound) {
  return bound == unlimited ? "unlimited" : fmt::format("{}", bound);
}

std::string limit_text(const Limit& limit) {
  return fmt::format("{}={}:{}", limit.name, limit_text(limit.soft), limit_text(limit.hard));
}

/// "nofile" for RLIMIT_NOFILE, as config.json and podman's record write it.
std::string plain_name(std::string name) {
  constexpr std::string_view prefix = "RLIMIT_";
  if (name.starts_with(prefix)) name.erase(0, prefix.size());
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name;
}

/// One of the kernel's limits for the process.
///
/// A level `nofile=1024:2048` says something of one limit only, and only that one is compared. `default` says that the
/// engine was asked for none: the record and the config must show none. What the engine's own limits are, it tells
/// nobody, so the process's limits are reported and cannot contradict it.
class Ulimit final : public Factor {
 public:
  std::string_view name() const override { return "ulimit"; }
  std::string_view levels() const override {
    return "default, or NAME=SOFT or NAME=SOFT:HARD, as nofile=1024:2048, with numbers or unlimited";
  }
  std::vector<std::string> words() const override { return {"default"}; }
  std::optional<std::string> implied(const Host&) const override { return std::nullopt; }
  std::vector<std::string> owned_options() const override { return {"--ulimit"}; }

  std::optional<std::string> refusal(const std::string& level, const std::filesystem::path&) const override {
    if (is_word(*this, level)) return std::nullopt;
    const std::size_t equals = level.find('=');
    if (equals == std::string::npos) return not_allowed(*this, level);
    const std::string limit_name = level.substr(0, equals);
    const auto& names = limit_names();
    if (std::find(names.begin(), names.end(), limit_name) == names.end()) {
      return fmt::format("ulimit knows no {}{}", escaped(limit_name),
                         suggestion(limit_name, names, "allowed: " + joined(names)));
    }
    if (parse_limit(level)) return std::nullopt;
    return fmt::format("ulimit cannot be {}; allowed: {}, the soft limit not above the hard one", escaped(level),
                       levels());
  }

  Level resolve(const Declaration& declaration, const Host&) const override {
    Level level{declaration.factor, declaration.level, nlohmann::json::object()};
    if (const auto limit = parse_limit(declaration.level)) {
      level.resolved = {{"name", limit->name}, {"soft", limit_text(limit->soft)}, {"hard", limit_text(limit->hard)}};
    }
    return level;
  }

  void apply(const Level& level, ContainerSpec& spec) const override {
    const auto limit = parse_limit(level.text);
    if (!limit) return;
    const auto argument = [](Bound bound) { return bound == unlimited ? "-1" : fmt::format("{}", bound); };
    spec.options.insert(spec.options.end(), {"--ulimit", fmt::format("{}={}:{}", limit->name, argument(limit->soft),
                                                                     argument(limit->hard))});
  }

  Observation from_record(const Level& level, const nlohmann::json& record) const override {
    if (!has(record, "/HostConfig/Ulimits")) return unreadable("inspect shows no HostConfig.Ulimits");
    return listed(level, value_at(record, "/HostConfig/Ulimits"), {"Name", "Soft", "Hard"}, "Ulimits");
  }

  Observation from_config(const Level& level, const nlohmann::json& config) const override {
    if (!value_at(config, "/process").is_object()) return unreadable("config.json has no process");
    return listed(level, value_at(config, "/process/rlimits"), {"type", "soft", "hard"}, "process.rlimits");
  }

  Observation from_witness(const Level& level, const Witness& witness) const override {
    if (!value_at(witness.raw, "/limits").is_object()) return unreadable_in(witness, "limits");
    const auto wanted = parse_limit(level.text);
    if (!wanted) return observed(level.text, level.text, "the engine's own limits: " + some_of(witness));
    const auto limit = limit_in(witness, wanted->name);
    if (!limit) return unreadable_in(witness, "limits." + wanted->name);
    return seen(level, *wanted, *limit, "getrlimit");
  }

 private:
  /// How a list of limits calls its keys.
  struct Keys {
    const char* name;
    const char* soft;
    const char* hard;
  };

  static Observation listed(const Level& level, const nlohmann::json& list, const Keys& keys, std::string_view where) {
    std::vector<Limit> limits;
    for (const nlohmann::json& entry : list) {
      const auto limit_name = text_at(entry, fmt::format("/{}", keys.name));
      const auto soft = bound_of(value_at(entry, fmt::format("/{}", keys.soft)));
      const auto hard = bound_of(value_at(entry, fmt::format("/{}", keys.hard)));
      if (!limit_name || !soft || !hard) return unreadable(fmt::format("{} has an entry that is no limit", where));
      limits.push_back({plain_name(*limit_name), *soft, *hard});
    }
    const auto wanted = parse_limit(level.text);
    if (!wanted) {
      if (limits.empty()) return observed(level.text, "default", fmt::format("{} empty", where));
      const std::string first = limit_text(limits.front());
      return observed(level.text, first, fmt::format("{} {}", where, first));
    }
    // Of two entries the last one wins.
    const auto found =
        std::find_if(limits.rbegin(), limits.rend(), [&](const Limit& limit) { return limit.name == wanted->name; });
    if (found == limits.rend()) {
      return {Observation::Kind::another, "default", fmt::format("{} has no {}", where, wanted->name)};
    }
    return seen(level, *wanted, *found, where);
  }

  static Observation seen(const Level& level, const Limit& wanted, const Limit& limit, std::string_view where) {
    const bool same = wanted.soft == limit.soft && wanted.hard == limit.hard;
    return observed(level.text, same ? level.text : limit_text(limit), fmt::format("{} {}", where, limit_text(limit)));
  }

  static std::optional<Limit> limit_in(const Witness& witness, const std::string& name) {
    const auto soft = bound_of(value_at(witness.raw, fmt::format("/limits/{}/soft", name)));
    const auto hard = bound_of(value_at(witness.raw, fmt::format("/limits/{}/hard", name)));
    if (!soft || !hard) return std::nullopt;
    return Limit{name, *soft, *hard};
  }

  /// Those that engines most often set.
  static std::string some_of(const Witness& witness) {
    std::vector<std::string> shown;
    for (const char* name : {"nofile", "nproc", "core"}) {
      if (const auto limit = limit_in(witness, name)) shown.push_back(limit_text(*limit));
    }
    return shown.empty() ? "not shown" : joined(shown);
  }
};

}  // namespace

const Factor& ulimit_factor() {
  static const Ulimit factor;
  return factor;
}

}  // namespace orchestrate
