#include "realizer/motion/segment.h"

#include <algorithm>

#include "realizer/math/ease.h"

namespace kine::motion {

namespace {

body::JointSet joints_between(body::Joint first, body::Joint last) {
  body::JointSet joints;
  for (std::size_t i = body::index_of(first); i <= body::index_of(last); ++i) {
    joints.insert(body::joint_at(i));
  }
  return joints;
}

bool drives_only(const Actuator& actuator, body::JointSet arm, body::JointSet fingers) {
  const body::JointSet joints = actuator.joints();
  return !(joints & arm).empty() && (joints & (arm | fingers)) == joints &&
         actuator.channels().none();
}

}  // namespace

std::optional<body::Side> arm_of(const Actuator& actuator) {
  using enum body::Joint;
  if (drives_only(actuator, joints_between(LeftShoulder, LeftHand),
                  joints_between(LeftThumbMetacarpal, LeftLittleDistal))) {
    return body::Side::Left;
  }
  if (drives_only(actuator, joints_between(RightShoulder, RightHand),
                  joints_between(RightThumbMetacarpal, RightLittleDistal))) {
    return body::Side::Right;
  }
  return {};
}

bool Segment::valid() const {
  constexpr Seconds kNone{0};
  constexpr Seconds kRounding{1e-9};  // of end - start
  return actuator != nullptr && weight >= 0 && weight <= 1 && start <= end && fade_in >= kNone &&
         fade_out >= kNone && fade_in + fade_out <= end - start + kRounding &&
         (relative || gives_way == GivesWay::Never);
}

float Segment::weight_at(Seconds time) const {
  if (lasting && time >= end) return static_cast<float>(weight);
  if (time < start || time >= end) return 0;
  double share = 1;
  if (time < start + fade_in) share = eased((time - start) / fade_in);
  if (time > end - fade_out) {
    const double left = (end - time) / fade_out;
    share =
        std::min(share, way_back ? 1 - way_back_at(*way_back, 1 - left, fade_out) : eased(left));
  }
  return static_cast<float>(weight * share);
}

}  // namespace kine::motion
