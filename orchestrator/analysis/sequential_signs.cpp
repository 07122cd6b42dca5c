#include "analysis/sequential_signs.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <map>

namespace orchestrate {
namespace {

/// The walk of the number of values below the median, among the paths that were never extreme so far:
/// `probability[k]` is that of k values below.
using Walk = std::vector<double>;

void advance(Walk& walk, int steps) {
  for (int step = 0; step < steps; ++step) {
    walk.push_back(0);
    for (std::size_t k = walk.size() - 1; k > 0; --k) walk[k] = (walk[k] + walk[k - 1]) / 2;
    walk[0] /= 2;
  }
}

/// The probability of the paths in `from` .. `to` (not included), which are taken out of the walk.
double absorbed(Walk& walk, std::size_t from, std::size_t to) {
  double probability = 0;
  for (std::size_t k = from; k < to; ++k) {
    probability += walk[k];
    walk[k] = 0;
  }
  return probability;
}

/// Twice the probability of at most k of n, for each k below the middle.
std::vector<double> two_sided(int n) {
  const boost::math::binomial_distribution<double> fair(n, 0.5);
  std::vector<double> p;
  for (int k = 0; 2 * k < n; ++k) p.push_back(std::min(1.0, 2 * boost::math::cdf(fair, k)));
  return p;
}

/// A level a hair higher, so that a sum that should equal it does.
double at_most(double level) {
  return level * (1 + 1e-12);
}

/// The largest weight up to 1 with which `holds` is true, which is true for small ones.
template <typename Condition>
double largest_weight(double low, Condition holds) {
  if (holds(1.0)) return 1;
  double high = 1;
  for (int step = 0; step < 40; ++step) {
    const double middle = (low + high) / 2;
    (holds(middle) ? low : high) = middle;
  }
  return low;
}

std::size_t place_of(int rounds, const std::vector<int>& looks) {
  return static_cast<std::size_t>(std::find(looks.begin(), looks.end(), rounds) - looks.begin());
}

const SequentialSignTest& test_of(const std::vector<int>& looks) {
  thread_local std::map<std::vector<int>, SequentialSignTest> known;
  return known.try_emplace(looks, looks).first->second;
}

}  // namespace

SequentialSignTest::SequentialSignTest(std::vector<int> looks) : looks_(std::move(looks)), weights_(looks_.size(), 1) {
  for (const int n : looks_) alone_.push_back(two_sided(n));
  weigh();
}

void SequentialSignTest::weigh() {
  const auto first = static_cast<std::size_t>(
      std::find_if(alone_.begin(), alone_.end(), [](const auto& p) { return p.front() <= default_alpha; }) -
      alone_.begin());
  if (first + 1 >= looks_.size()) return;  // only one look can ever tell
  std::fill(weights_.begin(), weights_.end(), 0);
  weights_[first] = std::max(alone_[first].front() / default_alpha, 0.5);
  const auto holds = [&] { return ever_beyond(default_alpha, Sides::both) <= at_most(default_alpha); };
  const double common = largest_weight(0, [&](double weight) {
    for (std::size_t look = 0; look < looks_.size(); ++look) {
      if (look != first) weights_[look] = weight;
    }
    return holds();
  });
  for (std::size_t look = 0; look < looks_.size(); ++look) {
    if (look != first) weights_[look] = common;
  }
  for (std::size_t look = looks_.size() - 1; look > first; --look) {
    weights_[look] = largest_weight(common, [&](double weight) {
      weights_[look] = weight;
      return holds();
    });
  }
}

/// How many values of the rarer sign are not extreme any more at `level`: the rank of the interval's lower end.
int SequentialSignTest::rank(std::size_t look, double level) const {
  const std::vector<double>& p = alone_[look];
  return static_cast<int>(std::upper_bound(p.begin(), p.end(), at_most(level * weights_[look])) - p.begin());
}

double SequentialSignTest::ever_beyond(double level, Sides sides) const {
  Walk walk{1.0};
  double probability = 0;
  for (std::size_t look = 0; look < looks_.size(); ++look) {
    advance(walk, looks_[look] + 1 - static_cast<int>(walk.size()));
    const auto extreme = static_cast<std::size_t>(rank(look, level));
    probability += absorbed(walk, 0, extreme);
    if (sides == Sides::both) probability += absorbed(walk, walk.size() - extreme, walk.size());
  }
  return probability;
}

double SequentialSignTest::level_of(std::size_t look, int rarer) const {
  const auto count = static_cast<std::size_t>(rarer);
  return count < alone_[look].size() && weights_[look] > 0 ? alone_[look][count] / weights_[look] : HUGE_VAL;
}

std::vector<Ranks> SequentialSignTest::ranks(double alpha) const {
  std::vector<double> levels;
  for (std::size_t look = 0; look < looks_.size(); ++look) {
    for (int rarer = 0; 2 * rarer < looks_[look]; ++rarer) levels.push_back(level_of(look, rarer));
  }
  std::sort(levels.begin(), levels.end());
  const auto beyond = std::partition_point(
      levels.begin(), levels.end(), [&](double level) { return ever_beyond(level, Sides::both) <= at_most(alpha); });
  std::vector<Ranks> all;
  for (std::size_t look = 0; look < looks_.size(); ++look) {
    const int low = beyond == levels.begin() ? 0 : rank(look, *(beyond - 1));
    all.push_back(low == 0 ? Ranks{} : Ranks{low, looks_[look] + 1 - low});
  }
  return all;
}

double SequentialSignTest::two_sided_p(std::size_t look, int rarer) const {
  const double level = level_of(look, rarer);
  return std::isfinite(level) ? std::min(1.0, ever_beyond(level, Sides::both)) : 1;
}

double SequentialSignTest::one_sided_p(std::size_t look, int against) const {
  const double level = level_of(look, against);
  return std::isfinite(level) ? std::min(1.0, ever_beyond(level, Sides::lower)) : 1;
}

std::vector<int> looks_until(int rounds, const std::vector<int>& looks) {
  if (std::find(looks.begin(), looks.end(), rounds) != looks.end()) return looks;
  std::vector<int> so_far;
  std::copy_if(looks.begin(), looks.end(), std::back_inserter(so_far), [&](int n) { return n < rounds; });
  so_far.push_back(rounds);
  return so_far;
}

std::vector<Ranks> median_ranks(const std::vector<int>& looks, double alpha) {
  thread_local std::map<std::pair<std::vector<int>, double>, std::vector<Ranks>> known;
  const auto [place, fresh] = known.try_emplace({looks, alpha});
  if (fresh) place->second = test_of(looks).ranks(alpha);
  return place->second;
}

double sign_test(const std::vector<double>& values, const std::vector<int>& looks) {
  if (values.empty()) return 1;
  const int rounds = static_cast<int>(values.size());
  const auto below = std::count_if(values.begin(), values.end(), [](double value) { return value <= 0; });
  const auto above = std::count_if(values.begin(), values.end(), [](double value) { return value >= 0; });
  const auto until = looks_until(rounds, looks);
  return test_of(until).two_sided_p(place_of(rounds, until), static_cast<int>(std::min(below, above)));
}

double one_sided_sign_test(int against, int rounds, const std::vector<int>& looks) {
  if (rounds == 0) return 1;
  const auto until = looks_until(rounds, looks);
  return test_of(until).one_sided_p(place_of(rounds, until), against);
}

}  // namespace orchestrate
