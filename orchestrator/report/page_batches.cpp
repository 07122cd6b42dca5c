#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "analysis/order_statistics.hpp"
#include "report/comparison.hpp"
#include "report/page_data.hpp"

namespace orchestrate {
namespace {

using nlohmann::ordered_json;

/// What is drawn of an operation at the most, over all its containers; a page stays quick and small with it.
constexpr std::size_t most_points = 4000;
constexpr std::size_t bins = 48;

/// Every batch that may be shown, of one operation: ns a call, in the order in which they were measured.
using Course = std::map<Seat, const std::vector<double>*>;

Course course_of(const Ledger& ledger, const Summary& summary, const std::string& operation) {
  const Plan& plan = summary.run.plan;
  Course course;
  for (std::size_t group = 0; group < plan.groups.size(); ++group) {
    for (std::size_t slot = 0; slot < plan.groups[group].slots(); ++slot) {
      const std::vector<double>& batches = ledger.series(group, slot, operation).batches;
      const bool shown = result_of(summary, operation, plan.groups[group].condition_of(slot)) != nullptr;
      if (shown && !batches.empty()) course[{group, slot}] = &batches;
    }
  }
  return course;
}

/// Where the `index`-th batch of a container's course lies, in rounds: 2.5 is the middle of the third. A complete round
/// has all of its batches.
double turn_of(std::size_t index, const Plan& plan) {
  const auto batches = static_cast<std::size_t>(plan.design.batches);
  const std::size_t rounds = index / batches;
  return static_cast<double>(rounds) + static_cast<double>(index % batches) / plan.design.batches;
}

/// Rounded to what a screen can show: the page must stay small.
double rounded(double value) {
  if (value == 0 || !std::isfinite(value)) return 0;
  const double scale = std::pow(10, 3 - std::floor(std::log10(std::abs(value))));
  return std::round(value * scale) / scale;
}

/// From the smallest batch to the outer fence (third quartile plus three times the distance between the quartiles:
/// Tukey, "Exploratory Data Analysis", 1977) of the container that reaches furthest: outliers must not press the
/// picture together. What lies beyond is counted.
Interval drawn_range(const Course& course) {
  Interval range{std::numeric_limits<double>::infinity(), 0};
  for (const auto& [seat, batches] : course) {
    std::vector<double> values = *batches;
    std::sort(values.begin(), values.end());
    const double first = values[values.size() / 4];
    const double third = values[values.size() * 3 / 4];
    range.low = std::min(range.low, values.front());
    range.high = std::max(range.high, std::min(values.back(), third + 3 * (third - first)));
  }
  if (range.high <= range.low) range.high = range.low + std::max(0.01, range.low * 0.01);
  return range;
}

ordered_json distribution_of(const std::vector<double>& batches, const Interval& range) {
  std::vector<int> counts(bins);
  int beyond = 0;
  for (const double ns : batches) {
    const double place = (ns - range.low) / (range.high - range.low) * static_cast<double>(bins);
    if (ns > range.high) {
      ++beyond;
    } else {
      ++counts[std::min(bins - 1, static_cast<std::size_t>(std::max(0.0, place)))];
    }
  }
  return {{"counts", counts}, {"beyond", beyond}};
}

ordered_json batches_json(const std::string& operation, const Course& course, const Plan& plan) {
  std::size_t all = 0;
  for (const auto& [seat, batches] : course) all += batches->size();
  const std::size_t every = (all + most_points - 1) / most_points;
  const Interval range = drawn_range(course);
  ordered_json row{{"operation", operation},
                   {"every", every},
                   {"low", rounded(range.low)},
                   {"high", range.high},
                   {"series", ordered_json::array()}};
  for (const auto& [seat, batches] : course) {
    const Group& group = plan.groups.at(seat.group);
    ordered_json turns = ordered_json::array();
    ordered_json values = ordered_json::array();
    for (std::size_t i = 0; i < batches->size(); i += every) {
      turns.push_back(rounded(turn_of(i, plan)));
      values.push_back(rounded((*batches)[i]));
    }
    ordered_json series = distribution_of(*batches, range);
    series["condition"] = group.condition_of(seat.slot);
    series["twin"] = group.is_twin(seat.slot);
    series["group"] = seat.group;
    series["batches"] = batches->size();
    series["turns"] = std::move(turns);
    series["ns"] = std::move(values);
    row["series"].push_back(std::move(series));
  }
  return row;
}

}  // namespace

ordered_json page_batches(const Ledger& ledger, const Summary& summary) {
  ordered_json list = ordered_json::array();
  for (const std::string& operation : summary.run.plan.operations) {
    const Course course = course_of(ledger, summary, operation);
    if (!course.empty()) list.push_back(batches_json(operation, course, summary.run.plan));
  }
  return list;
}

}  // namespace orchestrate
