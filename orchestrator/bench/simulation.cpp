#include "bench/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "analysis/order_statistics.hpp"

namespace orchestrate::bench {
namespace {

constexpr int batches_a_round = 100;

/// The next value of an autoregressive series with the standard deviation 1.
double next(double now, double correlation, double shock) {
  return correlation * now + std::sqrt(1 - correlation * correlation) * shock;
}

}  // namespace

std::string_view name_of(Noise noise) {
  switch (noise) {
    case Noise::normal:
      return "normal";
    case Noise::heavy_tailed:
      return "heavy-tailed";
    case Noise::drifting:
      return "drifting";
    case Noise::autocorrelated:
      return "autocorrelated";
    case Noise::bimodal:
      return "bimodal";
    case Noise::dependent_rounds:
      return "dependent rounds";
  }
  return {};
}

Simulation::Simulation(Noise noise, double scale, std::size_t containers, std::uint64_t seed)
    : noise_(noise), scale_(scale), random_(seed), wander_(containers), floors_(containers) {
  for (double& wander : wander_) wander = normal();
  if (noise_ == Noise::autocorrelated) host_ = normal();
}

double Simulation::process() {
  if (noise_ == Noise::heavy_tailed) return scale_ * student_(random_);
  const double placed_badly = noise_ == Noise::bimodal && uniform_(random_) < 1.0 / 7 ? 1.0 / 12 : 0;
  return placed_badly + scale_ * normal();
}

double Simulation::batch() {
  if (noise_ == Noise::heavy_tailed) return scale_ * std::abs(cauchy_(random_));
  const double disturbed = noise_ == Noise::bimodal && uniform_(random_) < 0.4 ? 1.0 / 12 : 0;
  return disturbed + scale_ * normal();
}

void Simulation::advance_host() {
  const double turns = 30.0 * batches_a_round;
  if (noise_ == Noise::drifting) host_ += 0.1 / turns / static_cast<double>(floors_.size());
  if (noise_ == Noise::autocorrelated) host_ = next(host_, 0.999, normal());
}

void Simulation::add_round() {
  const std::size_t containers = floors_.size();
  std::vector<double> speeds(containers);
  std::vector<double> wandering(containers);
  for (std::size_t i = 0; i < containers; ++i) {
    speeds[i] = process();
    if (noise_ == Noise::dependent_rounds) {
      wander_[i] = next(wander_[i], 0.7, normal());
      speeds[i] += scale_ * wander_[i];
    }
    wandering[i] = normal();
  }
  std::vector<std::vector<double>> batches(containers);
  std::vector<std::size_t> order(containers);
  std::iota(order.begin(), order.end(), std::size_t{0});
  const double host_scale = noise_ == Noise::autocorrelated ? 3 * scale_ : 1;
  for (int turn = 0; turn < batches_a_round; ++turn) {
    std::shuffle(order.begin(), order.end(), random_);
    for (const std::size_t i : order) {
      advance_host();
      double disturbance = host_scale * host_ + speeds[i] + batch();
      if (noise_ == Noise::autocorrelated) {
        wandering[i] = next(wandering[i], 0.95, normal());
        disturbance += scale_ * wandering[i];
      }
      // The logarithm is disturbed: a cost stays above zero whatever the noise.
      batches[i].push_back(std::exp(disturbance));
    }
  }
  for (std::size_t i = 0; i < containers; ++i) floors_[i].push_back(floor_of(std::move(batches[i])));
}

}  // namespace orchestrate::bench
