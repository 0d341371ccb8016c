// Body keys: by how much a motion moves the body under the gestures, and when. Immutable and
// shared, like other keys.
//
//   SolvedPoses --BodyMotion--> BodyKeys --offsets_at--> BodyOffsets, summed in a tick
#pragma once

#include <vector>

#include "realizer/body/body_offsets.h"

namespace kine::pose {

struct BodyKey {
  float time_s = 0;  // as the keys count it; strictly increasing
  body::BodyOffsets offsets;

  friend bool operator==(const BodyKey&, const BodyKey&) = default;
};

struct BodyKeys {
  std::vector<BodyKey> keys;

  /// A shape takes the place of those beneath it, as far as it weighs; what goes along is added.
  bool replaces = false;

  /// Whether it goes straight from key to key, as recorded motion does.
  bool chords = false;

  bool empty() const { return keys.empty(); }
  friend bool operator==(const BodyKeys&, const BodyKeys&) = default;
};

/// From key to key at rest, but for chords: no body sets out or stops at once. Before the first key
/// it is at that one, and behind the last one it stays. Pre: !keys.empty().
body::BodyOffsets offsets_at(const BodyKeys& keys, float time_s);

}  // namespace kine::pose
