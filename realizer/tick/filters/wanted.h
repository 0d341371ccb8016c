// What filters can ask about the desired motion beyond the pose: where the movement of a joint
// leads, and where the eyes are meant to look. (The pose itself: dynamics/wanted_motion.h.)
//
// Any moment of a tick can be asked for: `before` is how long before the end of the tick it lies.
#pragma once

#include <optional>

#include "realizer/core/time.h"
#include "realizer/math/quat.h"
#include "realizer/math/tension.h"
#include "realizer/pose/keys.h"
#include "realizer/tick/state/character_state.h"
#include "realizer/tick/state/row.h"
#include "realizer/tick/state/tick_context.h"

namespace kine {

/// The way of a joint from one key to the next. The way back leads from the last key to what lies
/// beneath: to where the movement there leads, or to rest.
struct Movement {
  Quat from;  // parent_from_joint
  Quat to;
  Seconds began{0};  // from the moment that was asked for: not later than it …
  Seconds ends{0};   // … and not earlier; equal where the joint stands at its last key
  double share = 0;  // of its transition that is behind it, in [0, 1]

  // Its transition.
  pose::Curve curve = pose::Curve::Chord;
  pose::Passing leaving;   // how it passes the key that it comes from …
  pose::Passing arriving;  // … and the one that it goes to

  friend bool operator==(const Movement&, const Movement&) = default;
};

/// The movement of the uppermost segment that has keys for the joint; nothing where none has any,
/// as in a clip.
std::optional<Movement> movement_of(const TickContext& context, const CharacterRow& row,
                                    body::Joint joint, Tick tick, Seconds before = Seconds{0});

/// The tension that a joint of an arm comes from, and the one that it is eased to.
struct Tensions {
  Tension from;
  Tension to;
  double share = 1;  // of the way between both, in [0, 1]
  double shown = 1;  // how much of it there is: less while it comes or goes

  friend bool operator==(const Tensions&, const Tensions&) = default;
};

/// Nothing for joints without tension.
std::optional<Tensions> tensions_of(const TickContext& context, const CharacterState& state,
                                    body::Joint joint, Tick tick, Seconds before = Seconds{0});

/// How much mass trackers move of an arm that has tension: nothing where muscles do it, and what is
/// left while those take over or let go.
double trackers_shown(const CharacterState& state);

/// What the uppermost look is directed at, in the character's space; nothing while nothing is
/// looked at.
std::optional<Vec3> wanted_gaze_m(const TickContext& context, const CharacterRow& row, Tick tick,
                                  Seconds before = Seconds{0});

}  // namespace kine
