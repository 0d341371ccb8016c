// Recording -> Clip: motion of any skeleton in the terms of ours, joint by joint.
//
// What is carried over is how each bone has turned in space since a T-pose of its own skeleton.
// Where a recording does not begin in T-pose (arms that hang, legs apart, facing aside), the
// directions of its bones say how it would have stood in one.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"
#include "realizer/pose/clip.h"
#include "realizer/pose/recording.h"

namespace kine::pose {

/// What other skeletons call our joints. Our own names need no entry.
using JointNames = std::map<std::string, body::Joint, std::less<>>;

/// The joint that a node is, by its own name and its parent's, without what stands before a colon
/// ("mixamorig:LeftArm"). The table may say "LeftCollar/LeftShoulder" for a node below another one:
/// systems disagree about what a shoulder is. "LeftHand" is leftHand.
std::optional<body::Joint> find_joint(std::string_view node, std::string_view parent,
                                      const JointNames& names);

/// The joint that each node is by its name, or by what its file says; nothing of most.
std::vector<std::optional<body::Joint>> joints_of_nodes(const Recording& recording,
                                                        const JointNames& names);

using NodeOfJoint = std::array<std::optional<std::size_t>, body::kJointCount>;

/// Which node is each joint. Several nodes may be one (a neck of two vertebrae): then the first, or
/// the last of an unbranched chain that begins there, for that one carries what follows.
NodeOfJoint nodes_of_joints(const Recording& recording, const JointNames& names);

/// Whether it says how the hips move: where they are, how long the legs, and what is below. Pre:
/// valid(recording).
bool moves_hips(const Recording& recording, const JointNames& names);

/// Pre: valid(recording). An error where no node is one of our joints.
Result<Clip> retarget(const Recording& recording, const JointNames& names, std::string name);

}  // namespace kine::pose
