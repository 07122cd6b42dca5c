#include "analysis/ledger.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/stopping.hpp"
#include "runner/scripted_run.hpp"

namespace orchestrate {
namespace {

using ::testing::SizeIs;

std::vector<Fact> facts_of_a_run() {
  ScriptedRun run{ScriptedEngine(), {}, 6, [] { return false; }};
  run.run(sample_plan());
  return run.journal.facts;
}

Ledger ledger_after(const std::vector<Fact>& facts, Keep keep) {
  Ledger ledger(keep);
  for (const Fact& fact : facts) ledger.add(fact);
  return ledger;
}

TEST(Ledger, OfRoundsAloneKeepsTheirValuesAndNoBatchesButTheLast) {
  const auto facts = facts_of_a_run();
  const Ledger all = ledger_after(facts, Keep::every_batch);
  const Ledger rounds = ledger_after(facts, Keep::rounds);
  const auto batches = static_cast<std::size_t>(all.started()->plan.design.batches);
  for (std::size_t slot = 0; slot < 3; ++slot) {
    const Series& whole = all.series(0, slot, "getpid");
    const Series& kept = rounds.series(0, slot, "getpid");
    EXPECT_THAT(whole.batches, SizeIs(6 * batches));
    EXPECT_THAT(kept.batches, SizeIs(batches));
    EXPECT_EQ(kept.floors, whole.floors);
    EXPECT_EQ(kept.medians, whole.medians);
    EXPECT_EQ(kept.switches, whole.switches);
  }
}

TEST(Ledger, OfRoundsAloneStopsARunWhereTheWholeOneWould) {
  const auto facts = facts_of_a_run();
  Ledger all;
  Ledger rounds(Keep::rounds);
  int looked = 0;
  for (const Fact& fact : facts) {
    all.add(fact);
    rounds.add(fact);
    const auto* finished = std::get_if<RoundFinished>(&fact);
    if (finished == nullptr) continue;
    ++looked;
    EXPECT_EQ(rounds.complete_rounds(0), looked);
    EXPECT_EQ(reason_to_stop(rounds, finished->round), reason_to_stop(all, finished->round));
    EXPECT_EQ(widest_half_width(summarize(rounds)), widest_half_width(summarize(all)));
  }
  EXPECT_EQ(looked, 6);
}

TEST(Ledger, ABatchOfAContainerThatIsNotPlannedIsRefused) {
  Ledger ledger;
  ledger.add(RunStarted{"run", "0", "2026-11-30T00-00-00Z", sample_plan(), {}});
  ledger.add(Calibrated{"getpid", 1000});
  EXPECT_NO_THROW(ledger.add(Turn{1, 0, 0, "getpid", {{2, 0, 1, 0, 0, 0, 0, 0, {}}}}));
  EXPECT_THROW(ledger.add(Turn{1, 0, 0, "getpid", {{3, 0, 1, 0, 0, 0, 0, 0, {}}}}), std::out_of_range);
}

}  // namespace
}  // namespace orchestrate
