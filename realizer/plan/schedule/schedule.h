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
#include "realizer/core/work.h"
#include "realizer/plan/schedule/phases.h"
#include "realizer/script/behaviours.h"

namespace kine::plan {

enum class Composition : std::uint8_t;
struct Entrance;

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

/// What a schedule is to keep to.
struct ScheduleBounds {
  Seconds earliest{0};         // what is asked for at points that were before it is asked for then
  WorkBudget* work = nullptr;  // null: it has no end
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
/// Before that sum stands what comes early (early_speech.h): speech starts as early as constraints
/// and the preparation of strokes on its words let it, and what is tied to it is shortened; then
/// whatever else nobody tied starts as early as that is possible without the holds. One warning
/// (Other, about the speech) tells of a speech that starts later than kSpeechLate though the script
/// names no time for it, and what it waits for.
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
/// Circles are looked for one after the other: behaviours come by themselves, each behind those
/// that it refers to, then constraints by their ids, and what does not fit with those before it
/// closes one.
///
/// An error where it concerns something required (it names the circle), where a behaviour of this
/// block is named that there is not, past a limit, and where the work is over.
Result<Schedule> make_schedule(const script::Behaviours& block,
                               std::span<const std::optional<Phases>> wanted,
                               std::span<const KnownPoint> others, Diagnostics& diagnostics,
                               const ScheduleBounds& bounds = {});

}  // namespace kine::plan
