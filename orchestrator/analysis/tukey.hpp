#pragma once

#include <cstddef>
#include <vector>

namespace orchestrate {

/// A value that lies outside of Tukey's fences. It is labelled, never dropped.
struct Outlier {
  std::size_t index = 0;
  double value = 0;
  bool far = false;  ///< outside of the outer fences, three spreads away, not just the inner ones at one and a half
};

/// Labels the values outside of Tukey's fences, one and a half (outer: three) times the distance of the hinges beyond
/// them (Tukey 1977, "Exploratory Data Analysis", section 2D). A label asks for a look and proves nothing: of samples
/// of one normal distribution 18 % have one at six values and 30 % at nine, an outer one 4 and 7 % (how such rates fall
/// with the size: Hoaglin, Iglewicz & Tukey 1986, J. Am. Statist. Assoc. 81, 991-999). Fewer than four values have
/// none.
std::vector<Outlier> outliers(const std::vector<double>& values);

}  // namespace orchestrate
