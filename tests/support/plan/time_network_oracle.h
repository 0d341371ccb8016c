// What is true of a time network and its times, found slowly and by other means than the
// realizer's.
#pragma once

#include <vector>

#include "realizer/plan/schedule/time_network.h"

namespace kine::test {

/// Whether times can keep all links and gaps, to 1e-9 s (Floyd and Warshall).
bool can_be_kept(const plan::TimeNetwork& network);

/// By how much `times` miss the link, the gap or the origin that they miss most, in seconds.
double most_missed(const plan::TimeNetwork& network, const std::vector<Seconds>& times);

/// The share of the springs' forces that links, and gaps that are just kept, cannot hold: 0 where
/// the springs are as little strained as they can be (a flow of forces; Ford and Fulkerson).
double unbalanced_share(const plan::TimeNetwork& network, const std::vector<Seconds>& times);

/// By how much a point could be earlier, at most, without changing the length of a spring.
double most_late(const plan::TimeNetwork& network, const std::vector<Seconds>& times);

}  // namespace kine::test
