#include "realizer/script/kinesphere/kinesphere_constraints.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "realizer/core/number.h"
#include "realizer/script/values.h"
#include "realizer/script/words.h"

namespace kine::script {
namespace {

constexpr Bounds kSwivel{-360, 360, "deg"};
constexpr Bounds kTurn{-90, 90, "deg"};
constexpr Bounds kInfluence{0, 1};
constexpr Bounds kChannelWeight{0, 1.5};  // above 1 exaggerates
constexpr Bounds kBehaviourValue{-1e6, 1e6};

/// The group that `side` or, where a script says it in other words, `group` names.
Name take_group(Attributes& take, std::span<const std::string_view> groups_of_sides) {
  if (take.has("side") == take.has("group")) {
    take.refuse(ErrorCode::Syntax,
                "a constraint on one arm or hand needs either 'side' or 'group'");
  }
  Name group = take.name("group");
  const auto side = take.one_of("side", kSideWords);
  if (!side) return group;
  return {std::string(groups_of_sides[*side]), take.where_of("side")};
}

Orientation read_orientation(Attributes& take, KinesphereReading&) {
  Orientation orientation;
  orientation.joint = take.name("joint", Need::Required);
  orientation.axis = take.axis("axis", Need::Required).value_or(Vec3{});
  orientation.direction = take.direction("direction", Need::Required).value_or(Vec3{});
  orientation.group = take.name("group");
  return orientation;
}

Swivel read_swivel(Attributes& take, KinesphereReading&) {
  Swivel swivel;
  swivel.group = take_group(take, kArmGroups);
  swivel.angle_rad = take.angle_rad("angle", kSwivel, Need::Required).value_or(0);
  if (const auto from = take.one_of("from", kSwivelReferenceWords)) {
    swivel.reference = static_cast<SwivelReference>(*from);
  }
  return swivel;
}

std::variant<Vec3, Name> take_target(Attributes& take) {
  const xml::Attribute* target = take.raw("target", Need::Required);
  // No name has a blank in it; what has one is meant as a point, and a bad one is told so.
  if (target != nullptr && target->value.find(' ') != std::string::npos) {
    return take.point_m("target").value_or(Vec3{});
  }
  return take.name("target");
}

/// A place, or a point of the own body: a word.
std::variant<Vec3, Name> take_place(Attributes& take) {
  const xml::Attribute* target = take.raw("target", Need::Required);
  const bool is_word =
      target != nullptr && !target->value.empty() && std::ranges::all_of(target->value, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      });
  if (is_word) return take.name("target");
  return take.point_m("target", Need::Required).value_or(Vec3{});
}

Position read_position(Attributes& take, KinesphereReading&) {
  Position position;
  position.joint = take.name("joint", Need::Required);
  const std::variant<Vec3, Name> target = take_place(take);
  if (const Vec3* point = std::get_if<Vec3>(&target)) position.target_m = *point;
  if (const Name* touched = std::get_if<Name>(&target)) position.touches = *touched;
  position.by = take.name("by");
  position.offset_m = take.point_m("offset").value_or(Vec3{});
  if (position.touches.empty() && !position.by.empty()) {
    take.refuse(ErrorCode::Syntax, "'by' goes with a target that is a point of the body: 'chin'");
  }
  if (!position.touches.empty() && take.has("offset")) {
    take.refuse(ErrorCode::Syntax, "what touches a point of the body takes 'by', not 'offset'");
  }
  position.swivel_rad = take.angle_rad("swivel", kSwivel);
  if (const auto chain = take.one_of("chain", kChainWords)) {
    position.chain = static_cast<Chain>(*chain);
  }
  position.keep = take.yes_no("keep").value_or(position.keep);
  position.group = take.name("group");
  return position;
}

Point read_point(Attributes& take, KinesphereReading&) {
  Point point;
  point.group = take_group(take, kArmGroups);
  point.target = take_target(take);
  return point;
}

LookAt read_look_at(Attributes& take, KinesphereReading& reading) {
  LookAt look_at;
  look_at.target = take_target(take);
  if (reading.is_converted()) {
    look_at.with = take.name("with");
  } else if (const auto with = take.one_of("with", kLookAtWords)) {
    look_at.with = {std::string(kLookAtWords[*with]), take.where_of("with")};
  }
  return look_at;
}

Turn read_turn(Attributes& take, KinesphereReading&) {
  Turn turn;
  turn.group = take.name("group", Need::Required);
  if (!take.has("nod") && !take.has("turn") && !take.has("tilt")) {
    take.refuse(ErrorCode::Syntax, "a turn needs 'nod', 'turn' or 'tilt'");
  }
  turn.turn_rad = {take.angle_rad("nod", kTurn).value_or(0),
                   take.angle_rad("turn", kTurn).value_or(0),
                   take.angle_rad("tilt", kTurn).value_or(0)};
  return turn;
}

Walk read_walk(Attributes& take, KinesphereReading&) {
  Walk walk;
  walk.target = take_target(take);
  walk.distance = take_distance("distance", take);
  return walk;
}

Stance read_pose_stance(Attributes& take, KinesphereReading&) {
  Stance stance;
  if (const auto kind = take.one_of("type", kStanceWords)) {
    stance.kind = static_cast<StanceKind>(*kind);
  }
  if (const auto both = take.one_of("legs", kLegsWords)) {
    stance.legs.fill(static_cast<Legs>(*both));
  }
  constexpr std::string_view kSides[] = {"left-leg", "right-leg"};
  for (std::size_t side = 0; side < stance.legs.size(); ++side) {
    if (const auto leg = take.one_of(kSides[side], kLegsWords)) {
      stance.legs[side] = static_cast<Legs>(*leg);
    }
  }
  if (!stance.kind && !stance.legs[0] && !stance.legs[1]) {
    take.refuse(ErrorCode::Syntax, "a stance needs 'type', 'legs', 'left-leg' or 'right-leg'");
  }
  return stance;
}

Shape read_hand(Attributes& take, KinesphereReading&) {
  Shape hand;
  hand.group = take_group(take, kHandGroups);
  hand.shape = take.name("shape", Need::Required);
  hand.influence = take.number("influence", kInfluence).value_or(hand.influence);
  return hand;
}

Shape read_stored_pose(Attributes& take, KinesphereReading&) {
  Shape stored;
  stored.shape = take.name("name", Need::Required);
  stored.group = take.name("group");
  stored.influence = take.number("influence", kInfluence).value_or(stored.influence);
  return stored;
}

Morph read_morph(Attributes& take, KinesphereReading&) {
  Morph morph;
  morph.name = take.name("name", Need::Required);
  morph.weight = take.number("weight", kChannelWeight, Need::Required).value_or(0);
  return morph;
}

Shader read_shader(Attributes& take, KinesphereReading&) {
  Shader shader;
  shader.name = take.name("name", Need::Required);
  shader.value = take.number("value", kChannelWeight, Need::Required).value_or(0);
  return shader;
}

Autonomous read_autonomous(Attributes& take, KinesphereReading&) {
  Autonomous autonomous;
  autonomous.behaviour = take.name("name", Need::Required);
  autonomous.value = take.number("value", kBehaviourValue, Need::Required).value_or(0);
  return autonomous;
}

PlaceTarget read_place_target(Attributes& take, KinesphereReading&) {
  PlaceTarget place;
  place.target = take.name("name", Need::Required);
  place.point_m = take.point_m("at", Need::Required).value_or(Vec3{});
  return place;
}

template <auto kRead>
void read_pose_constraint(const xml::Element& element, Pose& pose, KinesphereReading& reading) {
  Attributes take(element, reading.error);
  auto constraint = kRead(take, reading);
  take.done();
  expect_no_children(element, reading);
  constraint.where = element.where;
  pose.constraints.push_back(std::move(constraint));
}

void read_feedback(const xml::Element& element, Pose& pose, KinesphereReading& reading) {
  Attributes take(element, reading.error);
  pose.feedback_ids.push_back(take.name("id", Need::Required));
  take.done();
  expect_no_children(element, reading);
}

constexpr ElementRow<Pose, KinesphereReading> kConstraints[] = {
    {"position", read_pose_constraint<read_position>},
    {"orientation", read_pose_constraint<read_orientation>},
    {"swivel", read_pose_constraint<read_swivel>},
    {"hand", read_pose_constraint<read_hand>},
    {"stored-pose", read_pose_constraint<read_stored_pose>},
    {"look-at", read_pose_constraint<read_look_at>},
    {"point", read_pose_constraint<read_point>},
    {"turn", read_pose_constraint<read_turn>},
    {"walk", read_pose_constraint<read_walk>},
    {"stance", read_pose_constraint<read_pose_stance>},
    {"morph", read_pose_constraint<read_morph>},
    {"shader", read_pose_constraint<read_shader>},
    {"autonomous", read_pose_constraint<read_autonomous>},
    {"target", read_pose_constraint<read_place_target>},
    {"feedback", read_feedback},
};

}  // namespace

std::span<const ElementRow<Pose, KinesphereReading>> kinesphere_constraints() {
  return kConstraints;
}

}  // namespace kine::script
