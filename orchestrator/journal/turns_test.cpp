#include "journal/turns.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "journal/journal.hpp"
#include "support/files.hpp"

namespace orchestrate {
namespace {

using ::testing::ElementsAre;

Turn turn(int round, std::size_t group, int number) {
  return {round, group, number, "getpid", {}};
}

RoundFinished finished(int round, std::size_t group) {
  return {round, group, 0, 0, 0, 0, 0};
}

std::vector<int> numbers(const TurnSource& source) {
  std::vector<int> found;
  source([&](const Turn& one) { found.push_back(one.turn); });
  return found;
}

/// Two groups, of which one fails and is done again, and a run that was killed and resumed.
std::vector<Fact> facts() {
  return {turn(1, 0, 1),  turn(1, 1, 2),  turn(1, 0, 3),           finished(1, 0), RoundFailed{1, 1, "it broke"},
          turn(1, 1, 4),  finished(1, 1), turn(2, 0, 5),           RunResumed{},   turn(2, 0, 6),
          finished(2, 0), turn(2, 1, 7),  RoundFailed{2, 0, "no"}, finished(2, 1), turn(3, 0, 8)};
}

TEST(CompleteTurns, AreThoseOfFinishedRoundsOnly) {
  const TurnSource source = turns_of(facts());
  EXPECT_THAT(numbers(source), ElementsAre(1, 3, 4, 6, 7));
  EXPECT_THAT(numbers(source), ElementsAre(1, 3, 4, 6, 7)) << "each call begins anew";
}

TEST(CompleteTurns, OfAFailedPartOfARoundAreThoseOfItsRepetition) {
  Turn of_slot_0 = turn(1, 0, 1);
  of_slot_0.batches = {{0, 10, 5}};
  Turn of_slot_1 = turn(1, 0, 2);
  of_slot_1.batches = {{1, 20, 5}};
  Turn again = of_slot_1;
  again.turn = 3;
  const RoundFailed failed{1, 0, "it broke", "signal", 1, {1}};
  EXPECT_THAT(numbers(turns_of({of_slot_0, of_slot_1, failed, again, finished(1, 0)})), ElementsAre(1, 3));
}

TEST(CompleteTurns, AreReadFromAJournal) {
  const TemporaryFolder folder;
  FileJournal journal(folder.path() / "journal.jsonl");
  for (const Fact& fact : facts()) journal.append(fact);
  journal.sync();
  EXPECT_THAT(numbers(turns_of(folder.path() / "journal.jsonl")), ElementsAre(1, 3, 4, 6, 7));
}

}  // namespace
}  // namespace orchestrate
