// The posture that a character has beneath all that it does: held, until somebody sets another.
//
//   PostureChange --changed--> LivePosture, in the character's state --at(tick)--> BodyOffsets
#pragma once

#include "realizer/body/body_offsets.h"
#include "realizer/core/time.h"
#include "realizer/live/eased.h"

namespace kine {

/// A posture to go over to, within a time >= 0.
struct PostureChange {
  body::BodyOffsets offsets = {};  // valid()
  Seconds over{0};
  double idle_amount = 1;  // from now on, of what the character does of itself; in [0, 1]

  friend bool operator==(const PostureChange&, const PostureChange&) = default;
};

using LivePosture = Eased<body::BodyOffsets>;

}  // namespace kine
