#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "factors/cpu_list.hpp"
#include "factors/evidence.hpp"
#include "factors/table.hpp"
#include "factors/words.hpp"
#include "support/failure.hpp"
#include "support/json.hpp"

namespace orchestrate {
namespace {

class Cpus final : public Factor {
 public:
  std::string_view name() const override { return "cpus"; }
  std::string_view levels() const override { return "unpinned, pinned, split, or a list of CPUs as 0-1,3"; }
  std::vector<std::string> words() const override { return {"unpinned", "pinned", "split"}; }
  std::optional<std::string> implied(const Host&) const override { return "unpinned"; }
  std::vector<std::string> owned_options() const override { return {"--cpuset-cpus"}; }

  std::optional<std::string> refusal(const std::string& level, const std::filesystem::path&) const override {
    if (is_word(*this, level) || parse_cpu_list(level)) return std::nullopt;
    return not_allowed(*this, level);
  }

  Level resolve(const Declaration& declaration, const Host& host) const override {
    return {declaration.factor, declaration.level, {{"cpus", to_cpu_list(chosen(declaration.level, host.cpus))}}};
  }

  void apply(const Level& level, ContainerSpec& spec) const override {
    if (level.text == "unpinned") return;
    spec.options.insert(spec.options.end(), {"--cpuset-cpus", wanted(level)});
    if (level.text == "split") spec.command.insert(spec.command.end(), {"--ends", ends(level)});
  }

  Observation from_record(const Level& level, const nlohmann::json& record) const override {
    const auto cpuset = text_at(record, "/HostConfig/CpusetCpus");
    if (!cpuset) return unreadable("inspect shows no HostConfig.CpusetCpus");
    return given(level, *cpuset, fmt::format("CpusetCpus \"{}\"", *cpuset));
  }

  Observation from_config(const Level& level, const nlohmann::json& config) const override {
    if (!value_at(config, "/linux").is_object()) return unreadable("config.json has no linux part");
    const std::string cpuset = text_at(config, "/linux/resources/cpu/cpus").value_or("");
    return given(level, cpuset, fmt::format("linux.resources.cpu.cpus \"{}\"", cpuset));
  }

  Observation from_witness(const Level& level, const Witness& witness) const override {
    if (!witness.cpus_allowed_list) return unreadable_in(witness, "cpus_allowed_list");
    if (witness.affinity.empty()) return unreadable_in(witness, "affinity");
    const std::string affinity = to_cpu_list(witness.affinity);
    const std::string detail =
        fmt::format("Cpus_allowed_list {}, sched_getaffinity {}", *witness.cpus_allowed_list, affinity);
    if (!same_cpus(*witness.cpus_allowed_list, wanted(level))) {
      return {Observation::Kind::another, *witness.cpus_allowed_list, detail};
    }
    if (!same_cpus(affinity, wanted(level))) return {Observation::Kind::another, affinity, detail};
    // The other levels leave both ends where the scheduler puts them.
    const std::string bound = joined_cpus(witness.ends);
    if (bound != (level.text == "split" ? ends(level) : "")) {
      return {Observation::Kind::another, bound.empty() ? "ends not bound" : "ends bound to " + bound, detail};
    }
    return observed(level.text, level.text, bound.empty() ? detail : detail + ", ends bound to " + bound);
  }

 private:
  /// The two CPUs of `split` as the probe takes them: one end of an operation on each.
  static std::string ends(const Level& level) { return joined_cpus(*parse_cpu_list(wanted(level))); }

  static std::string joined_cpus(const std::vector<int>& cpus) { return fmt::format("{}", fmt::join(cpus, ",")); }

  static std::string wanted(const Level& level) { return level.resolved.at("cpus").get<std::string>(); }

  /// The level behind a list that an engine was given. A list that names every CPU still is not `unpinned`.
  static Observation given(const Level& level, const std::string& cpuset, std::string detail) {
    if (cpuset.empty()) return observed(level.text, "unpinned", std::move(detail));
    const bool same = level.text != "unpinned" && same_cpus(cpuset, wanted(level));
    return observed(level.text, same ? level.text : cpuset, std::move(detail));
  }

  static bool same_cpus(const std::string& a, const std::string& b) {
    const auto left = parse_cpu_list(a);
    return left && left == parse_cpu_list(b);
  }

  /// `pinned` takes the last CPU and `split` the last two, because interrupts and housekeeping tend to the first.
  static std::vector<int> chosen(const std::string& level, const std::vector<int>& available) {
    if (level == "unpinned") return available;
    const std::size_t wanted = level == "pinned" ? 1 : 2;
    if (level == "pinned" || level == "split") {
      if (available.size() < wanted) {
        throw EnvironmentFailure(fmt::format("cpus {} needs {} CPUs; this machine offers {}. Leave the level out here.",
                                             level, wanted, available.size()));
      }
      return {available.end() - static_cast<std::ptrdiff_t>(wanted), available.end()};
    }
    std::vector<int> listed = *parse_cpu_list(level);
    for (const int cpu : listed) {
      if (std::find(available.begin(), available.end(), cpu) == available.end()) {
        throw EnvironmentFailure(fmt::format("cpus {}: CPU {} is not among those that containers may use here ({}).",
                                             level, cpu, to_cpu_list(available)));
      }
    }
    return listed;
  }
};

}  // namespace

const Factor& cpus_factor() {
  static const Cpus factor;
  return factor;
}

}  // namespace orchestrate
