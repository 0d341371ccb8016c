// What a block asks of its sync points, with every name looked up.
//
//   Behaviours, their Phases, other blocks --look_up_demands--> Demands --make_schedule--> Schedule
//
// Behaviours and constraints stand in an order of their own here, by id and by what they ask: from
// here on nothing knows in which order the document had them.
#pragma once

#include <compare>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/plan/schedule/schedule.h"

namespace kine::plan {

/// A moment: a point of a behaviour and an offset, or a time.
struct Anchor {
  std::optional<std::size_t> behaviour;  // index into Demands::behaviours; none: the block's start
  std::size_t point = 0;                 // index into its Phases
  Seconds offset{0};
  friend auto operator<=>(const Anchor&, const Anchor&) = default;
};

/// A point of a behaviour that is to be at a moment.
struct Tie {
  std::size_t point = 0;
  Anchor when;
  friend auto operator<=>(const Tie&, const Tie&) = default;
};

struct BehaviourDemand {
  std::size_t index = 0;           // in the document
  const Phases* phases = nullptr;  // none: it cannot be done, as somebody has said already
  std::vector<Tie> ties;           // sorted
  std::string fault;               // why its names cannot be looked up; empty: they can
};

struct ConstraintDemand {
  std::size_t index = 0;  // in the document
  script::SyncConstraint::Kind kind = script::SyncConstraint::Kind::Synchronize;
  std::vector<Anchor> points;  // sorted
  Anchor reference;            // not of Synchronize
  std::string fault;           // as above
};

struct Demands {
  std::vector<BehaviourDemand> behaviours;
  std::vector<ConstraintDemand> constraints;
};

/// The other blocks that it refers to, each once, in the order of their names.
std::vector<std::string_view> blocks_named(const script::Behaviours& block);

/// Those of `others` that it refers to, in the order of their ids.
std::vector<KnownPoint> points_named(const script::Behaviours& block,
                                     std::span<const KnownPoint> others);

/// Warns of references to plain strokes of heads in other blocks that are repeated there.
void warn_of_first_strokes(const script::Behaviours& block, std::span<const KnownPoint> others,
                           Diagnostics& diagnostics);

/// Pre: as make_schedule.
/// An error where a behaviour of this block is named that there is not.
Result<Demands> look_up_demands(const script::Behaviours& block,
                                std::span<const std::optional<Phases>> wanted,
                                std::span<const KnownPoint> others,
                                const ScheduleBounds& bounds = {});

}  // namespace kine::plan
