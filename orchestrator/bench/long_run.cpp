#include "bench/long_run.hpp"

#include <malloc.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>

#include "analysis/ledger.hpp"
#include "analysis/stopping.hpp"
#include "runner/scripted_run.hpp"
#include "support/files.hpp"

namespace orchestrate::bench {
namespace {

std::size_t entries_of(const char* folder) {
  const std::filesystem::directory_iterator entries(folder);
  return static_cast<std::size_t>(std::distance(begin(entries), end(entries)));
}

}  // namespace

Resources resources_now() {
  // What was freed may stay with the allocator, more or less of it as the order of frees has it: that is not held.
  ::malloc_trim(0);
  std::ifstream statm("/proc/self/statm");
  std::size_t all_pages = 0;
  std::size_t resident_pages = 0;
  statm >> all_pages >> resident_pages;
  return {entries_of("/proc/self/fd"), entries_of("/proc/self/task"),
          resident_pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE))};
}

void long_run(int rounds, const std::function<void(int round)>& after) {
  const TemporaryFolder folder;
  ScriptedEngine engine;
  FileJournal journal(folder.path() / "journal.jsonl");
  Ledger ledger(Keep::rounds);
  Plan plan = sample_plan();
  plan.looks = {rounds};
  RunContext context{engine,
                     journal,
                     {"run", "owner"},
                     [&](const Fact& fact) { ledger.add(fact); },
                     [&](int round) {
                       auto reason = reason_to_stop(ledger, round);
                       // The scripted engine notes what it was asked for, which a real one does not.
                       engine.measured.clear();
                       after(round);
                       return reason;
                     },
                     [] { return false; },
                     [](int, double) {},
                     {}};
  run_plan(plan, {"run", "0", "2026-11-30T00-00-00Z", plan, nlohmann::json::object()}, context);
}

}  // namespace orchestrate::bench
