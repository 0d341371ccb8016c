// A body: what one build of a person is made of. Const after loading, shared by all threads.
//
//   body XML --body::read--> Body --plan::make, motion::build--> a script in this body's terms
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "realizer/body/capsules.h"
#include "realizer/body/channels.h"
#include "realizer/body/segments.h"
#include "realizer/body/skeleton.h"
#include "realizer/body/surface_points.h"
#include "realizer/math/quat.h"
#include "realizer/math/vec3.h"

namespace kine::body {

/// How far a joint turns. Its rotation is swing * twist, the twist about the bone, the swing as a
/// rotation vector whose two components square to the bone are bounded; radians, min <= 0 <= max.
struct JointLimits {
  enum class Axis : std::uint8_t { X, Y, Z };
  Axis bone = Axis::Y;
  Vec3 min_rad;  // about x, y and z of the joint; the one of the bone bounds the twist
  Vec3 max_rad;

  friend bool operator==(const JointLimits&, const JointLimits&) = default;
};

/// Joints that one segment owns together.
struct Group {
  std::string name;  // "rightArm"
  JointSet joints;
};

/// Stored rotations of some joints: a hand shape, a posture.
struct Shape {
  std::string name;   // "fist"
  std::string group;  // "leftFingers" or "rightFingers" for a hand; each shape exists for both
  std::vector<std::pair<Joint, Quat>> rotations;  // parent_from_joint
};

enum class Side : std::uint8_t { Left, Right };
inline constexpr std::array kSides = {Side::Left, Side::Right};

/// The joints of an arm, in the order from the trunk outwards.
struct ArmChain {
  Joint shoulder;  // the clavicle
  Joint upper_arm;
  Joint lower_arm;
  Joint hand;
};
ArmChain arm_chain(Side side);

class Body {
 public:
  std::string name;
  double height_m = 0;   // soles to crown in T-pose
  double weight_kg = 0;  // above 0; what mass_fractions share

  std::array<Vec3, kJointCount> offsets_m;  // from the parent; of the hips: from the ground
  std::array<JointLimits, kJointCount> limits;
  std::array<double, kJointCount> mass_fractions;  // of the whole body; they add up to 1
  std::array<Quat, kJointCount> base_pose;         // arms hanging, hands relaxed, eyes ahead
  std::array<Segment, kJointCount> segments;       // for physics

  std::vector<Group> groups;
  std::vector<Shape> shapes;
  std::vector<SurfacePoint> points;  // what hands can touch, and touch with; no name twice
  std::vector<Capsule> capsules;     // its flesh, within the skin; each with its mirror image

  const Group* find_group(std::string_view group) const;
  const Shape* find_shape(std::string_view group, std::string_view shape) const;

  /// The position of each joint and the turn of its axes in the character's space, for these local
  /// rotations with the hips at their offset.
  struct Model {
    std::array<Vec3, kJointCount> positions_m;
    std::array<Quat, kJointCount> character_from_joint;
  };
  Model compute_model(const std::array<Quat, kJointCount>& parent_from_joint) const;

  double bone_length_m(Joint child) const { return length(offsets_m[index_of(child)]); }
};

/// What a body weighs that does not say it: 70 kg at 1.75 m, and as the square of its height.
double usual_weight_kg(double height_m);

/// A rotation in the terms of JointLimits, and back: the turns about x, y and z of the joint, of
/// which the one about the bone is the twist and the two others are the swing's rotation vector.
Vec3 turns_of(JointLimits::Axis bone, const Quat& rotation);
Quat from_turns(JointLimits::Axis bone, const Vec3& turns_rad);

/// `rotation` brought within the limits of its joint: unchanged where it is.
Quat within_limits(const JointLimits& limits, const Quat& rotation);

}  // namespace kine::body
