// Values of classic scripts in our units and axes.
//
// There: milliseconds, degrees, an agent that faces -Y with +Z up and the origin at its hips. Bones
// of that skeleton have axes of their own, Y along the bone. Here: seconds, radians, +Y up, facing
// +Z, and every joint's axes parallel to the character's in T-pose.
#pragma once

#include <optional>
#include <string_view>

#include "realizer/core/diagnostics.h"
#include "realizer/math/vec3.h"
#include "realizer/script/classic/classic.h"
#include "realizer/script/document.h"

namespace kine::script::classic {

/// A point or direction of the agent's frame in the character's axes: (x, y, z) is (x, z, -y) here.
Vec3 character_from_agent(const Vec3& in_agent);

/// A vector in that skeleton's axes of the joint (its classic name) in the axes of ours; as it is
/// where the joint has no known axes.
Vec3 joint_from_bone(std::string_view joint, const Vec3& in_bone);
bool has_known_axes(std::string_view joint);

/// The name under that key; empty where there is none.
Name name_of(const Element& element, std::string_view key);

/// The finite number that a value begins with. What follows it is ignored with a warning, as the
/// original engine did; a value without one is warned about.
std::optional<double> number_of(const Setting& setting, Diagnostics& diagnostics);

/// The same, brought into [lowest, highest] with a warning.
std::optional<double> number_within(const Setting& setting, double lowest, double highest,
                                    Diagnostics& diagnostics);

/// "x;y;z" as written. Missing components are 0, with a warning. Nothing where a component is not
/// finite or beyond all measure.
std::optional<Vec3> vector_of(const Setting& setting, Diagnostics& diagnostics);

/// The same for a place: nothing beyond kPositionMax_m.
std::optional<Vec3> position_of(const Setting& setting, Diagnostics& diagnostics);

/// The same for what is looked at: beyond kPositionMax_m it is brought nearer on its ray, for
/// clients that look along an angle put their targets anywhere.
std::optional<Vec3> gaze_target_of(const Setting& setting, Diagnostics& diagnostics);

/// A length of time in milliseconds; below 0 is 0, with a warning.
std::optional<Seconds> duration_of(const Setting& setting, Diagnostics& diagnostics);

/// "asap", "+n" or "n": counted from the script's start, which stands for the last TIME_RESET.
std::optional<Time> start_of(const Setting& setting, Diagnostics& diagnostics);

/// "+n" counts from the sequence's start, "n" from the script's.
std::optional<Time> time_point_of(const Setting& setting, Diagnostics& diagnostics);

/// "TAN;s" or "EXP;s".
std::optional<TimeWarp> time_warp_of(const Setting& setting, Diagnostics& diagnostics);

}  // namespace kine::script::classic
