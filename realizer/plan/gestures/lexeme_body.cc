#include "realizer/plan/gestures/lexeme_body.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "realizer/body/mirror.h"

namespace kine::plan {
namespace {

/// "leftHand" as "rightHand", "mouthSmileLeft" as "mouthSmileRight".
script::Name mirrored_name(script::Name name) {
  struct Sides {
    std::string_view here;
    std::string_view there;
  };
  constexpr Sides kAhead[] = {{"left", "right"}, {"right", "left"}};
  constexpr Sides kBehind[] = {{"Left", "Right"}, {"Right", "Left"}};
  std::string& text = name.text;
  for (const Sides& sides : kAhead) {
    if (!text.starts_with(sides.here)) continue;
    text.replace(0, sides.here.size(), sides.there);
    return name;
  }
  for (const Sides& sides : kBehind) {
    if (!text.ends_with(sides.here)) continue;
    text.replace(text.size() - sides.here.size(), sides.here.size(), sides.there);
    return name;
  }
  return name;
}

void mirror(script::Position& position) {
  position.joint = mirrored_name(position.joint);
  position.group = mirrored_name(position.group);
  position.touches = mirrored_name(position.touches);
  position.by = mirrored_name(position.by);
  position.target_m = body::mirrored(position.target_m);
  position.offset_m = body::mirrored(position.offset_m);
}

void mirror(script::Orientation& orientation) {
  orientation.joint = mirrored_name(orientation.joint);
  orientation.group = mirrored_name(orientation.group);
  orientation.axis = body::mirrored(orientation.axis);
  orientation.direction = body::mirrored(orientation.direction);
}

void mirror(script::Swivel& swivel) { swivel.group = mirrored_name(swivel.group); }
void mirror(script::Shape& shape) { shape.group = mirrored_name(shape.group); }
void mirror(script::Morph& morph) { morph.name = mirrored_name(morph.name); }
void mirror(script::Shader&) {}
void mirror(script::Autonomous&) {}
void mirror(script::PlaceTarget& place) { place.point_m = body::mirrored(place.point_m); }

void mirror(script::LookAt& look_at) {
  if (Vec3* point = std::get_if<Vec3>(&look_at.target)) *point = body::mirrored(*point);
}

void mirror(script::Point& point) {
  point.group = mirrored_name(point.group);
  if (Vec3* place = std::get_if<Vec3>(&point.target)) *place = body::mirrored(*place);
}

void mirror(script::Walk& walk) {
  if (Vec3* place = std::get_if<Vec3>(&walk.target)) *place = body::mirrored(*place);
  if (walk.faces_rad) walk.faces_rad = -*walk.faces_rad;
}

void mirror(script::Stance& stance) { std::swap(stance.legs[0], stance.legs[1]); }

/// A rotation vector is reflected the other way round than a point.
void mirror(script::Turn& turn) {
  turn.group = mirrored_name(turn.group);
  turn.turn_rad = -body::mirrored(turn.turn_rad);
}

std::optional<body::Side> side_of_hand(const script::Position& position) {
  if (position.joint.text == body::name_of(body::Joint::LeftHand)) return body::Side::Left;
  if (position.joint.text == body::name_of(body::Joint::RightHand)) return body::Side::Right;
  return {};
}

}  // namespace

script::Constraint mirrored(const script::Constraint& constraint) {
  script::Constraint other = constraint;
  std::visit([](auto& kind) { mirror(kind); }, other);
  return other;
}

script::Constraint scaled_to(const body::Body& body, const script::Constraint& constraint) {
  const auto* written = std::get_if<script::Position>(&constraint);
  if (written == nullptr || !written->touches.empty()) return constraint;
  const auto side = side_of_hand(*written);
  if (!side) return constraint;

  const body::ArmChain arm = body::arm_chain(*side);
  const double arm_m = body.bone_length_m(arm.lower_arm) + body.bone_length_m(arm.hand);
  const double scale = arm_m / kLexemeArm_m;
  const Vec3 shoulder_m =
      body.compute_model(body.base_pose).positions_m[body::index_of(arm.upper_arm)];
  const Vec3 written_shoulder_m =
      *side == body::Side::Left ? body::mirrored(kLexemeShoulder_m) : kLexemeShoulder_m;

  script::Position position = *written;
  position.target_m = shoulder_m + scale * (written->target_m - written_shoulder_m);
  position.offset_m = scale * written->offset_m;
  return position;
}

}  // namespace kine::plan
