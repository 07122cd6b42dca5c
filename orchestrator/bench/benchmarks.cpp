// What this program itself costs, each at three sizes so that growth shows. Every piece of work runs in a process of
// its own, whose largest memory is printed beside the time.

#include <benchmark/benchmark.h>

#include <functional>
#include <stdexcept>
#include <vector>

#include "analysis/summary.hpp"
#include "bench/child.hpp"
#include "bench/synthetic_run.hpp"
#include "cli/run_folder.hpp"
#include "experiment/reader.hpp"
#include "journal/journal.hpp"
#include "report/page.hpp"
#include "support/files.hpp"
#include "support/process.hpp"

namespace orchestrate::bench {
namespace {

void report(benchmark::State& state, const Taken& taken) {
  state.SetIterationTime(taken.seconds.wall);
  state.counters["cpu_ms"] = taken.seconds.cpu * 1e3;
  state.counters["peak_MB"] = taken.peak_mb;
  state.SetComplexityN(state.range(0));
}

/// Work all of which counts.
void work(benchmark::State& state, const std::function<void()>& work) {
  for ([[maybe_unused]] auto once : state) report(state, in_child([&] { return seconds_of(work); }));
}

/// A plan of so many conditions.
void plan(benchmark::State& state) {
  const Experiment experiment = experiment_of(static_cast<std::size_t>(state.range(0)));
  work(state, [&] {
    Plan plan = make_plan(experiment, std::nullopt, synthetic_host(), 1);
    benchmark::DoNotOptimize(plan);
  });
}

/// An experiment file with so many claims, of which 200 are the most that are allowed.
void reader(benchmark::State& state) {
  const std::string text = experiment_text(static_cast<std::size_t>(state.range(0)));
  work(state, [&] {
    Experiment experiment = parse_experiment(text, "bench.yaml");
    benchmark::DoNotOptimize(experiment);
  });
  state.counters["MB"] = static_cast<double>(text.size()) / 1e6;
}

/// The facts of so many batches round by round, as a run takes them: what `take` does counts, inventing them does not.
Seconds seconds_of_rounds(std::int64_t batches, const std::function<void(const Fact&)>& take) {
  Seconds seconds;
  std::vector<Fact> round;
  const auto take_round = [&] {
    seconds += seconds_of([&] {
      for (const Fact& fact : round) take(fact);
    });
    round.clear();
  };
  synthetic_run(static_cast<std::size_t>(batches), [&](const Fact& fact) {
    round.push_back(fact);
    if (std::holds_alternative<RoundFinished>(fact)) take_round();
  });
  take_round();
  return seconds;
}

/// What a run keeps of so many batches as long as it lasts: a journal that is synced once a round, and a ledger.
void run_under_way(benchmark::State& state) {
  for ([[maybe_unused]] auto once : state) {
    report(state, in_child([&] {
             const TemporaryFolder folder;
             FileJournal journal(folder.path() / "journal.jsonl");
             Ledger ledger(Keep::rounds);
             return seconds_of_rounds(state.range(0), [&](const Fact& fact) {
               journal.append(fact);
               ledger.add(fact);
               if (std::holds_alternative<RoundFinished>(fact)) journal.sync();
             });
           }));
  }
}

/// A journal of so many megabytes.
void journal_replay(benchmark::State& state) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "journal.jsonl";
  write_journal(path, static_cast<std::size_t>(state.range(0)) * 1'000'000);
  work(state, [&] {
    std::size_t facts = 0;
    replay(path, [&](const Fact&) { ++facts; });
    benchmark::DoNotOptimize(facts);
  });
  state.SetBytesProcessed(state.iterations() * state.range(0) * 1'000'000);
}

/// From the facts of so many batches to a summary.
void analysis(benchmark::State& state) {
  for ([[maybe_unused]] auto once : state) {
    report(state, in_child([&] {
             Ledger ledger;
             Seconds seconds = seconds_of_rounds(state.range(0), [&](const Fact& fact) { ledger.add(fact); });
             seconds += seconds_of([&] {
               const Summary summary = summarize(ledger);
               if (summary.operations.empty()) throw std::logic_error("nothing was found");
             });
             return seconds;
           }));
  }
}

/// From a journal of so many megabytes to all reports.
void reports(benchmark::State& state) {
  const TemporaryFolder folder;
  write_journal(folder.path() / "journal.jsonl", static_cast<std::size_t>(state.range(0)) * 1'000'000);
  work(state, [&] { write_reports(folder.path()); });
}

/// report.html of a run of so many rounds, which is wanted within a second for 30.
void report_page(benchmark::State& state) {
  constexpr std::int64_t batches_a_round = 10'000;
  for ([[maybe_unused]] auto once : state) {
    report(state, in_child([&] {
             const TemporaryFolder folder;
             Ledger ledger;
             synthetic_run(static_cast<std::size_t>(state.range(0) * batches_a_round),
                           [&](const Fact& fact) { ledger.add(fact); });
             const Summary summary = summarize(ledger);
             return seconds_of([&] { write_file(folder.path() / "report.html", page(ledger, summary)); });
           }));
  }
}

/// The program's start, which is wanted within 10 ms.
void help(benchmark::State& state) {
  for ([[maybe_unused]] auto once : state) {
    const Outcome outcome = run_to_end({ORCHESTRATE_PROGRAM, "--help"}, std::chrono::seconds(60));
    if (!outcome.state.succeeded()) state.SkipWithError("orchestrate --help failed");
  }
}

/// Each at three sizes.
void sizes(benchmark::internal::Benchmark* bench, std::int64_t largest) {
  bench->Arg(largest / 100)->Arg(largest / 10)->Arg(largest);
  bench->Unit(benchmark::kMillisecond)->Iterations(1)->UseManualTime()->Complexity(benchmark::oN);
}

BENCHMARK(plan)->Apply([](auto* bench) { sizes(bench, 1'000'000); });
BENCHMARK(reader)->Apply([](auto* bench) { sizes(bench, 200); });
BENCHMARK(run_under_way)->Apply([](auto* bench) { sizes(bench, 1'000'000); });
BENCHMARK(journal_replay)->Apply([](auto* bench) { sizes(bench, 1'000); });
BENCHMARK(analysis)->Apply([](auto* bench) { sizes(bench, 10'000'000); });
BENCHMARK(reports)->Apply([](auto* bench) { sizes(bench, 1'000); });
BENCHMARK(report_page)->Apply([](auto* bench) {
  bench->Arg(6)->Arg(30)->Arg(100)->Unit(benchmark::kMillisecond)->Iterations(1)->UseManualTime();
});
BENCHMARK(help)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace orchestrate::bench

BENCHMARK_MAIN();
