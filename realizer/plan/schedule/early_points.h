// Points that come as early as they can, while springs that would hold them up do not count.
//
//   TimeNetwork, rounds --compute_times--> a time for every point
//
// A round finds when its points can come without the springs that yield to them, and nails them
// down there; then all springs count again. No point comes later by it than without rounds.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "realizer/plan/schedule/time_network.h"

namespace kine::plan {

struct EarlyRound {
  std::vector<std::size_t> points;  // of the network: those that come early
  std::vector<bool> yields;         // a spring of the network: whether it counts only afterwards
};

/// As compute_times without rounds where no point of a round has to wait. Else these are nailed
/// down round by round, and the rest strains the springs as little as it can. They mean nothing
/// where `work` is over; a null one has no end.
std::vector<Seconds> compute_times(TimeNetwork network, std::span<const EarlyRound> rounds,
                                   WorkBudget* work = nullptr);

/// What a point waits for at these times: of the points that links make one with it, the one that a
/// gap, or a spring that does not yield, leaves the least room to come earlier; of equal ones the
/// first. Nothing where links alone, to the origin or to what stands there, say when it is.
std::optional<std::size_t> find_held_up(const TimeNetwork& network, const std::vector<bool>& yields,
                                        const std::vector<Seconds>& times, std::size_t point);

}  // namespace kine::plan
