#include "realizer/plan/make/moment.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/core/number.h"
#include "realizer/plan/distance.h"
#include "realizer/plan/life.h"
#include "realizer/plan/names/places.h"

namespace kine::plan {
namespace {

/// The group that walks and sits.
constexpr std::string_view kLowerBody = "lowerBody";

/// How many directions of its axes a joint can meet at once.
std::size_t aims_max(body::Joint joint) {
  using enum body::Joint;
  constexpr std::array kTrunkAndHead = {Hips, Spine, Chest, UpperChest, Neck, Head};
  return is_hand(joint) || std::ranges::find(kTrunkAndHead, joint) != kTrunkAndHead.end() ? 2 : 1;
}

bool is_aim_of(const Goal& goal, body::Joint joint) {
  const Aim* aim = std::get_if<Aim>(&goal);
  return aim != nullptr && aim->joint == joint;
}

/// A hand and its fingers have one place between them.
body::Joint placed(body::Joint joint) { return hand_of(joint).value_or(joint); }

/// Whether one goal leaves nothing for the other to say.
bool excludes(const Moment::GroupGoal& a, const Moment::GroupGoal& b, const Names& names) {
  if (a.goal.index() != b.goal.index()) return false;
  if (const Reach* reach = std::get_if<Reach>(&a.goal)) {
    return placed(reach->joint) == placed(std::get<Reach>(b.goal).joint);
  }
  if (const Swivel* swivel = std::get_if<Swivel>(&a.goal)) {
    return swivel->side == std::get<Swivel>(b.goal).side;
  }
  if (const TakeShape* taken = std::get_if<TakeShape>(&a.goal)) {
    const std::size_t other = std::get<TakeShape>(b.goal).shape;
    return a.group == b.group && names.pose_joints_alike(taken->shape, other);
  }
  return !std::holds_alternative<Aim>(a.goal) && a.group == b.group;
}

/// Takes the constraints of one pose in their order.
class Sorter {
 public:
  Sorter(const Names& names, Faults& faults, Moment& moment)
      : names_(names), faults_(faults), moment_(moment) {}

  Result<Done> take(const script::Position& position);
  Result<Done> take(const script::Orientation& orientation);
  Result<Done> take(const script::Swivel& swivel);
  Result<Done> take(const script::LookAt& look_at);
  Result<Done> take(const script::Point& point);
  Result<Done> take(const script::Turn& turn);
  Result<Done> take(const script::Walk& walk);
  Result<Done> take(const script::Stance& stance);
  Result<Done> take(const script::Shape& shape);
  Result<Done> take(const script::Morph& morph);
  Result<Done> take(const script::Shader& shader);
  Result<Done> take(const script::Autonomous& autonomous);
  Result<Done> take(const script::PlaceTarget&) { return Done{}; }  // its pose's own: make.cc

 private:
  struct Target {
    body::Joint joint;
    std::size_t group = 0;
  };

  /// A joint, the one that has to move for it, and the group of that one where none is named.
  struct Mover {
    body::Joint joint;
    body::Joint moved;
    std::size_t own = 0;
  };

  /// The joint and who moves it; nothing where the constraint is left out.
  Result<std::optional<Target>> find_target(const script::Name& joint, const script::Name& group,
                                            Where where);
  Result<std::size_t> group_of(const Mover& mover, const script::Name& group, Where where);

  /// Of a position: the joint, and the group that brings it to its place.
  Result<std::optional<Target>> find_place(const script::Position& position);
  /// Whether the trunk may lean for a position that this group moves, and who moves the trunk then.
  Result<bool> add_lean(const script::Position& position, const Target& target);
  /// Whether what is to be kept in its place is a hand, or one of its fingers.
  Result<bool> can_keep(const script::Position& position, const Target& target);
  Result<Done> add_swivel(const script::Position& position, const Target& target);
  Result<Done> add_goal(std::size_t group, Goal goal, const script::Name& name, Where where);
  std::variant<Vec3, std::string> target_of(const std::variant<Vec3, script::Name>& written) const;
  Result<Done> add_morph(std::string name, std::vector<MorphPart> parts, double weight,
                         Where where);

  const Names& names_;
  Faults& faults_;
  Moment& moment_;
};

Where place_of(const script::Name& name, Where otherwise) {
  return name.where == Where{} ? otherwise : name.where;
}

Result<std::optional<Sorter::Target>> Sorter::find_target(const script::Name& joint,
                                                          const script::Name& group, Where where) {
  const auto found = names_.find_joint(joint.text);
  if (!found) {
    const auto met = faults_.meet({.what = "there is no joint",
                                   .mend = "its constraint is left out",
                                   .value = joint.text,
                                   .where = place_of(joint, where)});
    if (!met) return met.error();
    return std::optional<Target>();
  }
  const auto own = names_.find_group_of(*found);
  if (!own) {
    const auto met = faults_.meet({.code = ErrorCode::Unsupported,
                                   .what = "no body group moves the joint",
                                   .mend = "its constraint is left out",
                                   .value = joint.text,
                                   .where = place_of(joint, where)});
    if (!met) return met.error();
    return std::optional<Target>();
  }
  const auto mover = group_of({*found, *found, *own}, group, where);
  if (!mover) return mover.error();
  return std::optional(Target{*found, *mover});
}

Result<std::size_t> Sorter::group_of(const Mover& mover, const script::Name& group, Where where) {
  if (group.empty()) return mover.own;
  const auto said = names_.find_group(group.text);
  if (said && names_.moves(*said, mover.moved)) return *said;
  const auto met = faults_.meet({.what = said ? "the body group does not move the joint '" +
                                                    std::string(body::name_of(mover.joint)) + "':"
                                              : "there is no body group",
                                 .mend = "the joint's own one is taken",
                                 .value = group.text,
                                 .where = place_of(group, where)});
  if (!met) return met.error();
  return mover.own;
}

Result<Done> Sorter::add_goal(std::size_t group, Goal goal, const script::Name& name, Where where) {
  Moment::GroupGoal added{.group = group, .goal = std::move(goal)};
  const auto twin = std::ranges::find_if(
      moment_.goals, [&](const Moment::GroupGoal& each) { return excludes(each, added, names_); });
  if (twin == moment_.goals.end()) {
    moment_.goals.push_back(std::move(added));
    return Done{};
  }
  const auto met = faults_.meet({.code = ErrorCode::OutOfRange,
                                 .what = "the pose asks two things at once of",
                                 .mend = "the later one counts",
                                 .value = name.text,
                                 .where = where});
  if (!met) return met;
  *twin = std::move(added);
  return Done{};
}

Result<std::optional<Sorter::Target>> Sorter::find_place(const script::Position& position) {
  const script::Name& name = position.joint;
  const auto joint = names_.find_joint(name.text);
  if (!joint) return find_target(name, position.group, position.where);
  const auto own = find_group_of_place(names_, *joint);
  if (!own) {
    const auto met = faults_.meet({.code = ErrorCode::Unsupported,
                                   .what = "a place can be asked of hands, fingers, elbows, upper "
                                           "arms, chest, neck and head, not of",
                                   .mend = "its constraint is left out",
                                   .value = name.text,
                                   .where = place_of(name, position.where)});
    if (!met) return met.error();
    return std::optional<Target>();
  }
  const auto group = group_of({*joint, *mover_of(*joint), *own}, position.group, position.where);
  if (!group) return group.error();
  return std::optional(Target{*joint, *group});
}

Result<bool> Sorter::add_lean(const script::Position& position, const Target& target) {
  const bool of_hand = hand_of(target.joint).has_value();
  if (position.chain && !of_hand) {
    const auto met = faults_.meet({.code = ErrorCode::Unsupported,
                                   .what = "only a hand's position takes a chain, not that of",
                                   .mend = "the chain is left out",
                                   .value = position.joint.text,
                                   .where = position.where});
    if (!met) return met.error();
  }
  const bool has_spine = names_.moves(target.group, body::Joint::Spine);
  if (of_hand) {
    if (position.chain.value_or(has_spine ? script::Chain::ArmSpine : script::Chain::Arm) ==
        script::Chain::Arm) {
      return false;
    }
  } else if (target.joint != body::Joint::Head || !position.group.empty()) {
    // What the trunk carries is moved by the joints of its group, however many they are.
    return false;
  }
  const auto spine = names_.find_group("spine");
  if (has_spine || !spine) return true;
  const bool leans_already = std::ranges::any_of(moment_.goals, [](const Moment::GroupGoal& each) {
    return std::holds_alternative<Lean>(each.goal);
  });
  if (!leans_already) {
    Moment::GroupGoal& lean = moment_.goals.emplace_back();
    lean.group = *spine;
    lean.goal = Lean{.where = position.where};
  }
  return true;
}

Result<bool> Sorter::can_keep(const script::Position& position, const Target& target) {
  if (!position.keep || hand_of(target.joint)) return position.keep;
  const auto met = faults_.meet({.code = ErrorCode::Unsupported,
                                 .what = "only a hand is kept in its place, not",
                                 .mend = "it is carried along",
                                 .value = position.joint.text,
                                 .where = position.where});
  if (!met) return met.error();
  return false;
}

Result<Done> Sorter::add_swivel(const script::Position& position, const Target& target) {
  if (hand_of(target.joint)) {
    return add_goal(target.group,
                    Swivel{.side = *side_of(target.joint),
                           .angle_rad = *position.swivel_rad,
                           .where = position.where},
                    position.joint, position.where);
  }
  return faults_.meet({.code = ErrorCode::Unsupported,
                       .what = "only a hand's position takes a swivel, not that of",
                       .mend = "the swivel is left out",
                       .value = position.joint.text,
                       .where = position.where});
}

Result<Done> Sorter::take(const script::Position& position) {
  const auto target = find_place(position);
  if (!target) return target.error();
  if (!*target) return Done{};
  Reach reach{.joint = (*target)->joint, .where = position.where};
  if (!position.touches.empty()) {
    const auto touch = find_touch(names_, position, reach.joint, faults_);
    if (!touch) return touch.error();
    if (!*touch) return Done{};
    reach.touch = Touch{.on = (*touch)->on, .by = (*touch)->by};
    reach.target_m = names_.at_rest_m(reach.touch->on);
  } else {
    const auto leans = add_lean(position, **target);
    if (!leans) return leans.error();
    const auto keeps = can_keep(position, **target);
    if (!keeps) return keeps.error();
    reach.target_m = position.target_m;
    reach.offset_m = position.offset_m;
    reach.leans = *leans;
    reach.keep = *keeps;
  }
  const auto added = add_goal((*target)->group, reach, position.joint, position.where);
  return added && position.swivel_rad ? add_swivel(position, **target) : added;
}

Result<Done> Sorter::take(const script::Orientation& orientation) {
  const auto target = find_target(orientation.joint, orientation.group, orientation.where);
  if (!target) return target.error();
  if (!*target) return Done{};
  const body::Joint joint = (*target)->joint;
  const auto aims = std::ranges::count_if(
      moment_.goals, [&](const Moment::GroupGoal& each) { return is_aim_of(each.goal, joint); });
  if (static_cast<std::size_t>(aims) == aims_max(joint)) {
    return faults_.meet({.code = ErrorCode::OutOfRange,
                         .what = "the pose gives more directions than can be met to",
                         .mend = "this one is left out",
                         .value = orientation.joint.text,
                         .where = orientation.where});
  }
  return add_goal((*target)->group,
                  Aim{.joint = joint,
                      .axis = orientation.axis,
                      .direction = orientation.direction,
                      .where = orientation.where},
                  orientation.joint, orientation.where);
}

Result<Done> Sorter::take(const script::Swivel& swivel) {
  const auto side = names_.find_side(swivel.group.text);
  const auto arm = side ? names_.find_arm(*side) : std::nullopt;
  if (!arm) {
    return faults_.meet({.what = "a swivel needs an arm; name it with group",
                         .mend = "it is left out",
                         .value = swivel.group.text,
                         .where = place_of(swivel.group, swivel.where)});
  }
  // Beside a position of the same arm it goes with that one, whatever group moves it.
  std::size_t group = *arm;
  for (const Moment::GroupGoal& each : moment_.goals) {
    const Reach* reach = std::get_if<Reach>(&each.goal);
    if (reach != nullptr && hand_of(reach->joint) && side_of(reach->joint) == side) {
      group = each.group;
    }
  }
  return add_goal(group,
                  Swivel{.side = *side,
                         .angle_rad = swivel.angle_rad,
                         .reference = swivel.reference,
                         .where = swivel.where},
                  swivel.group, swivel.where);
}

/// As goals have it: a point, or a name.
std::variant<Vec3, std::string> Sorter::target_of(
    const std::variant<Vec3, script::Name>& written) const {
  if (const Vec3* point = std::get_if<Vec3>(&written)) return *point;
  return names_.target_name(std::get<script::Name>(written).text);
}

Result<Done> Sorter::take(const script::Point& point) {
  const auto side = names_.find_side(point.group.text);
  const auto arm = side ? names_.find_arm(*side) : std::nullopt;
  if (arm) {
    return add_goal(*arm,
                    Point{.side = *side, .target = target_of(point.target), .where = point.where},
                    point.group, point.where);
  }
  return faults_.meet({.what = "a point needs an arm; name it with group",
                       .mend = "it is left out",
                       .value = point.group.text,
                       .where = place_of(point.group, point.where)});
}

Result<Done> Sorter::take(const script::LookAt& look_at) {
  constexpr std::string_view kEyes = "eyes";
  auto group = names_.find_group(look_at.with.empty() ? kEyes : look_at.with.text);
  if (!group) {
    const auto met = faults_.meet({.what = "there is no body group",
                                   .mend = "the eyes look",
                                   .value = look_at.with.text,
                                   .where = place_of(look_at.with, look_at.where)});
    if (!met) return met;
    group = names_.find_group(kEyes);
    if (!group) return Done{};
  }
  return add_goal(*group,
                  LookAt{.target = target_of(look_at.target),
                         .offset = look_at.offset,
                         .share = look_at.share,
                         .where = look_at.where},
                  look_at.with, look_at.where);
}

Result<Done> Sorter::take(const script::Turn& turn) {
  const auto group = names_.find_group(turn.group.text);
  if (!group) {
    return faults_.meet({.what = "there is no body group",
                         .mend = "its turn is left out",
                         .value = turn.group.text,
                         .where = place_of(turn.group, turn.where)});
  }
  return add_goal(*group, Turn{.turn_rad = turn.turn_rad, .where = turn.where}, turn.group,
                  turn.where);
}

Result<Done> Sorter::take(const script::Walk& walk) {
  const auto group = names_.find_group(kLowerBody);
  KINE_ASSERT(group.has_value());
  return add_goal(*group,
                  Walk{.target = target_of(walk.target),
                       .short_of_m = short_of_m(walk.distance),
                       .faces_rad = walk.faces_rad,
                       .where = walk.where},
                  {std::string(kLowerBody)}, walk.where);
}

Result<Done> Sorter::take(const script::Stance& stance) {
  const auto group = names_.find_group(kLowerBody);
  KINE_ASSERT(group.has_value());
  return add_goal(*group, Stance{.kind = stance.kind, .legs = stance.legs, .where = stance.where},
                  {std::string(kLowerBody)}, stance.where);
}

Result<Done> Sorter::take(const script::Shape& shape) {
  if (names_.is_empty_shape(shape.shape.text)) return Done{};
  const auto side = names_.find_side(shape.group.text);
  auto group = names_.find_group(shape.group.text);
  if (!group && side) group = names_.find_fingers(*side);
  if (!group && !shape.group.empty()) {
    return faults_.meet({.what = "there is no body group",
                         .mend = "its shape is left out",
                         .value = shape.group.text,
                         .where = place_of(shape.group, shape.where)});
  }
  auto found = names_.find_shapes(group, shape.shape.text);
  // An arm or a hand may be named for the fingers that hang on it.
  if (found.empty() && side) {
    found = names_.find_shapes(names_.find_fingers(*side), shape.shape.text);
  }
  if (found.empty()) {
    return faults_.meet({.what = side ? "there is no hand shape" : "there is no stored pose",
                         .mend = "it is left out",
                         .value = shape.shape.text,
                         .where = place_of(shape.shape, shape.where)});
  }
  for (const Names::ShapeOfGroup& each : found) {
    const auto added = add_goal(each.group,
                                TakeShape{.shape = each.shape,
                                          .influence = std::clamp(shape.influence, 0.0, 1.0),
                                          .where = shape.where},
                                shape.shape, shape.where);
    if (!added) return added;
  }
  return Done{};
}

Result<Done> Sorter::add_morph(std::string name, std::vector<MorphPart> parts, double weight,
                               Where where) {
  const auto twin = std::ranges::find(moment_.morphs, name, &Moment::MorphWeight::name);
  if (twin == moment_.morphs.end()) {
    moment_.morphs.push_back(
        {.name = std::move(name), .parts = std::move(parts), .weight = weight});
    return Done{};
  }
  const auto met = faults_.meet({.code = ErrorCode::OutOfRange,
                                 .what = "the pose gives two weights to",
                                 .mend = "the later one counts",
                                 .value = name,
                                 .where = where});
  if (!met) return met;
  twin->weight = weight;
  return Done{};
}

Result<Done> Sorter::take(const script::Morph& morph) {
  auto parts = names_.find_morph(morph.name.text);
  if (!parts) {
    return faults_.meet({.what = "there is no morph",
                         .mend = "it is left out",
                         .value = morph.name.text,
                         .where = place_of(morph.name, morph.where)});
  }
  return add_morph(morph.name.text, *std::move(parts), morph.weight, morph.where);
}

Result<Done> Sorter::take(const script::Shader& shader) {
  const auto channel = names_.find_shader(shader.name.text);
  if (!channel) {
    return faults_.meet({.what = "there is no shader",
                         .mend = "it is left out",
                         .value = shader.name.text,
                         .where = place_of(shader.name, shader.where)});
  }
  return add_morph(shader.name.text, {{*channel, 1}}, shader.value, shader.where);
}

Result<Done> Sorter::take(const script::Autonomous& autonomous) {
  const script::Name& name = autonomous.behaviour;
  const auto setting = find_life_setting(name.text, autonomous.value);
  if (!setting) {
    return faults_.meet({.what = "there is no autonomous behaviour",
                         .mend = "it is left out",
                         .value = name.text,
                         .where = place_of(name, autonomous.where)});
  }
  if (is_in_range(*setting)) return Done{};
  return faults_.meet({.code = ErrorCode::OutOfRange,
                       .what = "out of the range of " + quoted(name.text) + " is",
                       .mend = "it goes as far as it can",
                       .value = format_number(autonomous.value),
                       .where = autonomous.where});
}

}  // namespace

Result<Moment> make_moment(const script::Pose& pose, Seconds sequence_start, const Names& names,
                           Faults& faults) {
  const bool relative = pose.time.from == script::Time::From::Sequence;
  Moment moment{.written = &pose,
                .time = relative ? sequence_start + pose.time.seconds : pose.time.seconds,
                .hold = pose.hold,
                .goals = {},
                .morphs = {}};
  Sorter sorter(names, faults, moment);
  for (const script::Constraint& constraint : pose.constraints) {
    const auto taken = std::visit([&](const auto& each) { return sorter.take(each); }, constraint);
    if (!taken) return taken.error();
  }
  return moment;
}

}  // namespace kine::plan
