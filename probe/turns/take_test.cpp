// Turns among several probes on one host, without containers: the built program where that will do, and take_turns()
// itself in threads where an operation has to do what no real one does.
#include "turns/take.hpp"

#include <gtest/gtest.h>
#include <linux/futex.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <random>
#include <thread>

#include "testing/allocations.hpp"
#include "testing/run.hpp"
#include "testing/seccomp_filter.hpp"
#include "turns/testing_file.hpp"
#include "turns/words.hpp"

namespace probe {
namespace {

using Slots = std::vector<std::uint32_t>;

std::string map_command(const TestedFile& file, std::uint32_t slot) {
  return to_line({{"do", "map turns"}, {"path", file.path()}, {"slot", slot}});
}

std::string take_command(std::size_t turns, const char* operation = "getpid", int patience_ms = 60000) {
  return to_line({{"do", "take turns"}, {"turns", turns}, {"operations", {operation}}, {"patience_ms", patience_ms}});
}

/// Probes that serve, have said that they are ready and have mapped a file.
class Probes {
 public:
  explicit Probes(std::uint32_t count) : file_(count) {
    for (std::uint32_t slot = 0; slot < count; ++slot) {
      probes_.emplace_back(new RunningProbe({{"serve"}, {}, 0}));
      probes_.back()->receive();
      EXPECT_EQ(probes_.back()->ask(map_command(file_, slot)),
                Json({{"event", "turns mapped"}, {"slot", slot}, {"nonce", "0123456789abcdef"}}));
      EXPECT_EQ(file_->seats[slot].mapped, slot + 1);
    }
  }

  TestedFile& file() { return file_; }
  RunningProbe& operator[](std::size_t slot) { return *probes_[slot]; }

  void tell_all(const std::string& line) {
    for (const auto& one : probes_) one->send(line);
  }

 private:
  TestedFile file_;
  std::vector<std::unique_ptr<RunningProbe>> probes_;
};

/// `count` turns among so many slots, at random, with a seed.
Slots random_turns(std::size_t count, std::uint32_t slots) {
  std::mt19937 random(5);
  Slots turns(count);
  for (std::uint32_t& slot : turns) slot = static_cast<std::uint32_t>(random() % slots);
  return turns;
}

TEST(ProbeTurns, AreTakenOneAfterTheOtherAndNeverOverlap) {
  Probes probes(3);
  for (const std::size_t count : {300u, 1u, 500u}) {  // a segment after the other
    const Slots turns = random_turns(count, 3);
    probes.file().lay_out(turns, 2000);
    probes.tell_all(take_command(count));
    for (std::uint32_t slot = 0; slot < 3; ++slot) {
      const auto own = std::count(turns.begin(), turns.end(), slot);
      EXPECT_EQ(probes[slot].receive(), Json({{"event", "turns taken"}, {"turns", own}}));
    }
    std::uint64_t free_from_ns = 0;
    for (std::size_t turn = 0; turn < count; ++turn) {
      const turns::Record& record = probes.file()->records[turn];
      EXPECT_EQ(record.taken_by, turns[turn] + 1);
      EXPECT_GT(record.elapsed_ns, 0u);
      EXPECT_GE(record.started_ns, free_from_ns) << "turn " << turn << " began before the last one had ended";
      EXPECT_EQ(record.own.minor_faults, 0) << "turn " << turn;
      free_from_ns = record.started_ns + record.elapsed_ns;
    }
  }
}

TEST(ProbeTurns, ByStdioDoNotOverlapEither) {
  std::vector<std::unique_ptr<RunningProbe>> probes;
  for (int i = 0; i < 3; ++i) {
    probes.emplace_back(new RunningProbe({{"serve"}, {}, 0}));
    probes.back()->receive();
  }
  std::uint64_t free_from_ns = 0;
  for (const std::uint32_t slot : random_turns(100, 3)) {
    const Json event = probes[slot]->ask(R"({"do":"measure","operation":"getpid","iterations":2000})");
    EXPECT_GE(event["started_ns"].get<std::uint64_t>(), free_from_ns);
    free_from_ns = event["started_ns"].get<std::uint64_t>() + event["elapsed_ns"].get<std::uint64_t>();
  }
}

TEST(ProbeTurns, NobodySpeaksBeforeTheLastTurnIsOver) {
  Probes probes(2);
  probes.file().lay_out({0, 1, 1, 1, 1, 1, 1, 1}, 2000);
  probes.tell_all(take_command(8));
  EXPECT_EQ(probes[0].receive()["turns"], 1);
  EXPECT_EQ(probes.file()->records[7].taken_by, 2u) << "probe 0 was done long ago";
  EXPECT_EQ(probes[1].receive()["turns"], 7);
}

TEST(ProbeTurns, AStopWakesWhoeverWaits) {
  Probes probes(3);
  probes.file().lay_out({0, 1, 2}, 1);
  for (const std::size_t slot : {0, 1}) probes[slot].send(take_command(3));  // nobody tells the third one
  turns::stop(*probes.file(), 0, 0, "the host has had enough");
  for (const std::size_t slot : {0, 1}) {
    EXPECT_EQ(probes[slot].receive(),
              Json({{"event", "turns stopped"}, {"turns", 0}, {"message", "the host has had enough"}}));
  }
  EXPECT_EQ(probes[0].ask(R"({"do":"measure","operation":"getpid","iterations":5})")["event"], "measured");
}

TEST(ProbeTurns, OneThatDiesDoesNotHangTheOthers) {
  Probes probes(3);
  probes.file().lay_out({0, 1, 2, 0, 1, 2}, 1);
  probes[1].send_signal(SIGKILL);
  for (const std::size_t slot : {0, 2}) probes[slot].send(take_command(6, "getpid", 300));
  for (const std::size_t slot : {0, 2}) {
    const Json event = probes[slot].receive();
    EXPECT_EQ(event["event"], "turns stopped");
    EXPECT_EQ(event["message"], "not all probes were ready within 300 ms");
  }
}

TEST(ProbeTurns, ATurnThatDoesNotEndIsNoticedAndNamed) {
  Probes probes(2);
  probes.file().lay_out({0, 1}, 1);
  probes.file()->order[0].iterations = std::uint64_t{1} << 40;  // hours
  probes.tell_all(take_command(2, "getpid", 300));
  EXPECT_EQ(probes[1].receive(),
            Json({{"event", "turns stopped"}, {"turns", 0}, {"message", "the turn did not end within 300 ms"}}));
  EXPECT_EQ(probes.file()->stop.by, 1u);
  EXPECT_EQ(probes.file()->stop.turn, 0u);
}

TEST(ProbeTurns, AnOperationThatCannotBePreparedStopsAll) {
  TestedFile file(2);
  RunningProbe sound({{"serve"}, {}, 0});
  RunningProbe failing({{"serve"}, [] { answer_call(SYS_getpid, refuse_with(EXDEV)); }, 0});
  sound.receive();
  failing.receive();
  EXPECT_EQ(sound.ask(map_command(file, 0))["event"], "turns mapped");
  EXPECT_EQ(failing.ask(map_command(file, 1))["event"], "turns mapped");
  file.lay_out({0, 1, 0, 1}, 100);
  sound.send(take_command(4));
  failing.send(take_command(4));
  const char* const why = "getpid(): EXDEV (Invalid cross-device link)";
  EXPECT_EQ(failing.receive(), Json({{"event", "error"}, {"message", why}}));
  EXPECT_EQ(sound.receive(), Json({{"event", "turns stopped"}, {"turns", 0}, {"message", why}}));
  EXPECT_EQ(file->stop.by, 2u);
}

TEST(ProbeTurns, AnOrderThatMakesNoSenseIsRefused) {
  Probes probes(1);
  const auto refusal = [&](const turns::Order& order, std::size_t told = 1) {
    probes.file().lay_out({0}, 1);
    probes.file()->order[0] = order;
    return probes[0].ask(take_command(told)).value("message", "");
  };
  EXPECT_EQ(refusal({1, 0, 1}), "turn 0 in the file makes no sense");
  EXPECT_EQ(refusal({0, 1, 1}), "turn 0 in the file makes no sense");
  EXPECT_EQ(refusal({0, 0, 0}), "turn 0 in the file makes no sense");
  EXPECT_EQ(refusal({0, 0, std::uint64_t{1} << 41}), "turn 0 in the file makes no sense");
  EXPECT_EQ(refusal({0, 0, 1}, 2), "the command speaks of 2 turns, the file of 1");
  EXPECT_EQ(refusal({0, 0, 1}, 0), "the field \"turns\" must be a whole number from 1 to 8192, not 0");
  EXPECT_EQ(refusal({0, 0, 1}), "");
}

TEST(ProbeTurns, WhatIsNotSuchAFileIsRefused) {
  TestedFile file(2);
  RunningProbe probe({{"serve"}, {}, 0});
  const Json ready = probe.receive();
  EXPECT_EQ(ready["hand_over"], Json({"stdio", "futex"}));
  const auto refusal = [&](const std::string& line) { return probe.ask(line).value("message", ""); };
  EXPECT_EQ(refusal(take_command(1)), "turns cannot be taken before they are mapped");
  EXPECT_EQ(refusal(map_command(file, 2)), file.path() + " has no slot 2");
  EXPECT_EQ(refusal(R"({"do":"map turns","slot":0,"path":"/nowhere"})"),
            "open /nowhere: ENOENT (No such file or directory)");
  EXPECT_NE(refusal(R"({"do":"map turns","slot":0,"path":"/dev/null"})").find("/dev/null is not a file of "),
            std::string::npos);
  file->layout = 2;
  EXPECT_EQ(refusal(map_command(file, 0)),
            file.path() + " has layout 2, this probe knows 1: probe and host are of different builds");
  file->magic = 1;
  EXPECT_EQ(refusal(map_command(file, 0)), file.path() + " is not a file in which turns are taken");
  EXPECT_EQ(truncate(file.path().c_str(), 4096), 0);
  EXPECT_NE(refusal(map_command(file, 0)).find(" is not a file of "), std::string::npos);
}

/// What a probe under a filter says when it is shown a file, and then to an ordinary command.
std::string refusal_under(const std::function<void()>& filter) {
  const TestedFile file(1);
  RunningProbe probe({{"serve"}, filter, 0});
  probe.receive();
  const std::string refusal = probe.ask(map_command(file, 0)).value("message", "");
  EXPECT_EQ(probe.ask(R"({"do":"measure","operation":"getpid","iterations":5})")["event"], "measured");
  return refusal;
}

TEST(ProbeTurns, AFilterThatForbidsThemIsSurvived) {
  constexpr unsigned what_to_do = 1;  // index of futex(2)'s argument
  // Only the calls among processes: the C library itself needs those within one.
  EXPECT_EQ(refusal_under([] { answer_call_where(SYS_futex, what_to_do, FUTEX_WAIT, refuse_with(EPERM)); }),
            "futex(FUTEX_WAIT): EPERM (Operation not permitted)");
  EXPECT_EQ(refusal_under([] { answer_call_where(SYS_futex, what_to_do, FUTEX_WAKE, refuse_with(ENOSYS)); }),
            "futex(FUTEX_WAKE): ENOSYS (Function not implemented)");
  EXPECT_EQ(refusal_under([] { answer_call_where(SYS_futex, what_to_do, FUTEX_WAIT, SECCOMP_RET_KILL); }),
            "a child that tried open, mmap and futex was ended by Bad system call: a filter forbids one of them");
  constexpr unsigned flags = 3;  // of mmap(2)
  EXPECT_EQ(refusal_under([] {
              answer_call_where(SYS_mmap, flags, MAP_SHARED | MAP_POPULATE, refuse_with(EPERM));
            }).substr(0, 20),
            "mmap /dev/shm/probe-");
}

/// An operation that does as a test says.
Operation operation_that(const std::function<LoopResult()>& does) {
  return {"tested", "tested()", "", [does] {
            return PreparedOperation{[does](std::uint64_t) { return does(); }, {}, {}};
          }};
}

/// What each of two probes made of a segment in which both do an operation; "" and its turns, or the failure's text.
std::vector<Taken> taken_in_threads(TestedFile& file, const std::vector<Operation>& operations) {
  std::vector<Taken> taken(operations.size());
  std::vector<std::thread> threads;
  for (std::uint32_t slot = 0; slot < operations.size(); ++slot) {
    threads.emplace_back([&, slot] {
      const SharedFile shared(file.path(), slot);
      const PreparedOperation prepared = operations[slot].prepare();
      const Segment segment{file->turns, {&operations[slot]}, std::chrono::minutes(1)};
      try {
        taken[slot] =
            take_turns(shared, segment, [&](const Operation&) -> const PreparedOperation& { return prepared; });
      } catch (const std::exception& failure) {
        taken[slot].stopped = std::string("thrown: ") + failure.what();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  return taken;
}

TEST(ProbeTurns, AnOperationThatFailsInTheMiddleStopsAll) {
  TestedFile file(2);
  file.lay_out({0, 1, 0, 1, 0, 1, 0, 1}, 1);
  int calls = 0;
  const auto taken = taken_in_threads(file, {operation_that([] {
                                               return LoopResult{0, 0};
                                             }),
                                             operation_that([&] {
                                               const bool fails = ++calls == 3;
                                               errno = fails ? EIO : 0;
                                               return LoopResult{fails ? 1 : 0, -1};
                                             })});
  EXPECT_EQ(taken[0].stopped, "tested(): EIO (Input/output error)");
  EXPECT_EQ(taken[0].turns, 3u);
  EXPECT_EQ(taken[1].stopped, "thrown: tested(): EIO (Input/output error)");
  EXPECT_EQ(file->stop.by, 2u);
  EXPECT_EQ(file->stop.turn, 5u);
  EXPECT_EQ(file->records[4].taken_by, 1u);
  EXPECT_EQ(file->records[5].taken_by, 0u) << "a failure is never a number";
}

TEST(ProbeTurns, NothingIsAllocatedFromTheFirstToTheLast) {
  TestedFile file(2);
  file.lay_out(random_turns(200, 2), 1);
  std::vector<std::uint64_t> seen[2];
  for (auto& one : seen) one.reserve(200);
  const auto watching = [&](int slot) {
    return operation_that([&seen, slot] {
      seen[slot].push_back(allocations());
      return LoopResult{0, 0};
    });
  };
  for (const Taken& taken : taken_in_threads(file, {watching(0), watching(1)})) EXPECT_EQ(taken.stopped, "");
  for (const auto& one : seen) {
    ASSERT_GT(one.size(), 50u);
    EXPECT_GT(one.front(), 0u) << "allocations are counted at all";
    EXPECT_EQ(one.front(), one.back());
  }
}

}  // namespace
}  // namespace probe
