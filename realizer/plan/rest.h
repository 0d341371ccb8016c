// What is left of a block that plays, to be planned anew: what was done stays as it was.
//
//   a block's behaviours, when they were, now --pin--> behaviours whose schedule keeps that
//
// Sync points are pegs: the ones that have passed are nailed down, the others give way to what has
// moved, and none comes before now.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "realizer/plan/parameters.h"
#include "realizer/plan/schedule/schedule.h"
#include "realizer/script/behaviours.h"

namespace kine::plan {

/// A block that plays, and from when on it may change.
struct Rest {
  std::span<const PartTimes> parts;  // as it was planned; behaviours that it has not got stay away
  Seconds now{0};                    // from its start
  std::span<const ParameterChange> changes = {};  // of it, since it was read
  std::vector<std::string> spoken_anew = {};      // speeches whose words come at other times
};

/// How many of its points stay: all that have passed, and of what cannot be changed any more once
/// it has begun (a nod, a word that nobody says anew, the way of a gaze to its target) the others
/// as well.
std::size_t pinned_points(const script::BehaviourKind& kind, const PartTimes& part, Seconds now);

/// Changes what is asked for, so that a schedule keeps what stays. Nothing is required any more.
void pin(const Rest& rest, script::Behaviours& block, std::vector<std::optional<Phases>>& wanted);

/// Brings the schedule of what was pinned back to the behaviours' own points.
void unpin(const Rest& rest, const script::Behaviours& block, Schedule& schedule);

}  // namespace kine::plan
