// The arms of a clip on a body: where their wrists go, and which parts of that way are a gesture.
//
//   Clip, Body --find_arm--> ClipArm --clip_timing, clip_paths--> the clip in another manner
//
// All in the axes of the upper chest and from its origin, so that it does not matter how the rest
// of the body moves. Frames are counted, not timed.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "realizer/body/body.h"
#include "realizer/pose/clip.h"
#include "realizer/script/document.h"
#include "realizer/solve/held_arm.h"

namespace kine::motion {

/// The frames of one phase: from `first` up to, but not, `end`.
struct ClipPhase {
  std::size_t first = 0;
  std::size_t end = 0;  // > first
  script::Phase phase = script::Phase::Stroke;

  friend bool operator==(const ClipPhase&, const ClipPhase&) = default;
};

struct ClipArm {
  body::Side side = body::Side::Left;
  double length_m = 0;                // from shoulder to wrist, stretched
  std::vector<Vec3> wrists_m;         // a frame
  std::vector<solve::ArmRoot> roots;  // a frame: what the arm hangs on
  std::vector<ClipPhase> phases;      // of all frames, without gaps, as found by its speed
};

/// Nothing where upper arm, forearm and hand are not all among the joints.
std::optional<ClipArm> find_arm(const pose::Clip& clip, const body::Body& body, body::Side side,
                                body::JointSet joints);

/// Whether the arm is on its way in this phase.
constexpr bool is_movement(script::Phase phase) {
  return phase != script::Phase::PreStrokeHold && phase != script::Phase::PostStrokeHold;
}

/// How much of the gesture's nucleus each frame is, from 0 where the arm rests to 1 from the start
/// of its strokes to the end of their holds: along the way there and the way back it changes as the
/// wrist moves, and nothing jumps.
std::vector<double> nucleus_shares(const ClipArm& arm);

/// How far along its way each of these frames is: from 0 at the first of the points to 1 at the
/// last.
std::vector<double> shares_of_way(std::span<const Vec3> points_m);

}  // namespace kine::motion
