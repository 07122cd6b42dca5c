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

/// A slot of a group: one container a round.
using Seat = std::pair<std::size_t, std::size_t>;

/// One batch in the course of a run.
struct Point {
  double turn = 0;  ///< in rounds: 2.5 is the middle of the third
  double ns = 0;    ///< a call
};

/// Every batch that may be shown, of one operation.
using Course = std::map<Seat, std::vector<Point>>;

std::map<std::string, Course> courses(const Ledger& ledger, const Summary& summary) {
  const Plan& plan = summary.run.plan;
  std::map<std::string, Course> all;
  for (const Turn& turn : ledger.turns()) {
    const auto iterations = static_cast<double>(ledger.iterations().at(turn.operation));
    for (const Batch& batch : turn.batches) {
      const std::size_t condition = plan.groups.at(turn.group).condition_of(batch.slot);
      if (result_of(summary, turn.operation, condition) == nullptr) continue;
      all[turn.operation][{turn.group, batch.slot}].push_back(
          {turn.round - 1 + static_cast<double>(turn.turn) / plan.design.batches,
           static_cast<double>(batch.elapsed_ns) / iterations});
    }
  }
  return all;
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
  for (const auto& [seat, points] : course) {
    std::vector<double> values;
    values.reserve(points.size());
    for (const Point& point : points) values.push_back(point.ns);
    std::sort(values.begin(), values.end());
    const double first = values[values.size() / 4];
    const double third = values[values.size() * 3 / 4];
    range.low = std::min(range.low, values.front());
    range.high = std::max(range.high, std::min(values.back(), third + 3 * (third - first)));
  }
  if (range.high <= range.low) range.high = range.low + std::max(0.01, range.low * 0.01);
  return range;
}

ordered_json distribution_of(const std::vector<Point>& points, const Interval& range) {
  std::vector<int> counts(bins);
  int beyond = 0;
  for (const Point& point : points) {
    const double place = (point.ns - range.low) / (range.high - range.low) * static_cast<double>(bins);
    if (point.ns > range.high) {
      ++beyond;
    } else {
      ++counts[std::min(bins - 1, static_cast<std::size_t>(std::max(0.0, place)))];
    }
  }
  return {{"counts", counts}, {"beyond", beyond}};
}

ordered_json json_of(const std::string& operation, const Course& course, const Plan& plan) {
  std::size_t all = 0;
  for (const auto& [seat, points] : course) all += points.size();
  const std::size_t every = (all + most_points - 1) / most_points;
  const Interval range = drawn_range(course);
  ordered_json row{{"operation", operation},
                   {"every", every},
                   {"low", rounded(range.low)},
                   {"high", range.high},
                   {"series", ordered_json::array()}};
  for (const auto& [seat, points] : course) {
    const Group& group = plan.groups.at(seat.first);
    ordered_json turns = ordered_json::array();
    ordered_json values = ordered_json::array();
    for (std::size_t i = 0; i < points.size(); i += every) {
      turns.push_back(rounded(points[i].turn));
      values.push_back(rounded(points[i].ns));
    }
    ordered_json series = distribution_of(points, range);
    series["condition"] = group.condition_of(seat.second);
    series["twin"] = group.is_twin(seat.second);
    series["group"] = seat.first;
    series["batches"] = points.size();
    series["turns"] = std::move(turns);
    series["ns"] = std::move(values);
    row["series"].push_back(std::move(series));
  }
  return row;
}

}  // namespace

ordered_json page_batches(const Ledger& ledger, const Summary& summary) {
  const auto all = courses(ledger, summary);
  ordered_json list = ordered_json::array();
  for (const std::string& operation : summary.run.plan.operations) {
    const auto found = all.find(operation);
    if (found != all.end()) list.push_back(json_of(operation, found->second, summary.run.plan));
  }
  return list;
}

}  // namespace orchestrate
