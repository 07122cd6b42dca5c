#include "turns/words.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace turns {
namespace {

constexpr timespec no_time = {0, 0};

std::unique_ptr<File> file_of(std::uint32_t slots, std::uint32_t turns) {
  std::unique_ptr<File> file(new File());
  file->slots = slots;
  file->turns = turns;
  for (std::uint32_t turn = 0; turn < turns; ++turn) file->order[turn].slot = turn % slots;
  return file;
}

TEST(ProbeTurnWords, ATurnIsGivenToWhoseItIs) {
  const auto file = file_of(3, 5);
  give(*file, 1);
  EXPECT_EQ(file->seats[0].turn, 0u);
  EXPECT_EQ(file->seats[1].turn, 2u);
  EXPECT_EQ(file->seats[2].turn, 0u);
}

TEST(ProbeTurnWords, BehindTheLastTurnAllGoOn) {
  const auto file = file_of(3, 5);
  give(*file, 5);
  for (int slot = 0; slot < 3; ++slot) EXPECT_EQ(file->seats[slot].turn, 6u);
  EXPECT_EQ(file->seats[3].turn, 0u) << "a seat that nobody has";
}

TEST(ProbeTurnWords, WhateverTheFileSaysNothingBesideItIsTouched) {
  const auto tested = file_of(3, 5);
  File& file = *tested;
  file.order[1].slot = 0xfffffff0;
  give(file, 1);
  EXPECT_EQ(file.seats[most_slots - 1].turn, 2u) << "the last seat, for want of a better one";
  file.turns = 0xffffffff;
  file.slots = 0xffffffff;
  give(file, most_turns);
  EXPECT_EQ(file.order[0].slot, 0u) << "what lies behind the seats";
  for (const Seat& seat : file.seats) EXPECT_EQ(seat.turn, most_turns + 1);
}

TEST(ProbeTurnWords, NobodyFallsAsleepOnAWordThatHasChanged) {
  std::uint32_t word = 7;
  EXPECT_EQ(sleep_on(word, 6, no_time), EAGAIN);
  EXPECT_EQ(sleep_on(word, 7, no_time), ETIMEDOUT);
  EXPECT_EQ(wake(word), 0);
}

TEST(ProbeTurnWords, TheFirstReasonToStopIsKept) {
  const auto file = file_of(3, 5);
  EXPECT_FALSE(is_stopped(*file));
  stop(*file, 2, 4, "first");
  stop(*file, 1, 3, "second");
  EXPECT_TRUE(is_stopped(*file));
  EXPECT_EQ(file->stop.by, 2u);
  EXPECT_EQ(file->stop.turn, 4u);
  EXPECT_STREQ(file->stop.text, "first");
}

TEST(ProbeTurnWords, AStopChangesEveryWordThatSomebodyMaySleepOn) {
  const auto file = file_of(3, 5);
  stop(*file, 0, 0, "");
  for (const Seat& seat : file->seats) EXPECT_EQ(seat.turn, no_turn);
}

TEST(ProbeTurnWords, AReasonThatIsTooLongIsCut) {
  const auto file = file_of(1, 1);
  stop(*file, 1, 0, std::string(2 * longest_text, 'x').c_str());
  EXPECT_EQ(std::string(file->stop.text), std::string(longest_text - 1, 'x'));
}

}  // namespace
}  // namespace turns
