// A Clip: recorded motion in the terms of every body, ready to play.
//
//   Recording --retarget--> Clip --motion::PlayedClip--> ClipKeys, which share it
//
// Rotations are relative to T-pose, as those of a Pose are; the hips' way is counted in the height
// of the hips, so that short legs take short steps. Immutable, shared by all that play it.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "realizer/body/skeleton.h"
#include "realizer/core/time.h"
#include "realizer/math/quat.h"
#include "realizer/math/vec3.h"
#include "realizer/pose/pose.h"
#include "realizer/pose/recording.h"

namespace kine::pose {

/// The pose of one frame: what the clip says of it.
struct ClipFrame {
  std::array<QuatBlock, kBlocks> rotations = {};  // the identity where it does not move a joint
  std::array<float, 4> hips = {};  // from the hips at rest, in heights of the hips; the fourth is 0

  friend bool operator==(const ClipFrame&, const ClipFrame&) = default;
};

/// How the recorded person stood: what legs of another build need to know to stand likewise.
/// Lengths are in those of a leg of that person, from the hip joint along the bones to the ankle.
/// Places are in the axes of the clip; where an ankle is above a flat foot, its height is 0.
struct ClipFooting {
  struct Moment {
    Vec3 hip_joints;                    // halfway between the two
    std::array<Vec3, 2> ankles;         // the left one, the right one
    std::array<double, 2> stands = {};  // 1: the foot is on the ground; eased to 0 beside that
  };

  double half_width = 0;                     // from the middle to a hip joint
  std::array<Quat, 2> foot_from_sole;        // a sole is level where its foot stands flat
  std::array<std::optional<Vec3>, 2> balls;  // from the ankle, in the axes of the sole; nothing:
                                             // the recording has no toes
  std::vector<Moment> moments;               // a frame; empty: it is not known how it stood

  bool empty() const { return moments.empty(); }
};

struct Clip {
  std::string name;
  body::JointSet joints;                 // that it moves
  std::vector<Recording::Curve> curves;  // channels that it moves
  Seconds frame_time{0};                 // > 0

  /// Never empty. In each lane a frame lies on the same side of the sphere as the one before it.
  std::vector<ClipFrame> frames;

  /// The last frames as they are where the clip goes round: bent towards the first one, which the
  /// last of them is. No more than `frames`.
  std::vector<ClipFrame> seam;

  /// For motion::standing_clip(); a clip that stands on a body has none any more.
  ClipFooting footing = {};

  /// How high the lowest point of each sole is above the ground, a frame: the left one, the right
  /// one. Empty: the clip does not stand on a body.
  std::vector<std::array<float, 2>> soles_m = {};

  /// From the first frame to the last.
  Seconds length() const { return frame_time * static_cast<double>(frames.size() - 1); }
};

/// The clips there are, by name.
using Clips = std::map<std::string, std::shared_ptr<const Clip>, std::less<>>;

/// Frames, hips and curves as they are, and a seam for them. Pre: at least one frame.
Clip with_seam(Clip clip);

/// The two frames that a time lies between: `h` of the way from `from` to `to`.
struct ClipPlace {
  const ClipFrame* from = nullptr;
  const ClipFrame* to = nullptr;
  std::size_t frame = 0;  // of `from`
  float h = 0;            // in [0, 1]
};

/// Before its start a clip stands at the first frame; after its end at the last one, unless it
/// goes round.
enum class Playing { Once, Looped };
ClipPlace place_in(const Clip& clip, double time_s, Playing playing);

}  // namespace kine::pose
