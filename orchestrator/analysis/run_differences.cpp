#include "analysis/run_differences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "support/files.hpp"
#include "support/json.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;

/// A value for a person: texts bare, long documents by their hash.
std::string shown_value(const json& value) {
  constexpr std::size_t longest = 80;
  if (value.is_null()) return {};
  std::string text =
      value.is_string() ? value.get<std::string>() : value.dump(-1, ' ', false, json::error_handler_t::replace);
  return text.size() <= longest || value.is_string() ? text : fmt::format("sha256 {:.12}", sha256(text));
}

void add_where_different(std::vector<RunDifference>& differences, const std::string& what, const json& before,
                         const json& after) {
  if (before != after) differences.push_back({what, shown_value(before), shown_value(after)});
}

/// A difference for every member of either object.
void add_members(std::vector<RunDifference>& differences, const std::string& what, const json& before,
                 const json& after) {
  std::set<std::string> names;
  for (const json* object : {&before, &after}) {
    if (!object->is_object()) continue;
    for (const auto& [name, value] : object->items()) names.insert(name);
  }
  for (const std::string& name : names) {
    const auto member = [&](const json& object) {
      return object.is_object() && object.contains(name) ? object.at(name) : json();
    };
    add_where_different(differences, fmt::format("{} {}", what, name), member(before), member(after));
  }
}

/// The parts of an engine with their versions, as {"runc": "1.1.5"}.
json components(const json& environment) {
  json versions = json::object();
  const json& list = value_at(environment, "/engine/version/Server/Components");
  if (!list.is_array()) return versions;
  for (const json& one : list) {
    const auto name = text_at(one, "/Name");
    const auto version = text_at(one, "/Version");
    if (name && version) versions[*name] = *version;
  }
  return versions;
}

/// The probes of other libcs by their hash, as {"glibc-2.31": "5a…"}.
json probe_hashes(const json& environment) {
  json hashes = json::object();
  const json& probes = value_at(environment, "/probes");
  if (!probes.is_object()) return hashes;
  for (const auto& [level, probe] : probes.items()) hashes[level] = value_at(probe, "/sha256");
  return hashes;
}

struct FoundPlace {
  const char* what;
  const char* pointer;
};

constexpr std::array kernel_places{FoundPlace{"kernel", "/machine/kernel"},
                                   FoundPlace{"kernel's build", "/machine/kernel_version"}};

constexpr std::array engine_places{FoundPlace{"engine", "/engine/version/Server/Version"},
                                   FoundPlace{"engine's client", "/engine/version/Client/Version"},
                                   FoundPlace{"engine's default runtime", "/engine/info/DefaultRuntime"},
                                   FoundPlace{"engine's security options", "/engine/info/SecurityOptions"},
                                   FoundPlace{"engine's storage driver", "/engine/info/Driver"},
                                   FoundPlace{"cgroup version", "/engine/info/CgroupVersion"},
                                   FoundPlace{"cgroup driver", "/engine/info/CgroupDriver"}};

constexpr std::array probe_places{FoundPlace{"probe sha256", "/probe/sha256"},
                                  FoundPlace{"probe's libc", "/probe/libc"}};

constexpr std::array machine_places{
    FoundPlace{"CPU", "/machine/cpu"},           FoundPlace{"CPUs", "/machine/cpus"},
    FoundPlace{"virtual", "/machine/virtual"},   FoundPlace{"clocksource", "/machine/clocksource"},
    FoundPlace{"governor", "/machine/governor"}, FoundPlace{"SMT", "/machine/smt"}};

template <typename Places>
void add_places(std::vector<RunDifference>& differences, const Places& places, const json& before, const json& after) {
  for (const FoundPlace& place : places) {
    add_where_different(differences, place.what, value_at(before, place.pointer), value_at(after, place.pointer));
  }
}

}  // namespace

std::vector<RunDifference> environment_differences(const json& before, const json& after) {
  std::vector<RunDifference> differences;
  add_places(differences, kernel_places, before, after);
  add_members(differences, "mitigation", value_at(before, "/machine/mitigations"),
              value_at(after, "/machine/mitigations"));
  add_places(differences, engine_places, before, after);
  add_members(differences, "engine's", components(before), components(after));
  add_members(differences, "image", value_at(before, "/images"), value_at(after, "/images"));
  add_places(differences, probe_places, before, after);
  add_members(differences, "sha256 of probe", probe_hashes(before), probe_hashes(after));
  add_places(differences, machine_places, before, after);
  return differences;
}

std::vector<RunDifference> level_differences(const PlannedCondition& before, const PlannedCondition& after) {
  std::vector<RunDifference> differences;
  const auto find = [](const PlannedCondition& condition, const std::string& factor) -> const Level* {
    const auto found = std::find_if(condition.levels.begin(), condition.levels.end(),
                                    [&](const Level& level) { return level.factor == factor; });
    return found == condition.levels.end() ? nullptr : &*found;
  };
  for (const Level& level : before.levels) {
    if (level.factor == "libc" || level.factor == "image") continue;
    const Level* other = find(after, level.factor);
    if (other == nullptr || other->text != level.text) {
      differences.push_back({level.factor, level.text, other == nullptr ? "" : other->text});
    } else {
      add_where_different(differences, fmt::format("what {} {} stands for", level.factor, level.text), level.resolved,
                          other->resolved);
    }
  }
  for (const Level& level : after.levels) {
    if (find(before, level.factor) == nullptr) differences.push_back({level.factor, "", level.text});
  }
  return differences;
}

std::vector<RunDifference> design_differences(const Design& before, const Design& after) {
  std::vector<RunDifference> differences;
  add_where_different(differences, "interleave", to_text(before.interleave), to_text(after.interleave));
  add_where_different(differences, "length of a batch in ns", before.batch.count(), after.batch.count());
  add_where_different(differences, "batches a round", before.batches, after.batches);
  return differences;
}

}  // namespace orchestrate
