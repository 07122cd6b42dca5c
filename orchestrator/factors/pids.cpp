#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "factors/evidence.hpp"
#include "factors/table.hpp"
#include "factors/words.hpp"
#include "support/json.hpp"

namespace orchestrate {
namespace {

/// The kernel counts a cgroup's processes whether they are limited or not (kernel/cgroup/pids.c, pids_try_charge), so
/// a limit that is not reached costs nothing. The probe has a few at a time.
constexpr const char* ordinary_pids = "256";
constexpr std::int64_t fewest = 16;
constexpr std::int64_t most = 4'194'304;  ///< PID_MAX_LIMIT of 64-bit kernels

std::optional<std::int64_t> parse_number(const std::string& text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc{} && end == text.data() + text.size() && !text.starts_with('0');
  if (!whole || number < fewest || number > most) return std::nullopt;
  return number;
}

/// The most processes and threads that a container may have at a time.
class Pids final : public Factor {
 public:
  std::string_view name() const override { return "pids"; }
  std::string_view levels() const override { return "none, or a number from 16 to 4194304"; }
  std::vector<std::string> words() const override { return {"none"}; }
  std::vector<std::string> owned_options() const override { return {"--pids-limit"}; }

  /// An engine that cannot limit them (`docker info`, PidsLimit) would discard the limit with a warning.
  std::optional<std::string> implied(const Host& host) const override {
    return value_at(host.engine, "/info/PidsLimit") == nlohmann::json(false) ? "none" : ordinary_pids;
  }

  std::optional<std::string> refusal(const std::string& level, const std::filesystem::path&) const override {
    if (is_word(*this, level) || parse_number(level)) return std::nullopt;
    return not_allowed(*this, level);
  }

  Level resolve(const Declaration& declaration, const Host&) const override {
    return {declaration.factor, declaration.level, {{"pids", parse_number(declaration.level).value_or(0)}}};
  }

  void apply(const Level& level, ContainerSpec& spec) const override {
    // An engine may have a limit of its own (podman: 2048), which -1 lifts.
    spec.options.insert(spec.options.end(), {"--pids-limit", level.text == "none" ? "-1" : level.text});
  }

  Observation from_record(const Level& level, const nlohmann::json& record) const override {
    if (!has(record, "/HostConfig/PidsLimit")) return unreadable("inspect shows no HostConfig.PidsLimit");
    return seen(level, value_at(record, "/HostConfig/PidsLimit"), "PidsLimit");
  }

  Observation from_config(const Level& level, const nlohmann::json& config) const override {
    if (!value_at(config, "/linux").is_object()) return unreadable("config.json has no linux part");
    return seen(level, value_at(config, "/linux/resources/pids/limit"), "linux.resources.pids.limit");
  }

  Observation from_witness(const Level&, const Witness&) const override { return silent(); }

 private:
  /// `limit` is 0, -1, null or absent where there is none.
  static Observation seen(const Level& level, const nlohmann::json& limit, std::string_view where) {
    const std::int64_t pids = limit.is_number_integer() ? std::max(limit.get<std::int64_t>(), std::int64_t{0}) : 0;
    const std::string word = pids == 0 ? "none" : fmt::format("{}", pids);
    return observed(level.text, word, fmt::format("{} {}", where, word));
  }
};

}  // namespace

const Factor& pids_factor() {
  static const Pids factor;
  return factor;
}

}  // namespace orchestrate
