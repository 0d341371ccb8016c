#include "realizer/dynamics/arm_bones.h"

#include <algorithm>
#include <cmath>

namespace kine::dynamics {
namespace {

using body::Joint;
using body::Side;

void put(const Vec3& v, std::size_t lane, pose::VectorBlock& block) {
  block.x[lane] = static_cast<float>(v.x);
  block.y[lane] = static_cast<float>(v.y);
  block.z[lane] = static_cast<float>(v.z);
}

void put(double value, std::size_t lane, pose::Lanes& lanes) {
  lanes[lane] = static_cast<float>(value);
}

/// A joint that turns half round or more has no bound that a tangent could say.
double half_tangent(double angle_rad) {
  constexpr double kAlmostHalf_rad = 1.5;
  return std::tan(std::clamp(angle_rad / 2, -kAlmostHalf_rad, kAlmostHalf_rad));
}

Joint knuckles_of(Side side) {
  return side == Side::Left ? Joint::LeftMiddleProximal : Joint::RightMiddleProximal;
}

/// How far the wrist stays from the upper arm's joint, the elbow bent as far as it goes.
double nearest_m(const body::Body& body, const body::ArmChain& chain) {
  const body::JointLimits& elbow = body.limits[body::index_of(chain.lower_arm)];
  const double bent = std::max(-elbow.min_rad.y, elbow.max_rad.y);
  const double upper = body.bone_length_m(chain.lower_arm);
  const double lower = body.bone_length_m(chain.hand);
  return std::sqrt(upper * upper + lower * lower + 2 * upper * lower * std::cos(bent));
}

void put_side(const body::Body& body, Side side, std::size_t lane, SideBones& bones) {
  const body::ArmChain chain = body::arm_chain(side);
  const auto offset = [&](Joint joint) { return body.offsets_m[body::index_of(joint)]; };
  put(offset(chain.shoulder), lane, bones.shoulder_m);
  put(offset(chain.upper_arm), lane, bones.arm.upper_arm_m);
  put(offset(chain.lower_arm), lane, bones.arm.lower_arm_m);
  put(offset(chain.hand), lane, bones.arm.hand_m);
  put({0, side == Side::Left ? -1.0 : 1.0, 0}, lane, bones.arm.hinge);
  put(side == Side::Left ? 1 : -1, lane, bones.hand_way);

  put(body.bone_length_m(chain.lower_arm), lane, bones.upper_m);
  put(body.bone_length_m(chain.hand), lane, bones.lower_m);
  put(1 / body.bone_length_m(chain.lower_arm), lane, bones.upper_inverse);
  put(nearest_m(body, chain), lane, bones.nearest_m);

  const body::JointLimits& forearm = body.limits[body::index_of(chain.lower_arm)];
  put(half_tangent(forearm.min_rad.x), lane, bones.roll_min);
  put(half_tangent(forearm.max_rad.x), lane, bones.roll_max);
  const body::JointLimits& hand = body.limits[body::index_of(chain.hand)];
  put(half_tangent(hand.min_rad.y), lane, bones.hand_y_min);
  put(half_tangent(hand.max_rad.y), lane, bones.hand_y_max);
  put(half_tangent(hand.min_rad.z), lane, bones.hand_z_min);
  put(half_tangent(hand.max_rad.z), lane, bones.hand_z_max);
}

}  // namespace

void put(const body::Body& body, std::size_t lane, BodyBones& bones) {
  put(body.offsets_m[body::index_of(Joint::Spine)], lane, bones.spine_m);
  put(body.offsets_m[body::index_of(Joint::Chest)], lane, bones.chest_m);
  put(body.offsets_m[body::index_of(Joint::UpperChest)], lane, bones.upper_chest_m);
  put_side(body, Side::Left, lane, bones.sides[0]);
  put_side(body, Side::Right, lane, bones.sides[1]);
}

double hand_length_m(const body::Body& body, Side side) {
  return body.bone_length_m(knuckles_of(side));
}

double arm_length_m(const body::Body& body, Side side) {
  const body::ArmChain chain = body::arm_chain(side);
  return body.bone_length_m(chain.lower_arm) + body.bone_length_m(chain.hand);
}

}  // namespace kine::dynamics
