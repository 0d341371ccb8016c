// How long a behaviour takes from each of its sync points to the next: what it wants of time by
// itself, before it is tied to anything.
//
//   Draft --Phases--> make_schedule
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "realizer/core/time.h"

namespace kine::plan {

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
  bool held = false;            // nothing moves in it: it makes nobody wait by liking its length

  /// One that takes this long, whatever others want.
  static Phase rigid(Seconds length) { return {length, length, length}; }

  bool is_rigid() const { return most && *most == least; }

  /// In which nothing moves: as long as others want, and that long by itself.
  static Phase hold(Seconds preferred) {
    return {.preferred = preferred,
            .least = Seconds{0},
            .most = {},
            .stiffness = kHoldStiffness,
            .held = true};
  }

  friend bool operator==(const Phase&, const Phase&) = default;
};

/// What a behaviour wants of time by itself.
/// Invariant: at least two points, no two of one name, one phase fewer than points.
struct Phases {
  // In their order, the first `start`, the last `end`. Of the rest of a block that plays a point
  // without a name may stand before them: from when on the others may come.
  std::vector<std::string> points;
  std::vector<Phase> phases;  // from each point to the next

  bool valid() const;

  /// The index of `start`: 0, or 1 behind a point without a name.
  std::size_t start_index() const { return points.front().empty() ? 1 : 0; }

  friend bool operator==(const Phases&, const Phases&) = default;
};

}  // namespace kine::plan
