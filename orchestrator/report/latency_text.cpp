#include "report/latency_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/comparison.hpp"
#include "report/numbers.hpp"
#include "report/table.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

/// A time after the timer's cost was subtracted, which takes more than there is where the timer is dearer than the
/// call.
std::string net(double ns) {
  return ns > 0 ? number(ns) : "not resolved";
}

Table latency_table(const std::vector<LatencyRow>& rows) {
  Table table{{Align::left, Align::right}, {{"ns a call", dim}, {"here", dim}}, {}};
  const bool with_article = any_of_article(rows);
  if (with_article) {
    table.columns.push_back(Align::right);
    table.head.push_back({"article", dim});
  }
  for (const LatencyRow& row : rows) {
    table.rows.push_back({{row.what, ""}, {row.here, ""}});
    if (with_article) table.rows.back().push_back({row.article, ""});
  }
  return table;
}

std::string calls_text(const Latency& latency) {
  return fmt::format("  {} calls in {:.2f} s, {} calls/s; one in {} timed alone, {} in all\n",
                     grouped_digits(latency.calls), latency.elapsed_s,
                     grouped_digits(std::llround(static_cast<double>(latency.calls) / latency.elapsed_s)),
                     latency.every, grouped_digits(latency.timed));
}

std::string timer_text(const Latency& latency) {
  std::string text = fmt::format(
      "  timer: {}, {:.2f} ticks a ns, no finer than {} ns; it costs {} ns, which is subtracted\n",
      escaped(latency.timer), 1 / latency.ns_per_tick, number(latency.timer_step_ns), number(latency.timer_cost_ns));
  const auto& median = latency.percentiles.front().ns;
  if (median && median->median > 0) {
    text += fmt::format("  the median is {:.0f} of these ticks, which are the timer's and not the core's cycles\n",
                        median->median / latency.ns_per_tick);
  }
  const bool any_on_grid = std::any_of(latency.percentiles.begin(), latency.percentiles.end(),
                                       [](const Percentile& percentile) { return percentile.on_grid; });
  if (any_on_grid) {
    text += "  where the timer's grid is marked, the percentile is a multiple of the timer's step: believe the mean\n";
  }
  return text;
}

std::string histogram_text(const Latency& latency, const Paper& paper) {
  constexpr std::size_t before_bar = 40;  // columns
  // On the narrowest paper a bar still tells much from little.
  const double widest_bar =
      paper.width < before_bar + 10 ? 10.0 : std::min(40.0, static_cast<double>(paper.width - before_bar));
  std::int64_t most = 1;
  for (const Bin& bin : latency.histogram) most = std::max(most, bin.calls);
  std::string text;
  for (std::size_t i = 0; i < latency.histogram.size(); ++i) {
    const Bin& bin = latency.histogram[i];
    const bool last = i + 1 == latency.histogram.size();
    const double share = 100 * static_cast<double>(bin.calls) / static_cast<double>(latency.timed);
    const auto length =
        static_cast<std::size_t>(std::round(widest_bar * static_cast<double>(bin.calls) / static_cast<double>(most)));
    const std::string bar = length == 0 && bin.calls > 0 ? "." : std::string(length, '#');
    text += fmt::format("  {:>9} {} {:>9} ns  {:>5.1f} %  {}\n", number(bin.from_ns), last ? "to" : "..",
                        number(bin.to_ns), share, bar);
  }
  return text;
}

}  // namespace

std::vector<LatencyRow> latency_rows(const Summary& summary, const LatencyResult& result) {
  const Latency& latency = result.latency;
  std::vector<LatencyRow> rows;
  const auto add = [&](const std::string& what, const std::string& here, const std::string& quantity) {
    const auto article = article_of(summary, result.operation, result.condition, quantity);
    rows.push_back({what, here, article ? number(*article) : ""});
  };
  add("mean of all calls", with_interval(latency.mean_ns), "sampled_mean_ns");
  if (const OperationResult* batches = result_of(summary, result.operation, result.condition)) {
    const bool by_median = summary.run.plan.design.estimator == Estimator::median;
    add(by_median ? "median of batches, by round" : "floor of batches", with_interval(batches->ns), "ns");
    add("median of batches", number(batches->batch_median), "median_ns");
  }
  add("shortest call", net(latency.smallest_ns), "sampled_smallest_ns");
  for (const Percentile& percentile : latency.percentiles) {
    const std::string name = fmt::format("P{:.0f}", 100 * percentile.share);
    add(percentile.share == 0.5 ? "median (P50)" : name, percentile_cell(percentile),
        fmt::format("sampled_p{:.0f}_ns", 100 * percentile.share));
  }
  add("longest call", net(latency.largest_ns), "sampled_largest_ns");
  return rows;
}

bool any_of_article(const std::vector<LatencyRow>& rows) {
  return std::any_of(rows.begin(), rows.end(), [](const LatencyRow& row) { return !row.article.empty(); });
}

std::string latencies_text(const Summary& summary, const Paper& paper) {
  std::string text;
  for (const LatencyResult& result : summary.latencies) {
    text += fmt::format("\nsingle calls of {}, at {}\n{}{}{}{}", escaped(result.operation),
                        escaped(to_text(summary.run.plan.conditions[result.condition].condition)),
                        calls_text(result.latency), to_text(latency_table(latency_rows(summary, result)), paper),
                        timer_text(result.latency), histogram_text(result.latency, paper));
  }
  return text;
}

}  // namespace orchestrate
