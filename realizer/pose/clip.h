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
#include <span>
#include <string>
#include <vector>

#include "realizer/body/skeleton.h"
#include "realizer/core/time.h"
#include "realizer/pose/pose.h"
#include "realizer/pose/recording.h"

namespace kine::pose {

/// The pose of one frame: what the clip says of it.
struct ClipFrame {
  std::array<QuatBlock, kBlocks> rotations = {};  // the identity where it does not move a joint
  std::array<float, 4> hips = {};  // from the hips at rest, in heights of the hips; the fourth is 0

  friend bool operator==(const ClipFrame&, const ClipFrame&) = default;
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
