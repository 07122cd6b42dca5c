#include "bench/simulation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "analysis/order_statistics.hpp"

namespace orchestrate::bench {
namespace {

TEST(Simulation, TheSameSeedGivesTheSameRounds) {
  for (const Noise noise : all_noises) {
    Simulation one(noise, 0.01, 3, 7);
    Simulation two(noise, 0.01, 3, 7);
    Simulation another(noise, 0.01, 3, 8);
    for (int round = 0; round < 3; ++round) {
      one.add_round();
      two.add_round();
      another.add_round();
    }
    EXPECT_EQ(one.floors(), two.floors()) << name_of(noise);
    EXPECT_NE(one.floors(), another.floors()) << name_of(noise);
  }
}

TEST(Simulation, ContainersDifferByChanceOnly) {
  for (const Noise noise : all_noises) {
    std::vector<double> logarithms;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
      Simulation simulation(noise, 0.01, 2, seed);
      simulation.add_round();
      logarithms.push_back(std::log(simulation.floors()[0][0] / simulation.floors()[1][0]));
    }
    // The median of 400 symmetric values with a spread of some 1.5 %, within four standard errors of zero.
    EXPECT_NEAR(median(logarithms), 0, 0.005) << name_of(noise);
  }
}

TEST(Simulation, WhatTheHostDoesHitsAllAlike) {
  Simulation simulation(Noise::drifting, 0.0001, 2, 1);
  for (int round = 0; round < 30; ++round) simulation.add_round();
  const auto& floors = simulation.floors();
  EXPECT_NEAR(std::log(floors[0].back() / floors[0].front()), 0.1 * 29 / 30, 0.002);
  EXPECT_NEAR(floors[0].back() / floors[1].back(), 1, 0.001);
}

}  // namespace
}  // namespace orchestrate::bench
