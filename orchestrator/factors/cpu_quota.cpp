#include <fmt/format.h>

#include <cmath>
#include <cstdint>

#include "factors/evidence.hpp"
#include "factors/table.hpp"
#include "factors/words.hpp"
#include "support/failure.hpp"
#include "support/json.hpp"

namespace orchestrate {
namespace {

constexpr std::int64_t nanos_per_cpu = 1'000'000'000;
constexpr std::int64_t millis_per_cpu = 1000;
constexpr std::int64_t smallest_millis = 10;  // the engine's own minimum, 0.01

/// "0.5" in thousandths; nothing where the text is not digits with at most three more behind a point.
std::optional<std::int64_t> parse_thousandths(std::string_view text) {
  const std::size_t point = text.find('.');
  const std::string_view whole = text.substr(0, point);
  const std::string_view part = point == std::string_view::npos ? "0" : text.substr(point + 1);
  const auto only_digits = [](std::string_view digits) {
    return !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
  };
  constexpr std::size_t most_digits = 4;  // no kernel has 10000 CPUs
  if (!only_digits(whole) || !only_digits(part) || whole.size() > most_digits || part.size() > 3) return std::nullopt;
  if (whole.size() > 1 && whole.front() == '0') return std::nullopt;
  std::string thousandths(part);
  thousandths.resize(3, '0');
  return std::stoll(std::string(whole)) * millis_per_cpu + std::stoll(thousandths);
}

/// How much CPU time a container may use in each period of 100 ms. When it is used up, the kernel makes it wait for the
/// next period.
class CpuQuota final : public Factor {
 public:
  std::string_view name() const override { return "cpu_quota"; }
  std::string_view levels() const override { return "none, or a number of CPUs as 0.5 (at least 0.01)"; }
  std::vector<std::string> words() const override { return {"none"}; }
  std::optional<std::string> implied(const Host&) const override { return "none"; }
  std::vector<std::string> owned_options() const override { return {"--cpus", "--cpu-quota", "--cpu-period"}; }

  std::optional<std::string> refusal(const std::string& level, const std::filesystem::path&) const override {
    if (is_word(*this, level)) return std::nullopt;
    const auto millis = parse_thousandths(level);
    if (millis && *millis >= smallest_millis) return std::nullopt;
    return not_allowed(*this, level);
  }

  Level resolve(const Declaration& declaration, const Host& host) const override {
    if (declaration.level == "none") return {declaration.factor, declaration.level, {{"nano_cpus", 0}}};
    const std::int64_t nanos = *parse_thousandths(declaration.level) * (nanos_per_cpu / millis_per_cpu);
    if (nanos > static_cast<std::int64_t>(host.cpus.size()) * nanos_per_cpu) {
      throw EnvironmentFailure(fmt::format("cpu_quota {}: containers may use only {} CPUs here. Leave the level out.",
                                           declaration.level, host.cpus.size()));
    }
    return {declaration.factor, declaration.level, {{"nano_cpus", nanos}}};
  }

  void apply(const Level& level, ContainerSpec& spec) const override {
    if (level.text != "none") spec.options.insert(spec.options.end(), {"--cpus", level.text});
  }

  /// Docker keeps what was asked for as NanoCpus; podman shows quota and period beside it.
  Observation from_record(const Level& level, const nlohmann::json& record) const override {
    const nlohmann::json& nanos = value_at(record, "/HostConfig/NanoCpus");
    const nlohmann::json& quota = value_at(record, "/HostConfig/CpuQuota");
    if (!nanos.is_number_integer() || !quota.is_number_integer()) {
      return unreadable("inspect shows no HostConfig.NanoCpus and CpuQuota");
    }
    const nlohmann::json& period = value_at(record, "/HostConfig/CpuPeriod");
    std::string detail = fmt::format("NanoCpus {}, CpuQuota {}", to_line(nanos), to_line(quota));
    const std::int64_t by_quota = nanos_of(quota, period);
    const std::int64_t by_number = nanos.get<std::int64_t>();
    if (by_number != 0 && by_quota != 0 && by_number != by_quota) {
      return {Observation::Kind::another, "two quotas", std::move(detail)};
    }
    return seen(level, by_number != 0 ? by_number : by_quota, std::move(detail));
  }

  Observation from_config(const Level& level, const nlohmann::json& config) const override {
    if (!value_at(config, "/linux").is_object()) return unreadable("config.json has no linux part");
    const nlohmann::json& quota = value_at(config, "/linux/resources/cpu/quota");
    const nlohmann::json& period = value_at(config, "/linux/resources/cpu/period");
    return seen(level, nanos_of(quota, period), shown("linux.resources.cpu", quota, period));
  }

  Observation from_witness(const Level& level, const Witness& witness) const override {
    if (witness.unreadable.count("cgroup.cpu") != 0) return unreadable_in(witness, "cgroup.cpu");
    if (!value_at(witness.raw, "/cgroup").is_object()) return unreadable_in(witness, "cgroup");
    const nlohmann::json& quota = value_at(witness.raw, "/cgroup/cpu_quota_us");
    const nlohmann::json& period = value_at(witness.raw, "/cgroup/cpu_period_us");
    return seen(level, nanos_of(quota, period), shown("cgroup", quota, period));
  }

 private:
  /// CPU time a period in billionths of a CPU; 0 where there is no quota, which engines write as 0, -1 or not at all.
  static std::int64_t nanos_of(const nlohmann::json& quota_us, const nlohmann::json& period_us) {
    constexpr std::int64_t usual_period_us = 100'000;
    if (!quota_us.is_number_integer() || quota_us.get<std::int64_t>() <= 0) return 0;
    const std::int64_t given = period_us.is_number_integer() ? period_us.get<std::int64_t>() : 0;
    const auto period = static_cast<double>(given > 0 ? given : usual_period_us);
    return std::llround(static_cast<double>(quota_us.get<std::int64_t>()) / period * nanos_per_cpu);
  }

  static std::string shown(std::string_view where, const nlohmann::json& quota, const nlohmann::json& period) {
    if (quota.is_null()) return fmt::format("{}: no CPU quota", where);
    return fmt::format("{}: {} µs of CPU time in each {} µs", where, to_line(quota), to_line(period));
  }

  static Observation seen(const Level& level, std::int64_t nanos, std::string detail) {
    if (nanos == level.resolved.at("nano_cpus").get<std::int64_t>()) {
      return observed(level.text, level.text, std::move(detail));
    }
    const double cpus = static_cast<double>(nanos) / nanos_per_cpu;
    return {Observation::Kind::another, nanos == 0 ? "none" : fmt::format("{}", cpus), std::move(detail)};
  }
};

}  // namespace

const Factor& cpu_quota_factor() {
  static const CpuQuota factor;
  return factor;
}

}  // namespace orchestrate
