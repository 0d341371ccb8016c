// The extension point for kinds of motion: a rule in build.cc each.
//
// An actuator never changes and is shared by threads. It is bound once a playing, to the pose that
// stands there: compile() gives the keys that the tick's kernels sample, so that nothing virtual
// is called in a tick.
#pragma once

#include <optional>
#include <string>

#include "realizer/body/body.h"
#include "realizer/body/placement.h"
#include "realizer/core/time.h"
#include "realizer/pose/keys.h"
#include "realizer/pose/pose.h"

namespace kine::motion {

/// What somebody walks to, in the world.
struct WalkTarget {
  Vec3 point_m;
  bool is_character = false;
};

/// Where what has a name is, when somebody sets out to it.
class WalkTargets {
 public:
  virtual ~WalkTargets() = default;
  /// Nothing where nothing of that name is.
  virtual std::optional<WalkTarget> find(const std::string& name) const = 0;
};

/// What steps and stances take over.
struct GroundEntry {
  body::Placement root;                    // where it stands
  const pose::GroundKeys* keys = nullptr;  // what moves it until now; null: nothing does
  Seconds behind{0};                       // how much more the time of those keys is
  pose::Bends base = {};                   // what a stance that is over goes back to
  const WalkTargets* targets = nullptr;    // null: nothing has a name
};

/// What an actuator takes over: the blended pose before the filters, and the one a tick earlier,
/// which gives its velocity.
struct Entry {
  const pose::Pose* pose = nullptr;
  const pose::Pose* pose_before = nullptr;
  Seconds step{0};   // between the two
  Seconds time{0};   // when the motion begins, from the start of the block: its first key
  Seconds later{0};  // how much later than the pose that is: less than a step
  const GroundEntry* ground = nullptr;  // null: it stands at the origin
};

class Actuator {
 public:
  virtual ~Actuator() = default;

  /// The joints and channels that it drives, and no others.
  virtual body::JointSet joints() const = 0;
  virtual pose::ChannelSet channels() const = 0;

  /// What its keys leave to be solved in the tick, if anything.
  virtual pose::Solved solved() const { return pose::Solved::Nothing; }

  /// Its motion from the entry on, times counted from the start of the block. Pure.
  virtual pose::Keys compile(const Entry& entry, const body::Body& body) const = 0;
};

}  // namespace kine::motion
