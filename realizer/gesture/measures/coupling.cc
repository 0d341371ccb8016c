#include "realizer/gesture/measures/coupling.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kine::gesture {

double compute_auc(std::span<const double> high, std::span<const double> low) {
  if (high.empty() || low.empty()) return 0.5;
  double above = 0;
  for (const double one : high) {
    for (const double other : low) above += one > other ? 1 : one == other ? 0.5 : 0;
  }
  return above / static_cast<double>(high.size() * low.size());
}

double mean_within(std::span<const double> values, double rate_hz, double from_s, double to_s) {
  const auto index_at = [&](double time_s) {
    const double index =
        std::clamp(std::ceil(time_s * rate_hz), 0.0, static_cast<double>(values.size()));
    return static_cast<std::size_t>(index);
  };
  const std::size_t from = index_at(from_s);
  const std::size_t to = index_at(to_s);
  if (to <= from) return 0;
  const auto part = values.subspan(from, to - from);
  return std::accumulate(part.begin(), part.end(), 0.0) / static_cast<double>(part.size());
}

}  // namespace kine::gesture
