#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "factors/evidence.hpp"
#include "factors/table.hpp"
#include "factors/words.hpp"
#include "support/json.hpp"

namespace orchestrate {
namespace {

constexpr std::int64_t mebibyte = std::int64_t{1} << 20U;
constexpr std::int64_t gibibyte = std::int64_t{1} << 30U;
/// Far above what a probe uses. The kernel charges pages to a cgroup whether it has a limit or not, so one that is not
/// reached costs nothing (mm/memcontrol.c, try_charge_memcg).
constexpr const char* ordinary = "512m";
constexpr std::int64_t smallest = 6 * mebibyte;  // the engine's own minimum

/// "64m" or "1g" in bytes. Nothing smaller than a mebibyte: the kernel rounds a limit down to whole pages, and then it
/// would not be the one that was asked for.
std::optional<std::int64_t> parse_size(std::string_view text) {
  constexpr std::size_t most_digits = 9;
  if (text.size() < 2 || text.size() > most_digits + 1) return std::nullopt;
  const char unit = text.back();
  const std::string digits(text.substr(0, text.size() - 1));
  if (unit != 'm' && unit != 'g') return std::nullopt;
  if (digits.find_first_not_of("0123456789") != std::string::npos || digits.front() == '0') return std::nullopt;
  return std::stoll(digits) * (unit == 'g' ? gibibyte : mebibyte);
}

std::string to_size(std::int64_t bytes) {
  if (bytes % gibibyte == 0) return fmt::format("{}g", bytes / gibibyte);
  if (bytes % mebibyte == 0) return fmt::format("{}m", bytes / mebibyte);
  return fmt::format("{} bytes", bytes);
}

/// The most memory that a container may use.
class Memory final : public Factor {
 public:
  std::string_view name() const override { return "memory"; }
  std::string_view levels() const override { return "none, or a size in MiB or GiB as 64m or 1g (at least 6m)"; }
  std::vector<std::string> words() const override { return {"none"}; }
  std::vector<std::string> owned_options() const override { return {"--memory", "-m", "--memory-swap"}; }

  /// An engine that cannot limit memory (`docker info`, MemoryLimit) would discard the limit with a warning.
  std::optional<std::string> implied(const Host& host) const override {
    return value_at(host.engine, "/info/MemoryLimit") == nlohmann::json(false) ? "none" : ordinary;
  }

  std::optional<std::string> refusal(const std::string& level, const std::filesystem::path&) const override {
    if (is_word(*this, level)) return std::nullopt;
    const auto bytes = parse_size(level);
    if (bytes && *bytes >= smallest) return std::nullopt;
    return not_allowed(*this, level);
  }

  Level resolve(const Declaration& declaration, const Host&) const override {
    const std::int64_t bytes = declaration.level == "none" ? 0 : *parse_size(declaration.level);
    return {declaration.factor, declaration.level, {{"bytes", bytes}}};
  }

  void apply(const Level& level, ContainerSpec& spec) const override {
    if (level.text == "none") return;
    // An engine limits swap together with memory unless told otherwise. On a kernel without swap accounting it warns
    // that this part is discarded, and a warning is failed treatment: -1 asks for no limit on swap.
    spec.options.insert(spec.options.end(), {"--memory", level.text, "--memory-swap", "-1"});
  }

  Observation from_record(const Level& level, const nlohmann::json& record) const override {
    const nlohmann::json& limit = value_at(record, "/HostConfig/Memory");
    if (!limit.is_number_integer()) return unreadable("inspect shows no HostConfig.Memory");
    return seen(level, limit, "Memory");
  }

  Observation from_config(const Level& level, const nlohmann::json& config) const override {
    if (!value_at(config, "/linux").is_object()) return unreadable("config.json has no linux part");
    return seen(level, value_at(config, "/linux/resources/memory/limit"), "linux.resources.memory.limit");
  }

  Observation from_witness(const Level& level, const Witness& witness) const override {
    if (witness.unreadable.count("cgroup.memory") != 0) return unreadable_in(witness, "cgroup.memory");
    if (!value_at(witness.raw, "/cgroup").is_object()) return unreadable_in(witness, "cgroup");
    return seen(level, value_at(witness.raw, "/cgroup/memory_limit_bytes"), "the cgroup's memory limit:");
  }

 private:
  /// `limit` is 0, -1 or absent where there is none.
  static Observation seen(const Level& level, const nlohmann::json& limit, std::string_view where) {
    const std::int64_t bytes = limit.is_number_integer() ? std::max(limit.get<std::int64_t>(), std::int64_t{0}) : 0;
    const bool same = bytes == level.resolved.at("bytes").get<std::int64_t>();
    const std::string size = bytes == 0 ? "none" : to_size(bytes);
    return observed(level.text, same ? level.text : size, fmt::format("{} {}", where, size));
  }
};

}  // namespace

const Factor& memory_factor() {
  static const Memory factor;
  return factor;
}

}  // namespace orchestrate
