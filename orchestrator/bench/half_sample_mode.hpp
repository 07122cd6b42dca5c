#pragma once

#include <vector>

namespace orchestrate::bench {

/// The half-sample mode: the densest half of the sorted values, of that the densest half again, down to two or three
/// values (Robertson & Cryer 1974, "An iterative procedure for estimating the mode", J. Am. Statist. Assoc. 69,
/// 1012-1016; as in Bickel & Fruhwirth 2006, Comput. Statist. Data Anal. 50, 3500-3530). `values` is not empty.
double half_sample_mode(std::vector<double> values);

}  // namespace orchestrate::bench
