// Do the verdicts keep their word? Simulates experiments on machines of which everything is known, with the program's
// own estimate, tests, verdicts, looks and stopping, and counts how often they are wrong. Prints Markdown.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>

#include "analysis/contrast.hpp"
#include "analysis/holm.hpp"
#include "analysis/stopping.hpp"
#include "bench/simulation.hpp"
#include "plan/looks.hpp"

namespace orchestrate::bench {
namespace {

constexpr double cost_ns = 200;  // so that the margin of 1 % is 2 ns
constexpr std::array effects{0.0, 0.01, 0.02, 0.05};

/// The containers of a simulated round: a condition, its twin, and others it is compared with.
constexpr std::size_t base = 0;
constexpr std::size_t twin = 1;
constexpr std::size_t first_other = 2;

std::vector<double> in_ns(const std::vector<double>& costs, double effect) {
  std::vector<double> values;
  values.reserve(costs.size());
  for (const double cost : costs) values.push_back(cost_ns * (1 - effect) * cost);
  return values;
}

/// What a run says of its contrasts at the look where it ends.
struct RunEnding {
  int rounds = 0;
  std::vector<Difference> differences;
};

std::vector<Difference> differences_of(const Simulation& simulation, double effect, const std::vector<int>& looks) {
  const auto& floors = simulation.floors();
  const std::vector<double> own = in_ns(floors[base], 0);
  const Estimate twins = estimate(paired(own, in_ns(floors[twin], 0), std::minus<>{}), looks);
  std::vector<Difference> differences;
  for (std::size_t other = first_other; other < floors.size(); ++other) {
    differences.push_back(difference_between(own, in_ns(floors[other], effect), twins, looks));
  }
  return differences;
}

bool is_enough(const std::vector<Difference>& differences, double precision) {
  Summary summary;
  for (const Difference& difference : differences) {
    ContrastResult result;
    result.judgement = difference.judgement;
    result.difference_ns = difference.ns;
    result.ratio = difference.ratio;
    summary.contrasts.push_back(result);
  }
  return is_precise_and_resolved(summary, precision);
}

/// Runs until the wanted precision or the last look. Rounds that `simulation` has already are used first.
RunEnding run_calibration(Noise noise, double scale, std::size_t others, std::uint64_t seed, double effect,
                          const Design& design) {
  const std::vector<int> looks = preset_looks(design.rounds_min, design.rounds_max);
  Simulation simulation(noise, scale, first_other + others, seed);
  RunEnding ending;
  for (const int look : looks) {
    for (; ending.rounds < look; ++ending.rounds) simulation.add_round();
    ending.differences = differences_of(simulation, effect, looks);
    if (is_enough(ending.differences, design.precision)) break;
  }
  return ending;
}

/// The noise of an experiment: 0.2 % to 5 %, evenly on the logarithmic scale, so that every table row holds quiet and
/// loud machines.
double scale_of(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  return 0.002 * std::pow(25.0, std::uniform_real_distribution<double>()(random));
}

/// What is counted over the experiments of one noise.
struct Count {
  int experiments = 0;
  int covered = 0;
  double rounds = 0;
  double width = 0;  ///< of the interval of the ratio's logarithm, in units of the noise's scale; a sum
  std::map<int, std::vector<double>> errors;  ///< of the estimate, in the same unit, by rounds at the end
  std::array<int, effects.size()> differs{};
  std::array<int, effects.size()> matches{};

  void add(const RunEnding& ending, std::size_t effect, double scale) {
    const Difference& difference = ending.differences.front();
    const double truth = -std::log1p(-effects[effect]);
    ++experiments;
    rounds += ending.rounds;
    errors[ending.rounds].push_back(std::abs(std::log(difference.ratio.median) - truth) / scale);
    if (const auto& interval = difference.ratio.interval) {
      covered += std::log(interval->low) <= truth && truth <= std::log(interval->high) ? 1 : 0;
      width += (std::log(interval->high) - std::log(interval->low)) / scale;
    }
    if (difference.judgement.verdict == Verdict::differs) ++differs[effect];
    if (difference.judgement.verdict == Verdict::matches) ++matches[effect];
  }

  /// The mean width of the narrowest intervals around these estimates that cover 95 % of the truths, where somebody
  /// who knows the noise gives each number of rounds a width.
  [[nodiscard]] double narrowest() const {
    double sum = 0;
    for (const auto& [rounds, of_rounds] : errors) {
      std::vector<double> sorted = of_rounds;
      const auto place = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() * 95 / 100);
      std::nth_element(sorted.begin(), place, sorted.end());
      sum += 2 * *place * static_cast<double>(sorted.size());
    }
    return sum / experiments;
  }
};

std::string percent(double part, double whole) {
  return fmt::format("{:.2f} %", 100 * part / whole);
}

std::string row_of(Noise noise, int experiments, std::uint64_t seed) {
  Count count;
  for (int i = 0; i < experiments; ++i) {
    for (std::size_t effect = 0; effect < effects.size(); ++effect) {
      const std::uint64_t own_seed = seed + static_cast<std::uint64_t>(i) * effects.size() + effect;
      const double scale = scale_of(own_seed);
      count.add(run_calibration(noise, scale, 1, own_seed, effects[effect], {}), effect, scale);
    }
  }
  return fmt::format("| {} | {} | {:.2f} | {:.2f} | {:.1f} | {} | {} | {} | {} | {} |\n", name_of(noise),
                     percent(count.covered, count.experiments), count.width / count.experiments, count.narrowest(),
                     count.rounds / count.experiments, percent(count.differs[0], experiments),
                     percent(count.differs[3], experiments), percent(count.matches[1], experiments),
                     percent(count.matches[2], experiments), percent(count.matches[3], experiments));
}

/// How often a family of contrasts between containers that are all alike has at least one that differs: by its verdict,
/// by its interval alone, and by p-values corrected by Holm.
std::string family_row_of(Noise noise, std::size_t size, int experiments, std::uint64_t seed) {
  int verdicts = 0;
  int intervals = 0;
  int corrected = 0;
  for (int i = 0; i < experiments; ++i) {
    const std::uint64_t own_seed = seed + static_cast<std::uint64_t>(i);
    const RunEnding ending = run_calibration(noise, scale_of(own_seed), size, own_seed, 0, {});
    std::vector<double> p;
    for (const Difference& difference : ending.differences) p.push_back(difference.p);
    const auto any = [&](auto condition) {
      return std::any_of(ending.differences.begin(), ending.differences.end(), condition) ? 1 : 0;
    };
    verdicts += any([](const Difference& one) { return one.judgement.verdict == Verdict::differs; });
    intervals += any([](const Difference& one) { return one.p <= default_alpha; });
    const std::vector<double> p_holm = holm(p);
    corrected += std::any_of(p_holm.begin(), p_holm.end(), [](double one) { return one <= default_alpha; }) ? 1 : 0;
  }
  return fmt::format("| {} | {} | {} | {} | {} |\n", name_of(noise), size, percent(verdicts, experiments),
                     percent(intervals, experiments), percent(corrected, experiments));
}

void print_tables(int experiments, std::uint64_t seed) {
  std::cout << fmt::format(
      "{0} experiments for each noise and true effect (none, 1, 2, 5 %; the margin is 1 %), seed {1}, looks after 6, "
      "9, 13, 19 and 30 rounds, noise of 0.2 to 5 %\n\n"
      "| noise | the 95 % interval covers | its mean width | the narrowest possible | rounds | no effect: `differs` | "
      "5 %: `differs` | 1 %: `matches` | 2 %: `matches` | 5 %: `matches` |\n"
      "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
      experiments, seed);
  for (const Noise noise : all_noises) std::cout << row_of(noise, experiments, seed) << std::flush;
  std::cout << fmt::format(
      "\nAt least one false difference among contrasts of containers that are all alike, {} experiments each\n\n"
      "| noise | contrasts | `differs` | interval without zero | Holm |\n"
      "| --- | --- | --- | --- | --- |\n",
      experiments);
  for (const Noise noise : all_noises) {
    for (const std::size_t size : {5U, 20U}) std::cout << family_row_of(noise, size, experiments, seed) << std::flush;
  }
}

}  // namespace
}  // namespace orchestrate::bench

int main(int argc, char** argv) {
  CLI::App app{"Counts how often the verdicts are wrong, on simulated machines of which everything is known"};
  int experiments = 10'000;
  std::uint64_t seed = 1;
  app.add_option("--experiments", experiments, "For each noise and effect")
      ->check(CLI::Range(1, 10'000'000))
      ->capture_default_str();
  app.add_option("--seed", seed, "Of everything that is random")->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  orchestrate::bench::print_tables(experiments, seed);
  return 0;
}
