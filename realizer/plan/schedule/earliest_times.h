// The earliest times that keep gaps, or the gaps that contradict each other.
//
// The mathematics is the longest path (Bellman 1958): a time is raised as often as a gap asks for
// it. Where that does not end, the gaps that raise each other in a circle are the reason.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "realizer/core/work.h"

namespace kine::plan {

/// time of `to` - time of `from` >= least, in seconds.
struct Gap {
  std::size_t from = 0;
  std::size_t to = 0;
  double least = 0;
};

/// What rounding may do to a time, in seconds: a gap that is missed by less is kept.
inline constexpr double kTimeRounding = 1e-10;

struct EarliestTimes {
  std::vector<double> times;  // in seconds, the first 0; where there is no circle

  // Gaps, each beginning where the one before it ends, and the first where the last ends; or the
  // last ends at node 0, which no node may precede.
  std::vector<std::size_t> circle;
};

/// Of `nodes` times, none before the first, which is 0. They mean nothing where `work` is over; a
/// null one has no end.
EarliestTimes earliest_times(std::size_t nodes, std::span<const Gap> gaps,
                             WorkBudget* work = nullptr);

}  // namespace kine::plan
