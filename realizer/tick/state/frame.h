// A Frame: one character at one tick, complete in itself. What leaves the realizer.
//
//   Pose --publish--> Frame --protocol::encode--> bytes
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "realizer/body/channels.h"
#include "realizer/body/skeleton.h"
#include "realizer/core/ids.h"
#include "realizer/core/time.h"

namespace kine {

struct Frame {
  CharacterId character;
  Tick tick;

  /// When it was last put elsewhere: nothing leads there from the tick before.
  std::optional<Tick> arrived = {};

  /// Where the character stands in the world: x, y, z in metres, then the unit quaternion x, y, z,
  /// w.
  std::array<float, 7> root = {0, 0, 0, 0, 0, 0, 1};

  /// The hips' translation in the root's space, in metres; it stands in place of their offset.
  std::array<float, 3> hips_m = {};

  /// x, y, z, w of each joint in the order of body::Joint: the unit quaternion that takes joint
  /// space to its parent's.
  std::array<std::array<float, 4>, body::kJointCount> parent_from_joint = {};

  /// In the order of body::channel_names(), each in [0, 1.5].
  std::array<float, body::kChannelCount> channels = {};

  friend bool operator==(const Frame&, const Frame&) = default;
};

}  // namespace kine
