#include "analysis/quantity.hpp"

#include <functional>
#include <map>

#include "analysis/latency.hpp"
#include "analysis/operation_evidence.hpp"
#include "analysis/round_values.hpp"
#include "support/json.hpp"

namespace orchestrate {
namespace {

QuantityValues measured(const std::vector<double>& values, const char* missing) {
  return {values, values.empty() ? missing : ""};
}

/// The same value in every round.
QuantityValues found_once(double value, const QuantitySource& source) {
  return {std::vector<double>(source.rounds, value), source.rounds == 0 ? "nothing was measured" : ""};
}

QuantityValues system_calls(const QuantitySource& source) {
  if (source.counted == nullptr) return {{}, "system calls were not counted"};
  if (!source.counted->refusal.empty()) return {{}, "system calls could not be counted: " + source.counted->refusal};
  return found_once(system_calls_a_call(*source.counted), source);
}

/// A number of each round's samples.
QuantityValues sampled(const QuantitySource& source, const std::function<std::optional<double>(const Sampled&)>& of) {
  QuantityValues result;
  for (const Sampled& round : source.samples) {
    const std::optional<double> value = of(round);
    if (!value) return {{}, "too few calls were sampled for this percentile"};
    result.values.push_back(*value);
  }
  if (result.values.empty()) result.missing = "no calls were sampled";
  return result;
}

QuantityValues percentile(const QuantitySource& source, double share) {
  return sampled(source, [share](const Sampled& round) { return percentile_ns(round, share); });
}

double in_ns(const Sampled& round, std::int64_t ticks) {
  return static_cast<double>(ticks) * round.timer.ns_per_tick;
}

QuantityValues refused_system_calls(const QuantitySource& source) {
  if (source.filter == nullptr) return {{}, "this host cannot read which filter the runtime was told to load"};
  if (!source.filter->failure.empty()) return {{}, source.filter->failure};
  return found_once(static_cast<double>(source.filter->refusals.refused.size()), source);
}

/// 1 where the process has that mapping, 0 where it has not.
QuantityValues mapped(const QuantitySource& source, const char* pointer) {
  if (!value_at(source.witness, "/vdso").is_object()) return {{}, "the process could not read its own mappings"};
  return found_once(value_at(source.witness, pointer).is_null() ? 0 : 1, source);
}

using Reader = std::function<QuantityValues(const QuantitySource&)>;

const std::map<std::string, Reader>& readers() {
  using Source = const QuantitySource&;
  static const std::map<std::string, Reader> table{
      {"ns", [](Source s) { return measured(round_values(s.series, s.estimator), "nothing was measured"); }},
      {"median_ns", [](Source s) { return measured(s.series.medians, "nothing was measured"); }},
      {"switches", [](Source s) { return measured(s.series.switches, "nothing was measured"); }},
      {"apart", [](Source s) { return measured(s.series.apart, "the operation has one end only"); }},
      {"system_calls", system_calls},
      {"refused_system_calls", refused_system_calls},
      {"vdso_mapped", [](Source s) { return mapped(s, "/vdso/vdso"); }},
      {"vvar_mapped", [](Source s) { return mapped(s, "/vdso/vvar"); }},
      {"sampled_p50_ns", [](Source s) { return percentile(s, 0.5); }},
      {"sampled_p90_ns", [](Source s) { return percentile(s, 0.9); }},
      {"sampled_p99_ns", [](Source s) { return percentile(s, 0.99); }},
      {"sampled_mean_ns",
       [](Source s) {
         return sampled(s, [](const Sampled& round) -> std::optional<double> {
           return static_cast<double>(round.elapsed_ns) / static_cast<double>(round.calls);
         });
       }},
      {"sampled_smallest_ns",
       [](Source s) {
         return sampled(s, [](const Sampled& round) -> std::optional<double> {
           return in_ns(round, round.smallest_ticks - round.timer.cost_ticks);
         });
       }},
      {"sampled_largest_ns",
       [](Source s) {
         return sampled(s, [](const Sampled& round) -> std::optional<double> {
           return in_ns(round, round.largest_ticks - round.timer.cost_ticks);
         });
       }},
      {"timer_step_ns",
       [](Source s) {
         return sampled(
             s, [](const Sampled& round) -> std::optional<double> { return in_ns(round, round.timer.step_ticks); });
       }},
      {"timer_cost_ns",
       [](Source s) {
         return sampled(
             s, [](const Sampled& round) -> std::optional<double> { return in_ns(round, round.timer.cost_ticks); });
       }},
  };
  return table;
}

}  // namespace

QuantityValues values_of(const std::string& quantity, const QuantitySource& source) {
  return readers().at(quantity)(source);
}

std::vector<std::string> quantity_names() {
  std::vector<std::string> names;
  for (const auto& [name, reader] : readers()) names.push_back(name);
  return names;
}

}  // namespace orchestrate
