#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

namespace orchestrate::bench {

/// What disturbs a simulated machine. All of it multiplies the cost, so that the true ratio of two conditions is known
/// exactly: two containers that differ in nothing but their cost are exchangeable.
enum class Noise {
  normal,            ///< batches and processes, each normal
  heavy_tailed,      ///< batches with the positive half of a Cauchy distribution, processes with Student's t of 2
  drifting,          ///< the host slows down by a tenth over thirty rounds
  autocorrelated,    ///< the host wanders slowly, over rounds too, and so does every container within its round
  bimodal,           ///< two batches of five take a twelfth more, and so does every seventh process
  dependent_rounds,  ///< each condition has a slow wander of its own over the rounds, which no design can take out
};

inline constexpr std::array all_noises{Noise::normal,         Noise::heavy_tailed, Noise::drifting,
                                       Noise::autocorrelated, Noise::bimodal,      Noise::dependent_rounds};

std::string_view name_of(Noise noise);

/// An experiment on a machine of which everything is known. Rounds are simulated batch by batch in lockstep, each with
/// fresh containers that all cost 1 but for the noise.
class Simulation {
 public:
  /// `scale` is the standard deviation of a process's own speed, 0.01 is 1 %; batches scatter by as much.
  Simulation(Noise noise, double scale, std::size_t containers, std::uint64_t seed);

  /// The floors of the rounds so far, by container.
  [[nodiscard]] const std::vector<std::vector<double>>& floors() const { return floors_; }

  /// One more round. The turns are in random order.
  void add_round();

 private:
  double process();
  double batch();
  double normal() { return normal_(random_); }
  void advance_host();

  Noise noise_;
  double scale_;
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
  std::student_t_distribution<double> student_{2};
  std::cauchy_distribution<double> cauchy_;
  std::uniform_real_distribution<double> uniform_;
  double host_ = 0;             ///< how much slower the machine is now
  std::vector<double> wander_;  ///< by container: of its condition, from round to round
  std::vector<std::vector<double>> floors_;
};

}  // namespace orchestrate::bench
