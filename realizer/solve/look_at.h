// Looking: the eyes, and as much of the column below them as is asked, turned to meet a point.
//
//   Column of the blended pose, target --turn_column, turn_eyes--> Column that looks
//
// Solved in a tick, so nothing allocates here. Continuous in the target, also where it passes
// behind: there a gaze that can follow no farther comes round by way of straight ahead.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "realizer/body/body.h"

namespace kine::solve {

/// How much of the body turns; each takes in what those before it do. The last two are Eyes and
/// HeadAbdomen with other shares: eyes that head and neck help as far as they have to, and a trunk
/// that turns first.
enum class GazeChain : std::uint8_t {
  Eyes,
  Head,
  HeadNeck,
  HeadThorax,
  HeadAbdomen,
  EyesHelped,
  TrunkFirst,
};

/// The joints that carry the eyes, from the hips outwards.
inline constexpr std::array<body::Joint, 6> kColumnJoints = {
    body::Joint::Hips,       body::Joint::Spine, body::Joint::Chest,
    body::Joint::UpperChest, body::Joint::Neck,  body::Joint::Head};
inline constexpr std::size_t kColumnLength = kColumnJoints.size();

/// The first joint of the column that a chain turns; kColumnLength where it turns none.
std::size_t first_link(GazeChain chain);

/// All that a chain turns.
body::JointSet joints_of(GazeChain chain);

/// The chain that turns what it can of these joints.
GazeChain chain_of(body::JointSet joints);

/// What carries the eyes, as one pose has it.
struct Column {
  Vec3 hips_m;                                   // in the character's space
  std::array<Quat, kColumnLength> rotations;     // parent_from_joint, by kColumnJoints
  std::array<Quat, kColumnLength> on_top;        // turns each joint once more: breath, sway
  std::array<double, kColumnLength> freedom = {  // 0: others hold the joint, 1: it is free
      1, 1, 1, 1, 1, 1};
  std::array<double, kColumnLength> felt = {  // how far the rest of the column makes up for that
      1, 1, 1, 1, 1, 1};
};

/// Where the head of a column is, and how it is turned.
struct HeadPlace {
  Vec3 position_m;
  Quat character_from_head;
};
HeadPlace compute_head(const body::Body& body, const Column& column);

/// Where a gaze really goes.
struct Gaze {
  Vec3 target_m;      // in the character's space: the target, or beside it where it lies behind
  double weight = 1;  // 0 for what is in the eyes themselves, where there is no direction
};

/// Turns the free joints of the chain: the turn that is needed is shared out among eyes, head, neck
/// and torso, each within its limits, and what one cannot give the others take. By as much as a
/// joint that is held departs from what it would do if it were free, the others do more or less;
/// so one that is taken over where it is moves none of them.
Gaze turn_column(const body::Body& body, GazeChain chain, const Vec3& target_m, Column& column);

/// The rotations with which the eyes look from this column at what turn_column said, each for
/// itself: on a near target they converge.
struct Eyes {
  Quat left;
  Quat right;
};
Eyes turn_eyes(const body::Body& body, const Column& column, const Vec3& target_m);

}  // namespace kine::solve
