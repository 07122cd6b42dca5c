#include "experiment/design.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

#include "experiment/operations.hpp"

namespace orchestrate {
namespace {

using std::chrono::nanoseconds;

struct Unit {
  std::string_view name;
  double ns;
};

/// "s" last: it also ends the others.
constexpr std::array units{Unit{"us", 1e3}, Unit{"ms", 1e6}, Unit{"s", 1e9}};

/// A number as the schema's patterns allow it, which may begin with zeros.
double decimal(std::string_view text) {
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

nanoseconds read_duration(const Node& node) {
  constexpr double least = 10e3;
  constexpr double most = 10e9;
  std::string_view text = node.text;
  for (const Unit& unit : units) {
    if (!text.ends_with(unit.name)) continue;
    text.remove_suffix(unit.name.size());
    const double ns = decimal(text) * unit.ns;
    if (!(ns >= least && ns <= most)) {
      throw Refusal(node.position, fmt::format("design.batch: found {}; 10us to 10s is allowed", found(node)));
    }
    return nanoseconds(std::llround(ns));
  }
  throw Refusal(node.position, fmt::format("design.batch: found {}; a unit (us, ms, s) is wanted", found(node)));
}

double read_percentage(const Node& node) {
  const double percent = decimal(node.text);
  if (percent > 0 && percent <= 100) return percent / 100;
  throw Refusal(node.position,
                fmt::format("design.precision: found {}; it must be above 0 and at most 100%", found(node)));
}

Interleave read_interleave(const Node& node) {
  // The schema says which of these an experiment may ask for.
  if (node.text == "rounds") return Interleave::rounds;
  if (node.text == "sequential") return Interleave::sequential;
  return Interleave::lockstep;
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
  if (design.rounds_min <= design.rounds_max) return;
  const Position place = min != nullptr ? min->position : rounds.entries.front().value.position;
  const auto source = [](const Node* given) { return given == nullptr ? ", where none is given" : ""; };
  throw Refusal(place, fmt::format("design.rounds: min is larger than max ({}{} and {}{}); let min be at most max",
                                   design.rounds_min, source(min), design.rounds_max, source(max)));
}

}  // namespace

Design read_design(const Node& node, std::vector<Problem>& problems) {
  Design design;
  if (const Node* interleave = find(node, "interleave")) design.interleave = read_interleave(*interleave);
  if (const Node* estimator = find(node, "estimator")) design.estimator = read_estimator(*estimator);
  if (const Node* batches = find(node, "batches")) design.batches = whole(*batches);
  if (const Node* batch = find(node, "batch")) collect(problems, [&] { design.batch = read_duration(*batch); });
  if (const Node* rounds = find(node, "rounds")) collect(problems, [&] { read_rounds(*rounds, design); });
  if (const Node* calls = find(node, "counted_calls")) design.counted_calls = whole(*calls);
  if (const Node* hand_over = find(node, "hand_over")) design.hand_over = read_hand_over(*hand_over);
  if (const Node* precision = find(node, "precision")) {
    collect(problems, [&] { design.precision = read_percentage(*precision); });
  }
  return design;
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
