#include "realizer/plan/moment.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "realizer/core/number.h"
#include "realizer/plan/life.h"

namespace kine::plan {
namespace {

/// How many directions of its axes a joint can meet at once.
std::size_t aims_max(body::Joint joint) { return is_hand(joint) ? 2 : 1; }

bool is_aim_of(const Goal& goal, body::Joint joint) {
  const Aim* aim = std::get_if<Aim>(&goal);
  return aim != nullptr && aim->joint == joint;
}

/// Whether one goal leaves nothing for the other to say.
bool excludes(const Moment::GroupGoal& a, const Moment::GroupGoal& b) {
  if (a.goal.index() != b.goal.index()) return false;
  if (const Reach* reach = std::get_if<Reach>(&a.goal)) {
    return reach->joint == std::get<Reach>(b.goal).joint;
  }
  if (const Swivel* swivel = std::get_if<Swivel>(&a.goal)) {
    return swivel->side == std::get<Swivel>(b.goal).side;
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
  Result<Done> take(const script::Shape& shape);
  Result<Done> take(const script::Morph& morph);
  Result<Done> take(const script::Shader& shader);
  Result<Done> take(const script::Autonomous& autonomous);

 private:
  struct Target {
    body::Joint joint;
    std::size_t group = 0;
  };

  /// The joint and who moves it; nothing where the constraint is left out.
  Result<std::optional<Target>> find_target(const script::Name& joint, const script::Name& group,
                                            Where where);
  Result<std::size_t> group_of(body::Joint joint, std::size_t own, const script::Name& group,
                               Where where);
  Result<Done> add_goal(std::size_t group, Goal goal, const script::Name& name, Where where);
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
  const auto mover = group_of(*found, *own, group, where);
  if (!mover) return mover.error();
  return std::optional(Target{*found, *mover});
}

Result<std::size_t> Sorter::group_of(body::Joint joint, std::size_t own, const script::Name& group,
                                     Where where) {
  if (group.empty()) return own;
  const auto said = names_.find_group(group.text);
  if (said && names_.moves(*said, joint)) return *said;
  const auto met = faults_.meet({.what = said ? "the body group does not move the joint '" +
                                                    std::string(body::name_of(joint)) + "':"
                                              : "there is no body group",
                                 .mend = "the joint's own one is taken",
                                 .value = group.text,
                                 .where = place_of(group, where)});
  if (!met) return met.error();
  return own;
}

Result<Done> Sorter::add_goal(std::size_t group, Goal goal, const script::Name& name, Where where) {
  Moment::GroupGoal added{.group = group, .goal = std::move(goal)};
  const auto twin = std::ranges::find_if(
      moment_.goals, [&](const Moment::GroupGoal& each) { return excludes(each, added); });
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

Result<Done> Sorter::take(const script::Position& position) {
  const auto target = find_target(position.joint, position.group, position.where);
  if (!target) return target.error();
  if (!*target) return Done{};
  const auto [joint, group] = **target;
  if (!is_hand(joint)) {
    faults_.not_realized(position.where,
                         "the position of a joint that is no hand " + quoted(position.joint.text));
  }
  if (position.keep) {
    faults_.not_realized(position.where, "'keep' of a position " + quoted(position.joint.text));
  }
  const auto added = add_goal(group,
                              Reach{.joint = joint,
                                    .target_m = position.target_m,
                                    .offset_m = position.offset_m,
                                    .keep = position.keep,
                                    .where = position.where},
                              position.joint, position.where);
  if (!added || !position.swivel_rad) return added;
  if (is_hand(joint)) {
    return add_goal(
        group,
        Swivel{.side = *side_of(joint), .angle_rad = *position.swivel_rad, .where = position.where},
        position.joint, position.where);
  }
  return faults_.meet({.code = ErrorCode::Unsupported,
                       .what = "only a hand's position takes a swivel, not that of",
                       .mend = "the swivel is left out",
                       .value = position.joint.text,
                       .where = position.where});
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
    return faults_.meet({.what = "a swivel turns the elbow of an arm, and there is none named",
                         .mend = "it is left out",
                         .value = swivel.group.text,
                         .where = place_of(swivel.group, swivel.where)});
  }
  // Beside a position of the same arm it goes with that one, whatever group moves it.
  std::size_t group = *arm;
  for (const Moment::GroupGoal& each : moment_.goals) {
    const Reach* reach = std::get_if<Reach>(&each.goal);
    if (reach != nullptr && is_hand(reach->joint) && side_of(reach->joint) == side) {
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
  LookAt goal{.target = {}, .where = look_at.where};
  if (const Vec3* point = std::get_if<Vec3>(&look_at.target)) {
    goal.target = *point;
  } else {
    goal.target = std::get<script::Name>(look_at.target).text;
  }
  return add_goal(*group, std::move(goal), look_at.with, look_at.where);
}

Result<Done> Sorter::take(const script::Shape& shape) {
  if (names_.is_empty_shape(shape.shape.text)) {
    faults_.not_realized(place_of(shape.shape, shape.where), "pose " + quoted(shape.shape.text));
    return Done{};
  }
  const auto side = names_.find_side(shape.group.text);
  const auto group = side ? names_.find_fingers(*side) : names_.find_group(shape.group.text);
  if (!group) {
    return faults_.meet({.what = "there is no body group",
                         .mend = "its shape is left out",
                         .value = shape.group.text,
                         .where = place_of(shape.group, shape.where)});
  }
  const auto found = names_.find_shape(*group, shape.shape.text);
  if (!found) {
    return faults_.meet({.what = side ? "there is no hand shape" : "there is no shape",
                         .mend = "it is left out",
                         .value = shape.shape.text,
                         .where = place_of(shape.shape, shape.where)});
  }
  return add_goal(*group,
                  TakeShape{.shape = *found,
                            .influence = std::clamp(shape.influence, 0.0, 1.0),
                            .where = shape.where},
                  shape.group, shape.where);
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
