// What of a body the filter of an arm needs, 16 bodies in lanes: bones, and how far joints turn.
#pragma once

#include <array>

#include "realizer/body/body.h"
#include "realizer/pose/character_block.h"

namespace kine::dynamics {

/// One arm of each of 16 bodies. Limits are tangents of half the angle, which grow with it.
struct SideBones {
  pose::ArmBlock arm = {};            // its bones and hinges; its rotations are of a tick
  pose::VectorBlock shoulder_m = {};  // of the clavicle, from the upper chest
  pose::Lanes upper_m = {};
  pose::Lanes lower_m = {};
  pose::Lanes upper_inverse = {};
  pose::Lanes nearest_m = {};  // from the upper arm's joint to the wrist, the elbow bent most
  pose::Lanes roll_min = {};   // of the forearm
  pose::Lanes roll_max = {};
  pose::Lanes hand_y_min = {};
  pose::Lanes hand_y_max = {};
  pose::Lanes hand_z_min = {};
  pose::Lanes hand_z_max = {};
  pose::Lanes hand_way = {};  // 1 or -1: along +X or -X of its axes
};

struct BodyBones {
  pose::VectorBlock spine_m = {};
  pose::VectorBlock chest_m = {};
  pose::VectorBlock upper_chest_m = {};
  std::array<SideBones, 2> sides;  // left, right
};

/// Puts a body into a lane.
void put(const body::Body& body, std::size_t lane, BodyBones& bones);

/// From the wrist to the knuckles of the middle finger: about there lies a hand's centre of mass.
double hand_length_m(const body::Body& body, body::Side side);
double arm_length_m(const body::Body& body, body::Side side);

}  // namespace kine::dynamics
