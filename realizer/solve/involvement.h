// What of the body goes along with its arms, of itself: clavicles, trunk, pelvis and head.
//
//   a pose's rotations --reach_of--> ArmReach, each arm --involvement_of--> BodyOffsets
//
// Continuous, and nothing for arms that hang. Offsets of two arms add up: one trunk carries both.
#pragma once

#include <array>

#include "realizer/body/body.h"
#include "realizer/body/body_offsets.h"

namespace kine::solve {

/// Where an arm is, against one that hangs.
struct ArmReach {
  double elevation_rad = 0;  // of the upper arm: 0 hangs
  double ahead = 0;          // how far the hand is before its shoulder, in lengths of the arm
  double aside = 0;          // how far outwards; below 0 it is across the body
  double raised = 0;         // how far above it; below 0 it is beneath

  friend bool operator==(const ArmReach&, const ArmReach&) = default;
};

/// By the chest's own axes: what the trunk does is no reach of an arm.
ArmReach reach_of(const body::Body& body, body::Side side,
                  const std::array<Quat, body::kJointCount>& parent_from_joint);

/// What of the body may go along.
enum class TakingPart : std::uint8_t {
  Clavicles,  // the trunk has its own to do
  WholeBody,
};

/// `involvement` in [0, 1]: 0 is nothing.
body::BodyOffsets involvement_of(const std::array<ArmReach, body::kSides.size()>& arms,
                                 double involvement, TakingPart parts = TakingPart::WholeBody);

}  // namespace kine::solve
