#include "timing/timer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>
#include <stdexcept>

namespace probe {
namespace {

/// Differences of a counter's readings: `read_ns` and a little more apart, at `hz`, moving in steps of `step_ns`.
std::vector<std::uint64_t> differences(double read_ns, double hz, double step_ns) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> more_ns(0, 20);
  const auto reading = [&](double ns) {
    return static_cast<std::uint64_t>(std::floor(ns / step_ns) * step_ns * hz / 1e9 + 1e-6);
  };
  std::vector<std::uint64_t> found;
  double now_ns = 1e9;
  for (int i = 0; i < 1000; ++i) {
    const double then_ns = now_ns + read_ns + more_ns(random);
    found.push_back(reading(then_ns) - reading(now_ns));
    now_ns = then_ns + 1000 + more_ns(random);
  }
  return found;
}

TEST(ProbeTimerStep, OfA24MegahertzCounterIsOneTick) {
  const std::vector<std::uint64_t> found = differences(30, 24e6, 1e9 / 24e6);
  EXPECT_EQ(std::set<std::uint64_t>(found.begin(), found.end()), (std::set<std::uint64_t>{0, 1, 2}));
  EXPECT_EQ(step_of(found), 1u);
}

TEST(ProbeTimerStep, IsSeenWhereReadingTakesLonger) {
  EXPECT_EQ(step_of(differences(300, 24e6, 1e9 / 24e6)), 1u);
  EXPECT_EQ(step_of({38, 40, 34, 42}), 2u);
  EXPECT_EQ(step_of({108, 72, 144, 36 * 31}), 36u);
  EXPECT_EQ(step_of(differences(100, 1e9, 26)), 26u);
}

TEST(ProbeTimerStep, OfACounterScaledToAGigahertzIsTheOriginals) {
  EXPECT_EQ(step_of(differences(10, 1e9, 1e9 / 24e6)), 41u);
  EXPECT_EQ(step_of({0, 42, 0, 41, 83, 0, 42}), 41u);
}

TEST(ProbeTimerStep, OfAFineCounterIsOne) {
  EXPECT_EQ(step_of(differences(15, 3e9, 1 / 3.0)), 1u);
}

TEST(ProbeTimerStep, OneReadingIsTakenForTheStep) {
  EXPECT_EQ(step_of({38}), 38u);
}

TEST(ProbeTimerStep, ATimerThatStandsStillIsRefused) {
  EXPECT_THROW(step_of({0, 0, 0}), std::runtime_error);
  EXPECT_THROW(step_of({}), std::runtime_error);
}

/// A machine whose time moves by what reading costs; one reading is hit by a preemption.
struct Machine {
  double now_ns = 5e9;
  int readings = 0;
  int hit = -1;

  void read(double cost_ns) {
    now_ns += cost_ns;
    if (readings++ == hit) now_ns += 5e6;
  }
  std::uint64_t ticks(double hz) {
    read(10);
    return static_cast<std::uint64_t>(now_ns * hz / 1e9);
  }
  std::uint64_t clock_ns() {
    read(25);
    return static_cast<std::uint64_t>(now_ns);
  }
  double measured(double hz) {
    return measure_ns_per_tick([this, hz] { return ticks(hz); }, [this] { return clock_ns(); });
  }
};

TEST(ProbeTimerRate, IsFound) {
  EXPECT_NEAR(Machine().measured(2.6e9), 1 / 2.6, 1e-6);
  EXPECT_NEAR(Machine().measured(24e6), 1e3 / 24, 1e3 / 24 * 3e-3);
}

TEST(ProbeTimerRate, APreemptionDoesNotFalsifyIt) {
  // In the first try and in the last one of the first moment: 100 tries of three readings.
  for (const int hit : {0, 1, 2, 297, 298, 299}) {
    Machine machine;
    machine.hit = hit;
    EXPECT_NEAR(machine.measured(2.6e9), 1 / 2.6, 1e-6) << "reading " << hit << " was hit";
  }
}

TEST(ProbeTimerRate, ATimerThatStandsStillIsRefused) {
  EXPECT_THROW(Machine().measured(0), std::runtime_error);
}

TEST(ProbeTimer, OfThisMachineIsOfUse) {
  const Timer timer = examine_timer();
  EXPECT_GT(timer.ns_per_tick, 0);
  EXPECT_GE(timer.step_ticks, 1u);
  EXPECT_LT(timer.ns_per_tick * static_cast<double>(timer.step_ticks), 1e5);
  EXPECT_LT(timer.ns_per_tick * static_cast<double>(timer.cost_ticks), 1e6);
}

}  // namespace
}  // namespace probe
