// The face that a character has beneath all that scripts play: held, until somebody sets another.
//
//   FaceChange --change--> LiveFace, in the character's state --at(tick)--> the base pose
//
// Where nothing that plays has a channel, this has it.
#pragma once

#include <array>

#include "realizer/body/channels.h"
#include "realizer/core/time.h"
#include "realizer/live/eased.h"

namespace kine {

/// By channel, each in [0, 1.5].
using FaceWeights = std::array<float, body::kChannelCount>;

/// A face to go over to, within a time >= 0.
struct FaceChange {
  FaceWeights channels = {};
  Seconds over{0};

  friend bool operator==(const FaceChange&, const FaceChange&) = default;
};

using LiveFace = Eased<FaceWeights>;

}  // namespace kine
