#include "plan/plan.hpp"
#include "report/run_comparison.hpp"

namespace orchestrate {
namespace {

using nlohmann::ordered_json;

ordered_json value_json(double median, const std::optional<Interval>& interval) {
  ordered_json row{{"median", median}};
  if (interval) {
    row["low"] = interval->low;
    row["high"] = interval->high;
  }
  return row;
}

ordered_json estimate_of(const Estimate& estimate) {
  ordered_json row = value_json(estimate.median, estimate.interval);
  row["rounds"] = estimate.rounds;
  return row;
}

ordered_json change_json(const OperationChange& change) {
  return {{"operation", change.operation},
          {"condition", to_json(change.condition)},
          {"before_ns", estimate_of(change.before_ns)},
          {"after_ns", estimate_of(change.after_ns)},
          {"difference_ns", value_json(change.shift_ns.median, change.shift_ns.interval)},
          {"ratio", value_json(change.ratio, change.ratio_interval)},
          {"p", change.shift_ns.p},
          {"p_holm", change.p_holm},
          {"tolerated_ns", change.tolerated_ns},
          {"change", to_text(change.change)},
          {"reason", change.reason}};
}

}  // namespace

ordered_json run_comparison_json(const RunComparison& comparison, const std::string& before, const std::string& after) {
  ordered_json differences = ordered_json::array();
  for (const RunDifference& one : comparison.differences) {
    ordered_json row{{"what", one.what}};
    if (!one.before.empty()) row["before"] = one.before;
    if (!one.after.empty()) row["after"] = one.after;
    differences.push_back(row);
  }
  ordered_json operations = ordered_json::array();
  for (const OperationChange& one : comparison.operations) operations.push_back(change_json(one));
  ordered_json not_compared = ordered_json::array();
  for (const NotCompared& one : comparison.not_compared) {
    not_compared.push_back(
        {{"operation", one.operation}, {"condition", to_json(one.condition)}, {"reason", one.reason}});
  }
  ordered_json document{{"schema", "orchestrate-comparison/1"},
                        {"before", before},
                        {"after", after},
                        {"exit", static_cast<int>(comparison.exit)},
                        {"rules",
                         {{"difference", "Hodges and Lehmann's shift, after - before, 95 % by Mann and Whitney's test"},
                          {"p_holm", "of that test, corrected by Holm's step-down for all operations compared"},
                          {"tolerance", comparison.tolerance}}},
                        {"differences", differences},
                        {"operations", operations},
                        {"not_compared", not_compared}};
  if (comparison.machine_ratio) document["machine_ratio"] = *comparison.machine_ratio;
  return document;
}

}  // namespace orchestrate
