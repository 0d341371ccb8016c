// BML blocks whose sync points refer to each other at random, for tests of what planning costs: the
// same for a seed, as long as one compiler draws them. Rings, contradictions and names that there
// are not are among them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "realizer/plan/schedule/schedule.h"

namespace kine::test {

/// The id of such a block, and of its behaviours.
inline constexpr const char* kGraphBlock = "g";
std::string graph_behaviour(std::size_t index);

/// From one to forty behaviours of BML, each with a few references, and constraints between them.
std::string random_graph(std::uint32_t seed);

/// Points of another block, to which some of them refer.
std::vector<plan::KnownPoint> points_beside_graphs();

}  // namespace kine::test
