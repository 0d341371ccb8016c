// Moments, and what is known about how far apart they are.
//
//   points, links, gaps, springs --find_contradictions--> circles that no times can keep
//                                --compute_times--> a time for every point
//
// Links are kept to the bit where they make points one, gaps to 1e-9 s; springs give way. Whose
// wish something is does not matter here: an owner is a number that comes back in a contradiction.
// The result depends on the numbers of the points, and not on the order of links, gaps and springs.
#pragma once

#include <cstddef>
#include <vector>

#include "realizer/core/time.h"
#include "realizer/core/work.h"

namespace kine::plan {

struct TimeNetwork {
  /// time of `to` - time of `from` == offset.
  struct Link {
    std::size_t from = 0;
    std::size_t to = 0;
    Seconds offset{0};
    std::size_t owner = 0;
  };

  /// time of `to` - time of `from` >= least.
  struct Gap {
    std::size_t from = 0;
    std::size_t to = 0;
    Seconds least{0};
    std::size_t owner = 0;
  };

  /// time of `to` - time of `from` is best at `length`.
  struct Spring {
    std::size_t from = 0;
    std::size_t to = 0;
    Seconds length{0};     // >= 0
    double stiffness = 1;  // > 0
  };

  std::size_t points = 1;  // the first is the origin, whose time is 0; none is before it
  std::vector<Link> links;
  std::vector<Gap> gaps;
  std::vector<Spring> springs;

  /// Whether all points are there, and all numbers finite and in their ranges.
  bool valid() const;
};

/// Points of a circle of links and gaps that no times can keep.
struct Contradiction {
  std::vector<std::size_t> points;  // in the order of the circle, each once
  std::vector<std::size_t> owners;  // of what joins them, sorted, each once
};

/// None where the network can be kept. All that links make impossible by themselves, or with one
/// gap; where these do not, one of each part that hangs together without the origin. Where `work`
/// is over they are not all, and there may be none; a null one has no end.
std::vector<Contradiction> find_contradictions(const TimeNetwork& network,
                                               WorkBudget* work = nullptr);

/// Whether there are any.
bool can_be_kept(const TimeNetwork& network, WorkBudget* work = nullptr);

/// A time for every point. Links and gaps are kept. The sum over springs of
///
///   stiffness * length * strain^2,  strain = (to - from - length) / length
///
/// is least (where a length is below 0.01 s, stiffness / 0.01 s * (to - from - length)^2): a
/// stretch of several springs in a row is shared out so that each strain is inverse to its
/// stiffness, unless gaps end it sooner (spring_balance.h has the conditions). Points that nothing
/// but gaps ties to the origin come as early as they can without straining a spring. They mean
/// nothing where `work` is over. Pre: valid(), no contradictions.
std::vector<Seconds> compute_times(const TimeNetwork& network, WorkBudget* work = nullptr);

}  // namespace kine::plan
