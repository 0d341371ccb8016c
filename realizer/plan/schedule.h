// When everything of a block happens: the sync points of all its behaviours, solved together.
//
//   Behaviours, what each wants of time, other blocks --make_schedule--> a time for every sync
//   point
//
// Constraints are met exactly. What gives way is how long phases take, evenly, and no phase below
// its least length; what nothing ties to a time starts with the block. The order in which
// behaviours stand in the text does not matter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/diagnostics.h"
#include "realizer/core/result.h"
#include "realizer/core/time.h"
#include "realizer/script/behaviours.h"

namespace kine::plan {

enum class Composition : std::uint8_t;
struct Entrance;

/// Of what is only kept up: nearly all of a stretch goes into it, and what moves keeps its pace, be
/// it a thousand times as long.
inline constexpr double kHoldStiffness = 1e-4;

/// How long a behaviour takes from one of its sync points to the next.
struct Phase {
  Seconds preferred{0};         // least <= preferred <= most
  Seconds least{0};             // >= 0
  std::optional<Seconds> most;  // none: as long as it is asked to
  double stiffness = 1;         // > 0: of two phases in a row, the one that is twice as stiff
                                // gives half as much, as a share of its length

  /// One that takes this long, whatever others want.
  static Phase rigid(Seconds length) { return {length, length, length}; }

  /// In which nothing moves: as long as others want, and that long by itself.
  static Phase hold(Seconds preferred) { return {preferred, Seconds{0}, {}, kHoldStiffness}; }

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

  friend bool operator==(const KnownPoint&, const KnownPoint&) = default;
};

/// A block that refers to others, and asks when their sync points are.
struct OtherPointsWanted {
  std::string_view character;                // whose block it is
  std::span<const std::string_view> blocks;  // by their names
  Composition composition = {};              // Merge
  const Entrance* entrance = nullptr;        // never null
};

/// What it is told. It asks once, after the voices have said how long all takes: the answer counts
/// from then on.
using OtherPoints = std::function<std::vector<KnownPoint>(const OtherPointsWanted& wanted)>;

/// When the points of one behaviour are, in the order of its Phases, from the block's start.
using MomentTimes = std::vector<Seconds>;

/// What became of one behaviour's wishes.
struct PartTimes {
  std::string id;
  std::vector<std::string> points;
  MomentTimes times;                                  // one a point
  std::span<const std::string_view> parameters = {};  // that can be changed while it plays

  friend bool operator==(const PartTimes& a, const PartTimes& b) {
    return a.id == b.id && a.points == b.points && a.times == b.times;
  }
};

struct Schedule {
  /// One a behaviour; nothing for those that are left out.
  std::vector<std::optional<MomentTimes>> times;
};

/// What is asked for at a point of another block that was before `earliest` is asked for then.
///
/// `wanted` has one entry a behaviour; nothing for one that cannot be done at all, of which a
/// warning was given already. `others` are looked up by "block:behaviour:point"; a block does not
/// name itself. The points of a speech's marks have the marks' ids; a repeated stroke's are
/// "stroke:1", "stroke:2"…, and what is asked of `stroke` is asked of the first.
///
/// The times of a behaviour never decrease and are not negative. Points that are tied without an
/// offset are equal to the bit, everything else that is asked is kept to 1e-9 s. Of all such times
/// these make the least of the sum over phases of
///
///   stiffness * preferred * strain^2,  strain = (length - preferred) / preferred
///
/// so that of phases in a row each is stretched by a share inverse to its stiffness, unless its
/// least or most ends that; then whatever nothing ties to a time is moved as a whole, as early as
/// it can be. (Constraints that tie hundreds of behaviours across each other, and are all needed,
/// are kept without looking for the least sum.)
///
/// What is impossible is left out, each with one warning (ImpossibleToSchedule, about the id of the
/// behaviour or constraint, empty for a constraint without one), and the rest is solved again:
///   * a behaviour or constraint that names a sync point or another block's that there is not;
///   * a behaviour whose own phases and appointments contradict each other;
///   * of a circle of several that contradict each other an optional constraint, the last by id;
///     else the behaviour that takes the fewest others with it, of those the one with the most
///     appointments, of those the last by id;
///   * a behaviour with an appointment at one that is left out: it would come at any time.
/// A constraint forgets, without a warning, points of what is left out.
///
/// An error where it concerns something required (it names the circle), where a behaviour of this
/// block is named that there is not, and past a limit.
Result<Schedule> make_schedule(const script::Behaviours& block,
                               std::span<const std::optional<Phases>> wanted,
                               std::span<const KnownPoint> others, Diagnostics& diagnostics,
                               Seconds earliest = Seconds{0});

}  // namespace kine::plan
