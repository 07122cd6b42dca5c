#include "experiment/design.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

#include "experiment/operations.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

using std::chrono::nanoseconds;

struct Unit {
  std::string_view name;
  double ns;
};

/// "s" behind those that it also ends.
constexpr std::array units{Unit{"us", 1e3}, Unit{"ms", 1e6}, Unit{"s", 1e9}, Unit{"min", 60e9}, Unit{"h", 3600e9}};

/// A number as the schema's patterns allow it, which may begin with zeros.
double decimal(std::string_view text) {
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// Nothing where the text is no number with a unit, or outside of `least` to `most` (in ns).
std::optional<nanoseconds> duration_within(std::string_view text, double least, double most) {
  for (const Unit& unit : units) {
    if (!text.ends_with(unit.name)) continue;
    text.remove_suffix(unit.name.size());
    double value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    const double ns = value * unit.ns;
    const bool whole = read.ec == std::errc() && read.ptr == text.data() + text.size();
    if (!whole || !(ns >= least && ns <= most)) return std::nullopt;
    return nanoseconds(std::llround(ns));
  }
  return std::nullopt;
}

nanoseconds read_batch(const Node& node) {
  if (const auto duration = duration_within(node.text, 10e3, 10e9)) return *duration;
  throw Refusal(node.position, fmt::format("design.batch: found {}; 10us to 10s is allowed", found(node)));
}

nanoseconds read_time_budget(const Node& node, const Design& design) {
  if (design.interleave == Interleave::sequential) {
    throw Refusal(
        node.position,
        "design.time_budget: interleave: sequential has a number of rounds that is known beforehand, since it "
        "ends one condition before the next begins; time cannot end it. Leave out one of the two");
  }
  if (const auto duration = duration_within(node.text, 1e9, 24 * 3600e9)) return *duration;
  throw Refusal(node.position, fmt::format("design.time_budget: found {}; 1s to 24h is allowed", found(node)));
}

double read_percentage(const Node& node) {
  const double percent = decimal(node.text);
  if (percent > 0 && percent <= 100) return percent / 100;
  throw Refusal(node.position,
                fmt::format("design.precision: found {}; it must be above 0 and at most 100%", found(node)));
}

WantedHandOver read_hand_over(const Node& node) {
  // The schema says which words there are.
  if (node.text == "stdio") return WantedHandOver::stdio;
  if (node.text == "futex") return WantedHandOver::futex;
  return WantedHandOver::any;
}

Estimator read_estimator(const Node& node) {
  return node.text == "median" ? Estimator::median : Estimator::floor;
}

template <typename Number = int>
Number whole(const Node& node) {
  Number value = 0;
  std::from_chars(node.text.data(), node.text.data() + node.text.size(), value);
  return value;
}

void read_rounds(const Node& rounds, Design& design) {
  const Node* min = find(rounds, "min");
  const Node* max = find(rounds, "max");
  if (min != nullptr) design.rounds_min = whole(*min);
  if (max != nullptr) design.rounds_max = whole(*max);
  // What sequential needs of them is another matter, see fix_rounds.
  if (design.rounds_min <= design.rounds_max || design.interleave == Interleave::sequential) return;
  const Position place = min != nullptr ? min->position : rounds.entries.front().value.position;
  const auto source = [](const Node* given) { return given == nullptr ? ", where none is given" : ""; };
  throw Refusal(place, fmt::format("design.rounds: min is larger than max ({}{} and {}{}); let min be at most max",
                                   design.rounds_min, source(min), design.rounds_max, source(max)));
}

/// One condition is done before the next begins, so precision cannot decide how many rounds there are: one number, of
/// those that are given, or the fewest that have an interval.
void fix_rounds(const Node* rounds, Design& design) {
  const Node* min = rounds == nullptr ? nullptr : find(*rounds, "min");
  const Node* max = rounds == nullptr ? nullptr : find(*rounds, "max");
  if (min != nullptr && max != nullptr && design.rounds_min != design.rounds_max) {
    throw Refusal(
        min->position,
        fmt::format("design.rounds: min is {} and max {}, but interleave: sequential ends one condition before "
                    "the next begins, so its number of rounds cannot depend on the precision; let min be max",
                    design.rounds_min, design.rounds_max));
  }
  if (min == nullptr && max != nullptr) design.rounds_min = design.rounds_max;
  design.rounds_max = design.rounds_min;
}

}  // namespace

Design read_design(const Node& node, std::vector<Problem>& problems) {
  Design design;
  if (const Node* interleave = find(node, "interleave")) design.interleave = interleave_from(interleave->text);
  if (const Node* estimator = find(node, "estimator")) design.estimator = read_estimator(*estimator);
  if (const Node* batches = find(node, "batches")) design.batches = whole(*batches);
  if (const Node* batch = find(node, "batch")) collect(problems, [&] { design.batch = read_batch(*batch); });
  const Node* rounds = find(node, "rounds");
  if (rounds != nullptr) collect(problems, [&] { read_rounds(*rounds, design); });
  if (design.interleave == Interleave::sequential) collect(problems, [&] { fix_rounds(rounds, design); });
  if (const Node* calls = find(node, "counted_calls")) design.counted_calls = whole(*calls);
  if (const Node* hand_over = find(node, "hand_over")) design.hand_over = read_hand_over(*hand_over);
  if (const Node* budget = find(node, "time_budget")) {
    collect(problems, [&] { design.time_budget = read_time_budget(*budget, design); });
  }
  if (const Node* precision = find(node, "precision")) {
    collect(problems, [&] { design.precision = read_percentage(*precision); });
  }
  return design;
}

nanoseconds time_budget_from(const std::string& text) {
  if (const auto duration = duration_within(text, 1e9, 24 * 3600e9)) return *duration;
  throw UsageFailure(fmt::format("A time budget is a number with a unit (s, min, h), as 60s, from 1s to 24h; not {}.",
                                 text.empty() ? "nothing" : escaped(text)));
}

nanoseconds time_limit_from(const std::string& text, const std::string& option) {
  if (const auto duration = duration_within(text, 100e6, 30 * 24 * 3600e9)) return *duration;
  throw UsageFailure(fmt::format("{}: found {}; a number with ms, s, min or h is wanted, 100ms to 720h", option,
                                 text.empty() ? "nothing" : escaped(text)));
}

Samples read_samples(const Node& node, const std::vector<std::string>& measured, std::vector<Problem>& problems) {
  Samples samples;
  const Node& operations = *find(node, "operations");
  samples.operations = read_operations(operations, problems);
  for (const Node& operation : operations.items) collect(problems, [&] { check_measured(operation, measured); });
  if (const Node* calls = find(node, "calls")) samples.calls = whole<std::int64_t>(*calls);
  if (const Node* every = find(node, "every")) samples.every = whole<std::int64_t>(*every);
  return samples;
}

}  // namespace orchestrate
