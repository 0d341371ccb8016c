#include "realizer/motion/clips/turn_keys.h"

#include "realizer/motion/key_times.h"

namespace kine::motion {

std::vector<body::Joint> joints_in(body::JointSet set) {
  std::vector<body::Joint> joints;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    if (set.contains(body::joint_at(i))) joints.push_back(body::joint_at(i));
  }
  return joints;
}

TurnKeys::TurnKeys(body::JointSet joints) : joints_(joints_in(joints)) {
  bound_.joints = pose::JointKeys::of(joints);
  bound_.joints.curve = pose::Curve::Chord;
}

/// Neighbours lie on one side of the sphere.
void TurnKeys::add(Seconds time, std::span<const Quat> turns) {
  pose::JointKeys& keys = bound_.joints;
  const bool is_first = keys.times_s.empty();
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const bool is_near = is_first || dot(turns[i], pose_.rotation(joints_[i])) >= 0;
    pose_.set_rotation(joints_[i], is_near ? turns[i] : -turns[i]);
  }
  keys.times_s.push_back(is_first ? static_cast<float>(time.count())
                                  : key_time_after(keys.times_s.back(), time));
  for (const std::uint8_t block : keys.blocks) keys.rotations.push_back(pose_.rotations[block]);
}

}  // namespace kine::motion
