#include "realizer/motion/ground/footing.h"

#include <algorithm>
#include <cmath>

#include "realizer/motion/ground/gait.h"
#include "realizer/motion/ground/stance.h"
#include "realizer/solve/leg.h"

namespace kine::motion {
namespace {

/// Of the foot's length ahead of the ankle, what the heel is behind it.
constexpr double kHeel = 0.35;

}  // namespace

pose::StandingBody standing_body(const body::Body& body) {
  const auto model = body.compute_model(body.base_pose);
  const auto place = [&](body::Joint joint) { return model.positions_m[body::index_of(joint)]; };
  pose::StandingBody stands;
  for (const body::Side side : {body::Side::Left, body::Side::Right}) {
    const solve::LegChain chain = solve::leg_chain(side);
    pose::LegAtRest& leg = stands.legs[static_cast<std::size_t>(side)];
    leg.ankle_m = place(chain.foot);
    leg.ball_m = place(chain.toes) - leg.ankle_m;
    leg.heel_m = {0, -leg.ankle_m.y, -kHeel * leg.ball_m.z};
  }
  const solve::LegChain left = solve::leg_chain(body::Side::Left);
  stands.hips_m = place(body::Joint::Hips);
  stands.hip_joint_m = stands.hips_m.y - place(left.upper_leg).y;
  stands.thigh_m = body.bone_length_m(left.lower_leg);
  stands.shin_m = body.bone_length_m(left.foot);
  return stands;
}

std::array<double, 2> lowest_soles_m(const body::Body& body,
                                     const std::array<pose::LegAtRest, 2>& legs,
                                     const pose::Pose& pose) {
  std::array<double, 2> lowest_m = {};
  const auto hips = normalized(pose.rotation(body::Joint::Hips));
  for (const body::Side side : body::kSides) {
    const solve::LegChain chain = solve::leg_chain(side);
    const auto index = static_cast<std::size_t>(side);
    double height_m = static_cast<double>(pose.hips_m[1]);
    Quat turn = hips;
    for (const body::Joint joint : {chain.upper_leg, chain.lower_leg, chain.foot}) {
      height_m += (turn * body.offsets_m[body::index_of(joint)]).y;
      turn = turn * normalized(pose.rotation(joint));
    }
    lowest_m[index] = height_m + pose::lowest_of_sole_m(legs[index], turn);
  }
  return lowest_m;
}

Footing standing(const pose::StandingBody& body, const body::Placement& root) {
  Footing footing;
  footing.root = root;
  footing.hips_m = body.hips_m;
  for (std::size_t i = 0; i < footing.feet.size(); ++i) {
    footing.feet[i].ankle_m = body.legs[i].ankle_m;
  }
  return footing;
}

Footing footing_at(const pose::GroundKeys& keys, double time_s) {
  const pose::Gait* going = nullptr;
  for (const pose::Gait& gait : keys.gaits) {
    if (gait.start_s <= time_s) going = &gait;
  }
  Footing footing = going == nullptr ? standing(keys.body, keys.stands)
                                     : walk(*going, keys.body, time_s - going->start_s);
  bend(bends_at(keys, time_s), keys.body, footing);
  return footing;
}

}  // namespace kine::motion
