// The phases of a captured arm, found from how fast its wrist moves: a guess where nobody has
// written them down. A text of phases (plan/phase_spans.h) is always better.
//
// A hand that moves comes to a pause. Pauses low at the body are rests, others are holds after a
// stroke; a way that ends in a rest is a retraction, one that ends in a hold is a stroke, and what
// stands before a stroke is its preparation. No eye can tell a hold before a stroke by speed alone.
#pragma once

#include <vector>

#include "realizer/core/time.h"
#include "realizer/math/vec3.h"
#include "realizer/plan/tension/phase_spans.h"

namespace kine::plan {

/// A wrist in each frame, in lengths of its arm: thresholds then hold for children and for giants,
/// and no file has to say its unit. Of a grown person one is some 55 cm.
struct WristPath {
  std::vector<Vec3> from_shoulder;
  Vec3 down;  // unit, where the arm would hang
  Seconds frame_time{0};
};

/// A hand moves from this speed on (lengths a second: 33 cm / s), and then until it is slower than
/// half of that: what wobbles about a speed is one movement, not ten.
inline constexpr double kMovesFrom = 0.6;
inline constexpr double kMovesUntil = 0.3;

/// A way shorter than this (8 cm) is a wobble in a pause, such as the swing after a loose stroke.
inline constexpr double kWayMin = 0.15;

/// Shorter than this a pause is a turning point: people see a hold from a few frames of film on.
inline constexpr Seconds kPauseMin{0.1};

/// Speeds are measured over this, or the noise of markers would move the hand.
inline constexpr Seconds kSpeedOver{0.1};

/// A rest is at least so far below the shoulder: hands in a lap are, hands before the belly are
/// not.
inline constexpr double kRestDrop = 0.5;
/// And no farther than this from where the hand pauses lowest.
inline constexpr double kRestNear = 0.3;

/// Nobody holds a stroke for longer than this: a hand on a hip or a table is at rest, too, and what
/// little it moves is kept.
inline constexpr Seconds kHoldMax{3};

/// The whole path, phase by phase, without gaps: what rests goes on in its retraction.
std::vector<PhaseSpan> find_phases(const WristPath& path, script::ArmSet arms);

}  // namespace kine::plan
