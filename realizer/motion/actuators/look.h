// Kind of motion: the gaze, or an arm that points, from one target to the next. Where the targets
// are is known only in the tick that looks at them, so its keys say what is looked at, and step 6
// of the tick solves it.
#pragma once

#include "realizer/body/body.h"
#include "realizer/body/placement.h"
#include "realizer/motion/actuator.h"
#include "realizer/plan/plan.h"

namespace kine::motion {

class Look final : public Actuator {
 public:
  /// `warps` bend the times of the keys.
  explicit Look(pose::GazeKeys keys, pose::Warps warps = {});

  body::JointSet joints() const override { return keys_.joints; }
  pose::ChannelSet channels() const override { return {}; }
  pose::Solved solved() const override { return pose::Solved::Looks; }
  pose::Keys compile(const Entry& entry, const body::Body& body) const override;

 private:
  pose::GazeKeys keys_;  // not empty
  pose::Warps warps_;
};

/// What the look-ats of a track ask for; empty where it has none. A key that asks for something
/// else gives the gaze back, and one that asks for both leaves the look to the eyes.
pose::GazeKeys make_gaze_keys(const plan::Track& track, script::Space frame,
                              const body::Body& body);

/// What a track has an arm point at; empty where it has none.
pose::GazeKeys make_point_keys(const plan::Track& track, script::Space frame,
                               const body::Body& body);

/// Whether keys of a track ask for anything but to look.
bool has_other_goals(const plan::Track& track);

}  // namespace kine::motion
