#include "realizer/script/classic/classic_constraints.h"

#include <numbers>
#include <string>
#include <string_view>

#include "realizer/core/assert.h"
#include "realizer/core/number.h"
#include "realizer/script/classic/classic_values.h"

namespace kine::script::classic {
namespace {

constexpr double kWeightMax = 1.5;
constexpr double kSwivelMax_deg = 360;
constexpr double kBehaviourValueMax = 1e6;

void warn_that_it_is_left_out(const Element& element, std::string_view lacking,
                              Diagnostics& diagnostics) {
  diagnostics.warn(element.where, "a constraint without " + std::string(lacking) +
                                      " is left out: " + quoted(keyword_of(element.kind)));
}

/// The setting of that key; without one the constraint says too little, which is warned about.
const Setting* needed(const Element& element, std::string_view key, Diagnostics& diagnostics) {
  const Setting* setting = element.find(key);
  if (setting == nullptr) warn_that_it_is_left_out(element, key, diagnostics);
  return setting;
}

Name needed_name(const Element& element, std::string_view key, Diagnostics& diagnostics) {
  const Setting* setting = needed(element, key, diagnostics);
  if (setting == nullptr) return {};
  return {setting->value, setting->where};
}

/// The joint of a constraint. An arm without one means its hand.
Name joint_of(const Element& element, Diagnostics& diagnostics) {
  const Name joint = name_of(element, "JOINT");
  if (!joint.empty()) return joint;
  const Name group = name_of(element, "BODY_GROUP");
  if (group.text == "rarm" || group.text == "larm") {
    const std::string hand = group.text == "rarm" ? "rhand" : "lhand";
    diagnostics.warn(element.where, "a constraint without JOINT is taken for " + quoted(hand));
    return {hand, group.where};
  }
  if (group.text.starts_with("head")) {
    diagnostics.warn(element.where, "a constraint without JOINT is taken for 'head'");
    return {"head", group.where};
  }
  warn_that_it_is_left_out(element, "JOINT", diagnostics);
  return {};
}

/// The arm of a swivel. A hand without one means its arm.
Name arm_of(const Element& element, Diagnostics& diagnostics) {
  const Name group = name_of(element, "BODY_GROUP");
  if (!group.empty()) return group;
  const Name joint = name_of(element, "JOINT");
  if (joint.text == "rhand" || joint.text == "lhand") {
    const std::string arm = joint.text == "rhand" ? "rarm" : "larm";
    diagnostics.warn(element.where, "a swivel without BODY_GROUP is taken for " + quoted(arm));
    return {arm, joint.where};
  }
  warn_that_it_is_left_out(element, "BODY_GROUP", diagnostics);
  return {};
}

std::optional<Constraint> position(const Element& element, Diagnostics& diagnostics) {
  Position position;
  position.where = element.where;
  position.group = name_of(element, "BODY_GROUP");
  position.joint = joint_of(element, diagnostics);
  if (position.joint.empty()) return {};

  const Setting* target = needed(element, "TARGET", diagnostics);
  if (target == nullptr) return {};
  const std::optional<Vec3> in_agent = position_of(*target, diagnostics);
  if (!in_agent) return {};
  position.target_m = character_from_agent(*in_agent);

  if (const Setting* offset = element.find("OFFSET")) {
    const std::optional<Vec3> in_bone = position_of(*offset, diagnostics);
    if (!in_bone) return {};
    position.offset_m = joint_from_bone(position.joint.text, *in_bone);
  }
  return position;
}

/// The local axis that is to be turned, in the axes of that skeleton's bone.
Vec3 normal_of(const Element& element, Diagnostics& diagnostics) {
  constexpr Vec3 kSilent = {0, 0, -1};
  const Setting* normal = element.find("NORMAL");
  if (normal == nullptr) return kSilent;
  if (normal->value == "Xaxis") return {1, 0, 0};
  if (normal->value == "Yaxis") return {0, 1, 0};
  if (normal->value == "Zaxis") return {0, 0, 1};
  if (normal->value.find(';') != std::string::npos) {
    diagnostics.warn(normal->where, "a NORMAL given as a vector is old: " + quoted(normal->value));
    const std::optional<Vec3> vector = vector_of(*normal, diagnostics);
    if (vector && length(*vector) > 0) return unit(*vector, kSilent);
  }
  diagnostics.warn(normal->where,
                   "NORMAL is no axis; the joint's -Z is taken: " + quoted(normal->value));
  return kSilent;
}

std::optional<Constraint> orientation(const Element& element, Diagnostics& diagnostics) {
  Orientation orientation;
  orientation.where = element.where;
  orientation.group = name_of(element, "BODY_GROUP");
  orientation.joint = joint_of(element, diagnostics);
  if (orientation.joint.empty()) return {};

  const Setting* direction = needed(element, "DIRECTION", diagnostics);
  if (direction == nullptr) return {};
  const std::optional<Vec3> in_agent = vector_of(*direction, diagnostics);
  if (!in_agent) return {};
  const Vec3 towards = unit(character_from_agent(*in_agent), Vec3{});
  if (towards == Vec3{}) {
    diagnostics.warn(direction->where,
                     "a DIRECTION without length is left out: " + quoted(direction->value));
    return {};
  }
  orientation.direction = towards;
  if (!has_known_axes(orientation.joint.text)) {
    diagnostics.warn(orientation.joint.where,
                     "the local axes of this joint are not known; the character's are taken: " +
                         quoted(orientation.joint.text));
  }
  orientation.axis = joint_from_bone(orientation.joint.text, normal_of(element, diagnostics));
  return orientation;
}

std::optional<Constraint> swivel(const Element& element, Diagnostics& diagnostics) {
  Swivel swivel;
  swivel.where = element.where;
  swivel.reference = SwivelReference::Spine;
  swivel.group = arm_of(element, diagnostics);
  if (swivel.group.empty()) return {};

  const Setting* angle = element.find("SWIVEL_ANGLE");
  if (angle == nullptr) {
    angle = element.find("TARGET");
    if (angle == nullptr) {
      warn_that_it_is_left_out(element, "SWIVEL_ANGLE", diagnostics);
      return {};
    }
    diagnostics.warn(angle->where,
                     "a swivel angle given as TARGET is old: " + quoted(angle->value));
  }
  const std::optional<double> degrees =
      number_within(*angle, -kSwivelMax_deg, kSwivelMax_deg, diagnostics);
  if (!degrees) return {};
  swivel.angle_rad = *degrees * std::numbers::pi / 180;
  return swivel;
}

std::optional<Constraint> look_at(const Element& element, Diagnostics& diagnostics) {
  LookAt look_at;
  look_at.where = element.where;
  look_at.with = name_of(element, "BODY_GROUP");
  if (look_at.with.empty()) {
    diagnostics.warn(element.where, "a gaze without BODY_GROUP is taken for 'eyes'");
    look_at.with = {"eyes", element.where};
  }
  const Setting* target = needed(element, "TARGET", diagnostics);
  if (target == nullptr) return {};
  const std::optional<Vec3> in_agent = gaze_target_of(*target, diagnostics);
  if (!in_agent) return {};
  look_at.target = character_from_agent(*in_agent);
  return look_at;
}

std::optional<Constraint> shape(const Element& element, Diagnostics& diagnostics) {
  Shape shape;
  shape.where = element.where;
  shape.group = needed_name(element, "BODY_GROUP", diagnostics);
  shape.shape = needed_name(element, "POSE_KEY", diagnostics);
  if (shape.group.empty() || shape.shape.empty()) return {};
  if (const Setting* influence = element.find("INFLUENCE")) {
    const std::optional<double> value = number_within(*influence, 0, 1, diagnostics);
    if (!value) return {};
    shape.influence = *value;
  }
  return shape;
}

std::optional<Constraint> morph(const Element& element, Diagnostics& diagnostics) {
  const Name name = needed_name(element, "MORPH_KEY", diagnostics);
  const Setting* value = needed(element, "MORPH_VALUE", diagnostics);
  if (name.empty() || value == nullptr) return {};
  const std::optional<double> weight = number_within(*value, 0, kWeightMax, diagnostics);
  if (!weight) return {};
  return Morph{name, *weight, element.where};
}

std::optional<Constraint> shader(const Element& element, Diagnostics& diagnostics) {
  const Name name = needed_name(element, "SHADER_KEY", diagnostics);
  const Setting* setting = needed(element, "SHADER_VALUE", diagnostics);
  if (name.empty() || setting == nullptr) return {};
  const std::optional<double> value = number_within(*setting, 0, kWeightMax, diagnostics);
  if (!value) return {};
  return Shader{name, *value, element.where};
}

std::optional<Constraint> autonomous(const Element& element, Diagnostics& diagnostics) {
  const Name behaviour = needed_name(element, "BEHAVIOR_KEY", diagnostics);
  const Setting* setting = needed(element, "BEHAVIOR_VALUE", diagnostics);
  if (behaviour.empty() || setting == nullptr) return {};
  const std::optional<double> value =
      number_within(*setting, -kBehaviourValueMax, kBehaviourValueMax, diagnostics);
  if (!value) return {};
  return Autonomous{behaviour, *value, element.where};
}

}  // namespace

std::optional<Constraint> build_constraint(const Element& element, Diagnostics& diagnostics) {
  KINE_ASSERT(level_of(element.kind) == Level::Pose);
  switch (element.kind) {
    case Kind::Position:
      return position(element, diagnostics);
    case Kind::Orientation:
      return orientation(element, diagnostics);
    case Kind::Swivel:
      return swivel(element, diagnostics);
    case Kind::LookAt:
      return look_at(element, diagnostics);
    case Kind::Shape:
      return shape(element, diagnostics);
    case Kind::Morph:
      return morph(element, diagnostics);
    case Kind::Shader:
      return shader(element, diagnostics);
    default:
      return autonomous(element, diagnostics);
  }
}

}  // namespace kine::script::classic
