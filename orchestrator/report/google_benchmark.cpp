#include "report/google_benchmark.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <sstream>

#include "analysis/order_statistics.hpp"
#include "analysis/round_values.hpp"
#include "support/json.hpp"

namespace orchestrate {
namespace {

using nlohmann::ordered_json;

/// "2026-11-30T17-43-09Z", as runs are named, in the form that the library writes: "2026-11-30T17:43:09+00:00".
std::string date_of(std::string stamp) {
  const std::size_t time = stamp.find('T');
  if (time == std::string::npos) return stamp;
  std::replace(stamp.begin() + static_cast<std::ptrdiff_t>(time), stamp.end(), '-', ':');
  return stamp.substr(0, stamp.find('Z')) + "+00:00";
}

ordered_json load_of(const nlohmann::json& environment) {
  ordered_json loads = ordered_json::array();
  std::istringstream text(text_at(environment, "/machine/load").value_or(""));
  for (double load = 0; loads.size() < 3 && text >> load;) loads.push_back(load);
  return loads;
}

/// Every key that the library writes, because readers with fixed types want them; what a run does not know has the
/// value that the library gives to what it does not know. Keys beyond those are the library's custom context: names and
/// texts.
ordered_json context_of(const Summary& summary) {
  const nlohmann::json& environment = summary.run.environment;
  const std::string governor = text_at(environment, "/machine/governor").value_or("");
  return {{"date", date_of(summary.run.started_utc)},
          {"host_name", text_at(environment, "/engine/info/Name").value_or("")},
          {"executable", text_at(environment, "/probe/path").value_or("")},
          {"num_cpus", value_at(environment, "/machine/cpus").size()},
          {"mhz_per_cpu", 0},
          {"cpu_scaling_enabled", !governor.empty() && governor != "performance"},
          {"caches", ordered_json::array()},
          {"load_avg", load_of(environment)},
          {"library_build_type", "release"},
          {"orchestrate_version", summary.run.version},
          {"orchestrate_run", summary.run.run},
          {"experiment", summary.run.plan.experiment},
          {"real_time", fmt::format("{} of each round's batches, ns a call", values_are(summary.run.plan.design))},
          {"cpu_time",
           "the same as real_time: a batch is timed by the clock, and an undisturbed one never leaves the CPU"}};
}

/// "getpid/seccomp:default/cpus:pinned", as the library names arguments.
std::string benchmark_name(const std::string& operation, const Condition& condition) {
  std::string name = operation;
  for (const auto& [factor, level] : condition) name += fmt::format("/{}:{}", factor, level);
  return name;
}

/// One operation in one condition: what its entries have in common, and the rounds' values.
struct Family {
  std::string name;
  std::size_t index = 0;     ///< of the operation in the plan
  std::size_t instance = 0;  ///< of the condition in the plan
  std::int64_t calls = 0;    ///< in a round
  std::vector<double> ns;    ///< a call, one value a round
  std::string note;
};

ordered_json entry_of(const Family& family, const std::string& name, const char* type) {
  return {{"name", name},
          {"family_index", family.index},
          {"per_family_instance_index", family.instance},
          {"run_name", family.name},
          {"run_type", type},
          {"repetitions", family.ns.size()}};
}

void add_times(ordered_json& entry, double value) {
  entry["real_time"] = value;
  entry["cpu_time"] = value;
  entry["time_unit"] = "ns";
}

void add_repetitions(ordered_json& benchmarks, const Family& family) {
  for (std::size_t round = 0; round < family.ns.size(); ++round) {
    ordered_json entry = entry_of(family, family.name, "iteration");
    entry["repetition_index"] = round;
    entry["threads"] = 1;
    entry["iterations"] = family.calls;
    add_times(entry, family.ns[round]);
    if (!family.note.empty()) entry["label"] = family.note;
    benchmarks.push_back(entry);
  }
}

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Of a sample: divided by n - 1, as the library's.
double deviation_of(const std::vector<double>& values) {
  const double mean = mean_of(values);
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

/// The library gives none for a single repetition.
void add_aggregates(ordered_json& benchmarks, const Family& family) {
  if (family.ns.size() < 2) return;
  const auto add = [&](const char* what, const char* unit, double value) {
    ordered_json entry = entry_of(family, family.name + "_" + what, "aggregate");
    entry["threads"] = 1;
    entry["aggregate_name"] = what;
    entry["aggregate_unit"] = unit;
    entry["iterations"] = family.ns.size();
    add_times(entry, value);
    benchmarks.push_back(entry);
  };
  add("mean", "time", mean_of(family.ns));
  add("median", "time", median(family.ns));
  add("stddev", "time", deviation_of(family.ns));
  // An empty loop can cost nothing; its deviation then has nothing to be relative to.
  const double mean = mean_of(family.ns);
  add("cv", "percentage", mean == 0 ? 0 : deviation_of(family.ns) / mean);
}

Family family_of(const Ledger& ledger, const Plan& plan, const OperationResult& result) {
  Family family;
  family.name = benchmark_name(result.operation, plan.conditions[result.condition].condition);
  const auto operation = std::find(plan.operations.begin(), plan.operations.end(), result.operation);
  family.index = static_cast<std::size_t>(operation - plan.operations.begin());
  family.instance = result.condition;
  family.calls = ledger.iterations().at(result.operation) * plan.design.batches;
  family.note = result.note;
  const Seat seat = seat_of(plan, result.condition);
  family.ns = round_values(ledger, seat.group, seat.slot, result.operation);
  return family;
}

}  // namespace

ordered_json google_benchmark_json(const Ledger& ledger, const Summary& summary) {
  ordered_json benchmarks = ordered_json::array();
  for (const OperationResult& result : summary.operations) {
    const Family family = family_of(ledger, summary.run.plan, result);
    add_repetitions(benchmarks, family);
    add_aggregates(benchmarks, family);
  }
  return {{"context", context_of(summary)}, {"benchmarks", benchmarks}};
}

}  // namespace orchestrate
