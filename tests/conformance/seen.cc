#include "tests/conformance/seen.h"

#include <cmath>
#include <numbers>

#include "tests/support/motion/bodies.h"

namespace kine::conformance {
namespace {

using body::Joint;

constexpr double kDegree = std::numbers::pi / 180;

Quat root_turn(const Frame& frame) {
  return {frame.root[3], frame.root[4], frame.root[5], frame.root[6]};
}

}  // namespace

Quat turn_of(const Frame& frame, Joint joint) {
  Quat turn;
  for (std::optional<Joint> at = joint; at; at = body::parent_of(*at)) {
    const auto& q = frame.parent_from_joint[body::index_of(*at)];
    turn = Quat{q[0], q[1], q[2], q[3]} * turn;
  }
  return root_turn(frame) * turn;
}

Vec3 place_of(const Frame& frame, Joint joint) {
  std::array<Quat, body::kJointCount> pose;
  for (std::size_t i = 0; i < pose.size(); ++i) {
    const auto& q = frame.parent_from_joint[i];
    pose[i] = {q[0], q[1], q[2], q[3]};
  }
  const body::Body::Model model = test::ada().compute_model(pose);
  const Vec3 hips{frame.hips_m[0], frame.hips_m[1], frame.hips_m[2]};
  const Vec3 from_hips =
      model.positions_m[body::index_of(joint)] - model.positions_m[body::index_of(Joint::Hips)];
  return Vec3{frame.root[0], frame.root[1], frame.root[2]} + root_turn(frame) * (hips + from_hips);
}

double angle_deg(const Vec3& a, const Vec3& b) {
  return std::atan2(length(cross(a, b)), dot(a, b)) / kDegree;
}

double angle_deg(const Quat& a, const Quat& b) { return angle_between(a, b) / kDegree; }

Vec3 sight(const Frame& frame) { return turn_of(frame, Joint::LeftEye) * Vec3{0, 0, 1}; }

double sight_misses_deg(const Frame& frame, const Vec3& point) {
  return angle_deg(sight(frame), point - place_of(frame, Joint::LeftEye));
}

double finger_misses_deg(const Frame& frame, bool left, const Vec3& point) {
  const Vec3 base = place_of(frame, left ? Joint::LeftIndexProximal : Joint::RightIndexProximal);
  const Vec3 tip = place_of(frame, left ? Joint::LeftIndexDistal : Joint::RightIndexDistal);
  return angle_deg(tip - base, point - base);
}

}  // namespace kine::conformance
