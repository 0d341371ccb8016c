// When everything of a block happens: the sync points of all its behaviours, solved together.
//
//   Behaviours, what each wants of time, other blocks --schedule--> a time for every sync point
//
// Constraints are met exactly. What gives way is how long phases take, evenly, and no phase below
// its least length; what nothing ties to a time starts with the block. The order in which
// behaviours stand in the text does not matter.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "realizer/core/diagnostics.h"
#include "realizer/core/result.h"
#include "realizer/core/time.h"
#include "realizer/script/behaviours.h"

namespace kine::plan {

/// How long a behaviour takes from one of its sync points to the next.
struct Phase {
  Seconds preferred{0};         // least <= preferred <= most
  Seconds least{0};             // >= 0
  std::optional<Seconds> most;  // none: as long as it is asked to
  double stiffness = 1;         // > 0: of two phases with the same need of time, the one that is
                                // twice as stiff gives half as much, as a share of its length

  /// One that takes this long, whatever others want.
  static Phase rigid(Seconds length) { return {length, length, length}; }

  friend bool operator==(const Phase&, const Phase&) = default;
};

/// What a behaviour wants of time by itself.
/// Invariant: at least two points, no two of one name, one phase fewer than points.
struct Phases {
  std::vector<std::string> points;  // in their order, the first `start`, the last `end`
  std::vector<Phase> phases;        // from each point to the next

  bool valid() const;

  friend bool operator==(const Phases&, const Phases&) = default;
};

/// A sync point of another block, as far as it is known here.
struct KnownPoint {
  std::string id;   // "block:behaviour:point"
  Seconds time{0};  // from the start of the block that is planned; may be negative
};

/// When the points of one behaviour are, in the order of its Phases, from the block's start.
using MomentTimes = std::vector<Seconds>;

struct Schedule {
  /// One a behaviour; nothing for those that are left out.
  std::vector<std::optional<MomentTimes>> times;
};

/// `wanted` has one entry a behaviour; nothing for one that cannot be done at all, of which a
/// warning was given already. What depends on such a one, or asks for the impossible, is left out
/// with one warning each: behaviours that stand alone first, then those that ask for the most.
/// An error where that concerns something required, or a name of this block that there is not.
Result<Schedule> make_schedule(const script::Behaviours& block,
                               std::span<const std::optional<Phases>> wanted,
                               std::span<const KnownPoint> others, Diagnostics& diagnostics);

}  // namespace kine::plan
