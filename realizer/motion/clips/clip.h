// Kind of motion: a recorded clip on the joints of a group. Its frames are shared by all that play
// it; binding keeps no more than the pose that stands there, from which it eases in.
#pragma once

#include <memory>

#include "realizer/motion/actuator.h"
#include "realizer/pose/clip.h"

namespace kine::motion {

/// How long a clip takes from the pose that stands there to its own motion alone.
inline constexpr Seconds kClipEase{0.2};

class PlayedClip final : public Actuator {
 public:
  struct Options {
    body::JointSet joints;  // of the group; those that the clip does not move stay free
    Seconds start{0};       // of its first frame, from the start of the block, warps aside
    double speed = 1;       // seconds of the clip in one of ours, > 0
    pose::Playing playing = pose::Playing::Once;
    pose::Warps warps = {};  // bend the times of its frames
  };

  /// `clip` is not null. On the whole body it moves the face, too, where it has one.
  PlayedClip(std::shared_ptr<const pose::Clip> clip, const Options& options);

  body::JointSet joints() const override { return options_.joints; }
  pose::ChannelSet channels() const override;
  pose::Keys compile(const Entry& entry, const body::Body& body) const override;

 private:
  std::shared_ptr<const pose::Clip> clip_;
  Options options_;
  bool moves_channels_ = false;
};

}  // namespace kine::motion
