// The least of a function of one angle: looked for on a grid, then narrowed down by golden
// section. For choices that are made in preparation, where a few dozen trials cost nothing.
#pragma once

namespace kine::solve {

/// What costs are sums of.
constexpr double square(double x) { return x * x; }

struct SearchRange {
  double min = 0;
  double max = 0;
  int grid_steps = 1;  // at least 1; the grid has one point more
  int narrowing_steps = 0;
};

/// Where `cost_of` is least in the range, for a function smooth at the scale of the grid. Of equal
/// points of the grid the first one counts.
template <class Cost>
double find_minimum(const SearchRange& range, Cost cost_of) {
  const double step = (range.max - range.min) / range.grid_steps;
  double best = range.min;
  double least = cost_of(best);
  for (int i = 1; i <= range.grid_steps; ++i) {
    const double at = range.min + step * i;
    const double cost = cost_of(at);
    if (cost < least) {
      best = at;
      least = cost;
    }
  }

  constexpr double kGolden = 0.6180339887498949;
  double low = best - step < range.min ? range.min : best - step;
  double high = best + step > range.max ? range.max : best + step;
  double left = high - kGolden * (high - low);
  double right = low + kGolden * (high - low);
  double cost_left = cost_of(left);
  double cost_right = cost_of(right);
  for (int i = 0; i < range.narrowing_steps; ++i) {
    if (cost_left <= cost_right) {
      high = right;
      right = left;
      cost_right = cost_left;
      left = high - kGolden * (high - low);
      cost_left = cost_of(left);
    } else {
      low = left;
      left = right;
      cost_left = cost_right;
      right = low + kGolden * (high - low);
      cost_right = cost_of(right);
    }
  }
  const double narrowed = cost_left <= cost_right ? left : right;
  return (cost_left <= cost_right ? cost_left : cost_right) < least ? narrowed : best;
}

}  // namespace kine::solve
