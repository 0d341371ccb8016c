// The arms of a recording's own skeleton, found by the names that retargeting knows.
#pragma once

#include <cstddef>
#include <optional>

#include "realizer/body/body.h"
#include "realizer/pose/recording.h"
#include "realizer/pose/retarget/retarget.h"

namespace kine::pose {

/// Each stands below the one before, perhaps with others between them.
struct ArmNodes {
  std::size_t chest = 0;  // what carries both arms, else what carries this one
  std::size_t upper_arm = 0;
  std::size_t lower_arm = 0;
  std::size_t hand = 0;  // the wrist: the hand, else the tip of the forearm
};

/// Nothing where a name is not known, a bone has no length at rest, or nothing carries the arm.
/// `nodes` are nodes_of_joints(recording, …). Pre: valid(recording).
std::optional<ArmNodes> arm_nodes(const Recording& recording, const NodeOfJoint& nodes,
                                  body::Side side);

}  // namespace kine::pose
