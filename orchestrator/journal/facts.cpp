#include "journal/facts.hpp"

#include <array>
#include <functional>
#include <map>
#include <stdexcept>

#include "support/whole_number.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;

json place_keys(const Place& place) {
  return {{"round", place.round}, {"group", place.group}, {"slot", place.slot}};
}

Place place_of(const json& o) {
  return {whole_number<int>(o.at("round")), whole_number<std::size_t>(o.at("group")),
          whole_number<std::size_t>(o.at("slot"))};
}

/// Nothing where there is no such key.
std::optional<std::size_t> index_in(const json& o, const char* key) {
  if (!o.contains(key)) return std::nullopt;
  return whole_number<std::size_t>(o.at(key));
}

json with_place(const Place& place, const json& rest) {
  json object = place_keys(place);
  object.update(rest);
  return object;
}

json keys_of(const RunStarted& f) {
  json keys{{"fact", "run started"},   {"run", f.run},
            {"version", f.version},    {"started_utc", f.started_utc},
            {"plan", to_json(f.plan)}, {"environment", f.environment}};
  if (f.continues) keys["continues"] = {{"folder", f.continues->folder}, {"changes", f.continues->changes}};
  return keys;
}

json keys_of(const RunResumed& f) {
  return {
      {"fact", "run resumed"}, {"version", f.version}, {"resumed_utc", f.resumed_utc}, {"environment", f.environment}};
}

json keys_of(const OtherRunSeen& f) {
  return {{"fact", "other run seen"}, {"other", f.other}};
}

json keys_of(const Calibrated& f) {
  return {{"fact", "calibrated"}, {"operation", f.operation}, {"iterations", f.iterations}};
}

json keys_of(const ContainerStarted& f) {
  return with_place(f.place, {{"fact", "container started"},
                              {"id", f.id},
                              {"arguments", f.arguments},
                              {"token", f.token},
                              {"errors", f.errors},
                              {"record", f.record},
                              {"config", f.config},
                              {"witness", f.witness}});
}

json keys_of(const FilterResolved& f) {
  const SeccompRefusals& r = f.refusals;
  return with_place(f.place, {{"fact", "filter resolved"},
                              {"resolved_by", r.resolved_by},
                              {"architecture", r.architecture},
                              {"loaded", r.loaded},
                              {"refused", r.refused},
                              {"refused_for_some_arguments", r.refused_for_some_arguments},
                              {"allowed", r.allowed},
                              {"unknown", r.unknown},
                              {"failure", f.failure}});
}

json keys_of(const SystemCallsCounted& f) {
  return with_place(f.place, {{"fact", "system calls counted"},
                              {"operation", f.operation},
                              {"calls", f.calls},
                              {"system_calls", f.system_calls},
                              {"refusal", f.refusal}});
}

json keys_of(const HandOverChosen& f) {
  return {{"fact", "hand over chosen"}, {"group", f.group}, {"way", f.way}, {"reason", f.reason}};
}

/// A batch is a row of numbers: there are hundreds of thousands in a run.
json row_of(const Batch& b) {
  json row{b.slot,         b.started_ns, b.elapsed_ns, b.voluntary_switches, b.involuntary_switches,
           b.minor_faults, b.cpu_before, b.cpu_after};
  if (b.other) {
    for (const int cpu : {b.other->cpu_before, b.other->cpu_after}) row.push_back(cpu);
    for (const std::int64_t n : {b.other->voluntary_switches, b.other->involuntary_switches}) row.push_back(n);
  }
  return row;
}

Batch batch_of(const json& row) {
  Batch batch{whole_number<std::size_t>(row.at(0)),
              whole_number<std::int64_t>(row.at(1)),
              whole_number<std::int64_t>(row.at(2)),
              whole_number<std::int64_t>(row.at(3)),
              whole_number<std::int64_t>(row.at(4)),
              whole_number<std::int64_t>(row.at(5)),
              whole_number<int>(row.at(6)),
              whole_number<int>(row.at(7)),
              {}};
  if (row.size() > 8) {
    batch.other = {whole_number<int>(row.at(8)), whole_number<int>(row.at(9)), whole_number<std::int64_t>(row.at(10)),
                   whole_number<std::int64_t>(row.at(11))};
  }
  return batch;
}

json keys_of(const Turn& f) {
  json rows = json::array();
  for (const Batch& batch : f.batches) rows.push_back(row_of(batch));
  return {{"fact", "turn"}, {"round", f.round},         {"group", f.group},
          {"turn", f.turn}, {"operation", f.operation}, {"batches", rows}};
}

json keys_of(const CallsSampled& f) {
  const Timer& timer = f.sampled.timer;
  return with_place(f.place, {{"fact", "calls sampled"},
                              {"operation", f.operation},
                              {"calls", f.sampled.calls},
                              {"every", f.sampled.every},
                              {"elapsed_ns", f.sampled.elapsed_ns},
                              {"smallest_ticks", f.sampled.smallest_ticks},
                              {"largest_ticks", f.sampled.largest_ticks},
                              {"ticks", f.sampled.ticks},
                              {"timer",
                               {{"source", timer.source},
                                {"ns_per_tick", timer.ns_per_tick},
                                {"step_ticks", timer.step_ticks},
                                {"cost_ticks", timer.cost_ticks}}}});
}

json keys_of(const ContainerFinished& f) {
  return with_place(f.place, {{"fact", "container finished"}, {"witness", f.witness}});
}

json keys_of(const RoundFinished& f) {
  return {{"fact", "round finished"},
          {"round", f.round},
          {"group", f.group},
          {"starting_ns", f.starting_ns},
          {"measuring_ns", f.measuring_ns},
          {"lockstep_ns", f.lockstep_ns},
          {"sampling_ns", f.sampling_ns},
          {"ending_ns", f.ending_ns}};
}

json keys_of(const RoundFailed& f) {
  json keys{{"fact", "round failed"}, {"round", f.round}, {"group", f.group}, {"what", f.what}, {"kind", f.kind}};
  if (f.slot) keys["slot"] = *f.slot;
  if (!f.at_work.empty()) keys["at_work"] = f.at_work;
  return keys;
}

json keys_of(const ConditionGivenUp& f) {
  json keys{{"fact", "condition given up"}, {"round", f.round}, {"group", f.group}, {"kind", f.kind}, {"what", f.what}};
  if (f.condition) keys["condition"] = *f.condition;
  return keys;
}

json keys_of(const RunFinished& f) {
  return {{"fact", "run finished"},
          {"reason", f.reason},
          {"started", f.started},
          {"left_behind", f.left_behind},
          {"wall_ns", f.wall_ns}};
}

std::optional<EarlierBlock> earlier_block(const json& o) {
  if (!o.contains("continues")) return std::nullopt;
  const json& block = o.at("continues");
  return EarlierBlock{block.at("folder").get<std::string>(), block.at("changes").get<std::vector<std::string>>()};
}

Fact run_started(const json& o) {
  return RunStarted{o.at("run").get<std::string>(),
                    o.at("version").get<std::string>(),
                    o.at("started_utc").get<std::string>(),
                    plan_from_json(o.at("plan")),
                    o.at("environment"),
                    earlier_block(o)};
}

Fact run_resumed(const json& o) {
  return RunResumed{o.at("version").get<std::string>(), o.at("resumed_utc").get<std::string>(), o.at("environment")};
}

Fact other_run_seen(const json& o) {
  return OtherRunSeen{o.at("other").get<std::string>()};
}

Fact calibrated(const json& o) {
  return Calibrated{o.at("operation").get<std::string>(), whole_number<std::int64_t>(o.at("iterations"))};
}

Fact container_started(const json& o) {
  return ContainerStarted{place_of(o),
                          o.at("id").get<std::string>(),
                          o.at("arguments").get<std::vector<std::string>>(),
                          o.at("token").get<std::string>(),
                          o.at("errors").get<std::string>(),
                          o.at("record"),
                          o.at("config"),
                          o.at("witness")};
}

Fact filter_resolved(const json& o) {
  return FilterResolved{place_of(o),
                        {o.at("resolved_by").get<std::string>(), o.at("architecture").get<std::string>(),
                         o.at("loaded").get<bool>(), o.at("refused").get<std::vector<std::string>>(),
                         o.at("refused_for_some_arguments").get<std::vector<std::string>>(),
                         whole_number<std::size_t>(o.at("allowed")), o.at("unknown").get<std::vector<std::string>>()},
                        o.at("failure").get<std::string>()};
}

std::map<std::string, std::int64_t> counts_of(const json& o) {
  std::map<std::string, std::int64_t> counts;
  for (const auto& [name, count] : o.items()) counts[name] = whole_number<std::int64_t>(count);
  return counts;
}

Fact system_calls_counted(const json& o) {
  return SystemCallsCounted{place_of(o), o.at("operation").get<std::string>(),
                            whole_number<std::int64_t>(o.at("calls")), counts_of(o.at("system_calls")),
                            o.at("refusal").get<std::string>()};
}

Fact hand_over_chosen(const json& o) {
  return HandOverChosen{whole_number<std::size_t>(o.at("group")), o.at("way").get<std::string>(),
                        o.at("reason").get<std::string>()};
}

Fact turn(const json& o) {
  Turn result{whole_number<int>(o.at("round")),
              whole_number<std::size_t>(o.at("group")),
              whole_number<int>(o.at("turn")),
              o.at("operation").get<std::string>(),
              {}};
  for (const json& row : o.at("batches")) result.batches.push_back(batch_of(row));
  return result;
}

std::vector<std::pair<std::int64_t, std::int64_t>> ticks_of(const json& rows) {
  std::vector<std::pair<std::int64_t, std::int64_t>> ticks;
  for (const json& row : rows) {
    ticks.emplace_back(whole_number<std::int64_t>(row.at(0)), whole_number<std::int64_t>(row.at(1)));
  }
  return ticks;
}

Fact calls_sampled(const json& o) {
  const json& timer = o.at("timer");
  return CallsSampled{
      place_of(o),
      o.at("operation").get<std::string>(),
      {whole_number<std::int64_t>(o.at("calls")),
       whole_number<std::int64_t>(o.at("every")),
       whole_number<std::int64_t>(o.at("elapsed_ns")),
       whole_number<std::int64_t>(o.at("smallest_ticks")),
       whole_number<std::int64_t>(o.at("largest_ticks")),
       ticks_of(o.at("ticks")),
       {timer.at("source").get<std::string>(), timer.at("ns_per_tick").get<double>(),
        whole_number<std::int64_t>(timer.at("step_ticks")), whole_number<std::int64_t>(timer.at("cost_ticks"))}}};
}

Fact container_finished(const json& o) {
  return ContainerFinished{place_of(o), o.at("witness")};
}

Fact round_finished(const json& o) {
  return RoundFinished{whole_number<int>(o.at("round")),
                       whole_number<std::size_t>(o.at("group")),
                       whole_number<std::int64_t>(o.at("starting_ns")),
                       whole_number<std::int64_t>(o.at("measuring_ns")),
                       whole_number<std::int64_t>(o.at("lockstep_ns")),
                       whole_number<std::int64_t>(o.at("sampling_ns")),
                       whole_number<std::int64_t>(o.at("ending_ns"))};
}

Fact round_failed(const json& o) {
  return RoundFailed{whole_number<int>(o.at("round")),
                     whole_number<std::size_t>(o.at("group")),
                     o.at("what").get<std::string>(),
                     o.value("kind", ""),
                     index_in(o, "slot"),
                     o.value("at_work", std::vector<std::size_t>())};
}

Fact condition_given_up(const json& o) {
  return ConditionGivenUp{whole_number<int>(o.at("round")), whole_number<std::size_t>(o.at("group")),
                          index_in(o, "condition"), o.at("kind").get<std::string>(), o.at("what").get<std::string>()};
}

Fact run_finished(const json& o) {
  return RunFinished{o.at("reason").get<std::string>(), whole_number<int>(o.at("started")),
                     whole_number<int>(o.at("left_behind")), whole_number<std::int64_t>(o.at("wall_ns"))};
}

}  // namespace

json to_json(const Fact& fact) {
  return std::visit([](const auto& f) { return keys_of(f); }, fact);
}

Fact fact_from_json(const json& object) {
  static const std::map<std::string, std::function<Fact(const json&)>> readers{
      {"run started", run_started},
      {"run resumed", run_resumed},
      {"other run seen", other_run_seen},
      {"calibrated", calibrated},
      {"container started", container_started},
      {"filter resolved", filter_resolved},
      {"system calls counted", system_calls_counted},
      {"hand over chosen", hand_over_chosen},
      {"turn", turn},
      {"calls sampled", calls_sampled},
      {"container finished", container_finished},
      {"round finished", round_finished},
      {"round failed", round_failed},
      {"condition given up", condition_given_up},
      {"run finished", run_finished},
  };
  const auto kind = object.at("fact").get<std::string>();
  const auto reader = readers.find(kind);
  if (reader == readers.end()) throw std::runtime_error("there is no fact of the kind \"" + kind + "\"");
  return reader->second(object);
}

}  // namespace orchestrate
