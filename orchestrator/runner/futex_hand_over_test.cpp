#include "runner/futex_hand_over.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <functional>
#include <memory>

#include "probe/turns/words.hpp"
#include "runner/blame.hpp"
#include "support/file_descriptor.hpp"

namespace orchestrate {
namespace {

using namespace std::chrono_literals;

std::vector<Step> steps_of(std::size_t count, std::size_t slots) {
  return std::vector<Step>(count, Step{0, "getpid", 1, std::vector<std::size_t>(slots)});
}

TEST(Segments, AreCutByTimeAtTheEndOfAStep) {
  const auto cut = segments(steps_of(600, 3), 1ms);
  ASSERT_EQ(cut.size(), 3U);
  EXPECT_EQ(cut[0], (Segment{0, 250}));
  EXPECT_EQ(cut[1], (Segment{250, 500}));
  EXPECT_EQ(cut[2], (Segment{500, 600}));
}

TEST(Segments, HoldAtLeastOneStep) {
  EXPECT_EQ(segments(steps_of(2, 12), 10s), (std::vector<Segment>{{0, 1}, {1, 2}}));
  EXPECT_TRUE(segments({}, 1ms).empty());
}

TEST(Segments, HoldNoMoreThanTheFile) {
  for (const auto& [from, to] : segments(steps_of(10'000, 12), 10us)) EXPECT_LE((to - from) * 12, turns::most_turns);
}

/// A container of which nothing is heard any more, as one that is frozen in the middle of its turn.
class SilentContainer final : public Container {
 public:
  /// `told`: what it does upon a command; `answer`: what it says to it, if anything.
  SilentContainer(std::function<void()> told, std::string answer) : told_(std::move(told)), answer_(std::move(answer)) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw EngineFailure("no pipe");
    reading_ = FileDescriptor(ends[0]);
    writing_ = FileDescriptor(ends[1]);
  }
  const std::string& id() const override { return id_; }
  void send(std::string_view, Deadline) override { told_(); }
  std::string receive(Deadline) override { return answer_; }
  int awaited() const override { return answer_.empty() ? reading_.number() : -1; }
  bool finish(Deadline) override { return true; }
  const std::string& errors() const override { return id_; }

 private:
  std::string id_ = "0123456789abcdef";
  FileDescriptor reading_;
  FileDescriptor writing_;
  std::function<void()> told_;
  std::string answer_;
};

/// Lets a silent container take two turns, after it has done to the file what `meddle` does; the failure.
std::string failure_of_silence(const std::function<void(turns::File&)>& meddle, const std::string& answer = "") {
  SharedTurns shared(1);
  std::vector<std::unique_ptr<Container>> containers;
  containers.push_back(std::make_unique<SilentContainer>([&] { meddle(shared.file()); }, answer));
  Patience patience;
  patience.answer = 20ms;
  try {
    hand_over_by_futex(shared, patience, 1ms)(
        steps_of(2, 1), containers, [] { return false; }, [](const Step&, const auto&) {});
  } catch (const RoundFailure& failure) {
    EXPECT_EQ(failure.seat(), 0U) << "there is no other";
    EXPECT_TRUE(!answer.empty() || turns::is_stopped(shared.file())) << "a probe that wakes up late must not go on";
    return failure.what();
  }
  return {};
}

TEST(FutexHandOver, AContainerOfWhichNothingIsHeardEndsTheRunInTime) {
  EXPECT_THAT(failure_of_silence([](turns::File&) {}),
              ::testing::AllOf(::testing::HasSubstr("No turn ended for "),
                               ::testing::HasSubstr("Whose turn it was: none yet")));
  EXPECT_THAT(failure_of_silence([](turns::File& file) { file.arrived = 1; }),
              ::testing::HasSubstr("Whose turn it was: container 0123456789ab, in turn 1 of 2, measuring getpid"));
}

TEST(FutexHandOver, WhatAContainerWritesIntoTheFileIsNotBelieved) {
  EXPECT_THAT(failure_of_silence([](turns::File& file) {
                file.arrived = 1;
                file.now = file.turns = file.slots = 0xffffffff;
                for (turns::Order& order : file.order) order = {0xffffffff, 0xffffffff, 0};
                file.stop.by = 99;
              }),
              ::testing::HasSubstr("Whose turn it was: container 0123456789ab, in turn 2 of 2, measuring getpid"));
}

TEST(FutexHandOver, ATurnThatAnotherContainerHasWrittenDownIsNoNumber) {
  // Answers like a probe that has taken its turns; its records are not its own.
  const auto lies = [](turns::File& file) {
    file.records[0].taken_by = file.records[1].taken_by = 2;
    file.records[0].elapsed_ns = file.records[1].elapsed_ns = 1;
  };
  EXPECT_THAT(failure_of_silence(lies, R"({"event":"turns taken","turns":2})"),
              ::testing::HasSubstr("wrote nothing down of its turn to measure getpid"));
}

}  // namespace
}  // namespace orchestrate
