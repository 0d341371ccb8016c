// Whether motion goes with the speech: livelier where it is livelier.
#pragma once

#include <span>

namespace kine::gesture {

/// The probability that one of `high` is above one of `low`, ties by half: the area under the ROC
/// curve. 0.5 where either is empty.
double compute_auc(std::span<const double> high, std::span<const double> low);

/// The mean of `values` from one time to another, which are at a steady rate from 0 on; 0 where
/// there are none.
double mean_within(std::span<const double> values, double rate_hz, double from_s, double to_s);

}  // namespace kine::gesture
