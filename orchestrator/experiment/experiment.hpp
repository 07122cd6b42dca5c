#pragma once

#include <chrono>
#include <filesystem>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "experiment/condition.hpp"
#include "experiment/interleave.hpp"

namespace orchestrate {

/// One thing that is varied. An environment variable is a factor of its own, named `env.NAME`; so is each set of raw
/// engine options, named `engine_args.NAME`.
struct FactorLevels {
  std::string factor;
  std::vector<std::string> levels;  ///< at least one, as written, all different
  /// What stands behind each level of a raw factor: {"args": […], "verify": {"inspect" or "witness": JSON pointer,
  /// "equals": scalar}}. Empty for other factors, whose levels say all by themselves.
  std::map<std::string, nlohmann::json> details = {};
};

/// How the containers of a round are to pass the turn from one to the next.
enum class WantedHandOver {
  any,    ///< by futex where they can, else by stdio
  stdio,  ///< by the engine's standard streams
  futex,  ///< by a futex in a shared file, or not at all
};

/// What a condition's value in a round is made of.
enum class Estimator {
  floor,   ///< the 10th percentile of its batches: disturbance only adds
  median,  ///< their median
};

/// How much is measured and in what order.
struct Design {
  Interleave interleave = Interleave::lockstep;
  std::chrono::nanoseconds batch{1'000'000};  ///< aimed-at length of one batch
  int batches = 100;                          ///< batches a round of each operation in each container
  int rounds_min = 6;
  int rounds_max = 30;
  double precision = 0.02;   ///< wanted half width of a contrast's ratio interval; 0.02 is 2 %
  int counted_calls = 1000;  ///< calls of each operation whose system calls are counted, once a run in each condition
  WantedHandOver hand_over = WantedHandOver::any;
  Estimator estimator = Estimator::floor;
  std::optional<std::chrono::nanoseconds> time_budget = {};  ///< of the rounds; then time ends them, not precision
};

/// Calls that are timed one by one in every round, after its batches.
struct Samples {
  std::vector<std::string> operations;  ///< none: nothing is sampled
  std::int64_t calls = 1'000'000;       ///< a round in each condition
  std::int64_t every = 16;              ///< one in so many is timed, so that timing does not disturb the others
};

enum class Expect { differ, match };

/// Two levels of a factor, compared on some operations, in every condition of the other factors that agrees with `at`.
struct Contrast {
  std::string factor;
  std::string base;   ///< first level; the difference is base − other
  std::string other;  ///< second level
  std::vector<std::string> operations;
  Condition at;
  Expect expect = Expect::differ;
};

/// What a claim's value must satisfy: low ≤ value ≤ high, the ends left out where they are open.
struct Expectation {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  std::string text;  ///< as written: "> 20", "0.95 .. 1.05"
};

/// What one name in a claim's expression stands for: a quantity of an operation in one whole condition.
struct Operand {
  std::string operation;  ///< empty for a quantity of the condition itself
  Condition condition;
  std::string quantity = "ns";  ///< as the schema names it
};

/// One sentence of an article as an expression over measured values.
struct Claim {
  std::string id;
  std::string says;
  std::string expression;                   ///< muParser syntax
  std::map<std::string, Operand> operands;  ///< every name that the expression uses
  std::string unit;                         ///< for display; empty for a ratio
  std::optional<double> article;            ///< the article's own value
  Expectation expect;
};

/// One experiment file, validated: every name in it is known, every level is one of its factor's.
struct Experiment {
  std::filesystem::path file;  ///< as given
  std::string name;
  std::string question;
  std::optional<std::string> reference;  ///< name of a file in results/reference/
  std::string image;
  std::vector<std::string> engine_args;  ///< raw engine options, one argv element each
  std::vector<FactorLevels> factors;
  std::vector<std::string> operations;
  Design design;
  Samples samples;
  std::vector<Contrast> contrasts;
  std::vector<Claim> claims;
};

}  // namespace orchestrate
