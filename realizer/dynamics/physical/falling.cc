#include "realizer/dynamics/physical/falling.h"

#include <algorithm>
#include <cmath>

#include "realizer/math/ease.h"
#include "realizer/math/quat.h"

namespace kine::dynamics::physical {
namespace {

using enum body::Joint;

/// A centre of mass is lost that is so far off the feet, or so far down, in shares of the height at
/// which it is wanted.
constexpr double kLostAside = 0.25;
constexpr double kLostInStep = 0.5;
constexpr double kLostDown = 0.75;

// How quickly people give way, and how they do: legs bend and carry no more.
constexpr double kGivesWay_s = 0.25;
constexpr double kHipBends_rad = -0.9;
constexpr double kKneeBends_rad = 1.1;
constexpr double kLegsLeft = 0.04;  // of their firmness
constexpr double kRestLeft = 0.1;   // and of that of all else

// On the ground muscles relax: they hold nothing up, and nothing bounces.
constexpr double kOnGround_s = 0.6;
constexpr double kRelaxes_s = 0.3;
constexpr double kRelaxed = 0.1;
constexpr double kNeckBends_rad = 0.5;
constexpr double kElbowBends_rad = 0.5;

// A body that is slower than that lies still. At first it may be slow as well: at the top.
constexpr double kStill_m_s = 0.12;
constexpr double kStill_rad_s = 0.4;
constexpr double kFallsAtLeast_s = 0.6;

void mix(double wanted, double share, double& value) { value = std::lerp(value, wanted, share); }

/// The bone of an arm goes from the trunk along x; this turn takes it towards `to`.
Quat reach(bool is_left, const Vec3& to) {
  return shortest_arc({is_left ? 1.0 : -1.0, 0, 0}, (1 / length(to)) * to);
}

void reach_out(const FigureJoint& joint, const Fall& fall, double share, std::span<double> wanted) {
  const bool is_left = joint.joint == LeftUpperArm;
  const Vec3 to = fall.towards + Vec3{is_left ? 0.4 : -0.4, -0.5, 0.2};
  const auto own = wanted.subspan(joint.coordinate);
  const Quat now{own[1], own[2], own[3], own[0]};
  const Quat q = slerp(now, reach(is_left, to), share);
  const std::array<double, 4> ball = {q.w, q.x, q.y, q.z};
  std::ranges::copy(ball, own.begin());
}

void bend(const FigureJoint& joint, const Fall& fall, double share, std::span<double> wanted) {
  double& first = wanted[joint.coordinate];
  switch (joint.joint) {
    case LeftUpperLeg:
    case RightUpperLeg:
      return mix(kHipBends_rad, share, first);
    case LeftLowerLeg:
    case RightLowerLeg:
      return mix(kKneeBends_rad, share, first);
    case LeftUpperArm:
    case RightUpperArm:
      return reach_out(joint, fall, share, wanted);
    case LeftLowerArm:
      return mix(-kElbowBends_rad, share, first);
    case RightLowerArm:
      return mix(kElbowBends_rad, share, first);
    case Neck:
      return mix(-kNeckBends_rad * fall.towards.z, share, first);
    default:
      return;
  }
}

}  // namespace

void notice_fall(const MassPoint& now, const MassPoint& wanted, bool steps, double step_s,
                 Fall& fall) {
  if (fall.has_begun()) {
    fall.since_s += step_s;
    return;
  }
  const double height_m = wanted.position_m.y;
  const Vec3 off_m{now.position_m.x, 0, now.position_m.z};
  const bool is_lost = length(off_m) > (steps ? kLostInStep : kLostAside) * height_m ||
                       now.position_m.y < kLostDown * height_m;
  if (!is_lost) return;
  fall = {.since_s = step_s,
          .resting_s = 0,
          .towards = length(off_m) > 0 ? (1 / length(off_m)) * off_m : Vec3{0, 0, 1}};
}

void give_way(const Figure& figure, const Fall& fall, std::span<double> wanted,
              Firmness& firmness) {
  const double share = eased(fall.since_s / kGivesWay_s);
  const double relaxed = eased((fall.since_s - kOnGround_s) / kRelaxes_s);
  for (const FigureJoint& joint : figure.joints) {
    bend(joint, fall, share, wanted);
    const double left = std::lerp(1, is_of_leg(joint.joint) ? kLegsLeft : kRestLeft, share);
    const double held = is_of_leg(joint.joint) ? 0 : 1 - relaxed;
    for (std::size_t i = joint.degree; i < joint.degree + joint.degrees(); ++i) {
      firmness.stiffness_Nm_rad[i] *= left * std::lerp(1, kRelaxed, relaxed);
      firmness.damping_Nms_rad[i] *= std::cbrt(left);
      firmness.compensation[i] *= held;
    }
  }
}

void notice_rest(std::span<const double> velocities, double step_s, Fall& fall) {
  const double speed_m_s = std::hypot(velocities[0], velocities[1], velocities[2]);
  const double turning_rad_s = std::hypot(velocities[3], velocities[4], velocities[5]);
  const bool is_still = speed_m_s < kStill_m_s && turning_rad_s < kStill_rad_s;
  fall.resting_s = is_still && fall.since_s > kFallsAtLeast_s ? fall.resting_s + step_s : 0;
}

}  // namespace kine::dynamics::physical
