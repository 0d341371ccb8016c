// Step 6 of a tick: hands that a script keeps in their places are held there, whatever moves the
// torso below them. Those on the head go along with it.
//
//   blended Pose, held keys --hold_hands--> Pose whose wrists are where they were meant
//
// It keeps nothing from tick to tick, and turns nothing where the torso is as it was meant.
#pragma once

#include <cstddef>
#include <span>

#include "realizer/body/body.h"
#include "realizer/pose/blend.h"
#include "realizer/pose/pose.h"

namespace kine {

/// Of more layers at once that hold a hand the lowest let go: those over them hide them.
inline constexpr std::size_t kHoldsAtOnceMax = 8;

struct HoldJob {
  const body::Body& body;

  /// Input: what was blended, from the lowest to the highest, over `rest`.
  std::span<const pose::Layer> layers;
  const pose::Pose& rest;

  /// Input: the torso that carries the arms, and what lies on top of `output`, which hands are held
  /// against, too. It may be `output` itself.
  const pose::Pose& shown;

  /// Scratch: as large as `layers`.
  std::span<pose::LayerSample> samples;

  /// Input and output: the blend, whose arms are turned.
  pose::Pose& output;
};

/// Each layer that keeps a hand is brought to the torso that there is, and the arm blended anew. So
/// a layer that fades gives way as it does without. Allocates nothing.
void hold_hands(const HoldJob& job);

}  // namespace kine
