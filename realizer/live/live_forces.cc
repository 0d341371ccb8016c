#include "realizer/live/live_forces.h"

#include <cmath>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/plan/names/near_names.h"
#include "realizer/plan/tension/muscle_tension.h"

namespace kine {
namespace {

/// No NaN is.
bool is_up_to(double most, double value) { return value >= 0 && value <= most; }

bool is_push_length(double duration_s) {
  return duration_s > 0 && duration_s <= kPushLengthMax.count();
}

bool is_force(const Vec3& force_N) { return is_up_to(kPushMax_N, length(force_N)); }

/// All three numbers must be finite; `what` says what they are of.
Result<Vec3> three_of(const std::vector<double>& numbers, const std::string& what) {
  constexpr std::size_t kAxes = 3;
  if (numbers.size() != kAxes) {
    return Error{ErrorCode::OutOfRange,
                 what + " has three numbers, not " + quoted(std::to_string(numbers.size()))};
  }
  for (const double each : numbers) {
    if (std::isfinite(each)) continue;
    return Error{ErrorCode::OutOfRange,
                 what + " has finite numbers, not " + quoted(format_number(each))};
  }
  return Vec3{numbers[0], numbers[1], numbers[2]};
}

/// One that can be pushed.
Result<body::Joint> pushed_joint(const std::string& name, const plan::Names& names) {
  if (name.size() > kNameBytesMax) {
    return Error{ErrorCode::LimitExceeded, "the name of a joint has at most " +
                                               std::to_string(kNameBytesMax) + " bytes, not " +
                                               quoted(std::to_string(name.size()))};
  }
  const auto joint = names.find_joint(name);
  if (!joint) {
    std::vector<std::string_view> known;
    for (std::size_t i = 0; i < body::kJointCount; ++i) {
      const body::Joint each = body::joint_at(i);
      if (plan::pushed_joints().contains(each)) known.push_back(body::name_of(each));
    }
    return Error{ErrorCode::UnknownName,
                 "there is no joint" + plan::known_names(name, known) + ": " + quoted(name)};
  }
  if (plan::pushed_joints().contains(*joint)) return *joint;
  return Error{ErrorCode::OutOfRange, std::string(plan::kPushedJoints) + " " + quoted(name)};
}

Result<Vec3> force_of(const std::vector<double>& numbers) {
  const auto force = three_of(numbers, "the force of a push");
  if (!force || is_force(*force)) return force;
  return Error{ErrorCode::OutOfRange, "the force of a push must be at most " +
                                          format_number(kPushMax_N) + " N, not " +
                                          quoted(format_number(length(*force)))};
}

Error wrong_drag(const std::string& what, const std::string& bound, double value) {
  return {ErrorCode::OutOfRange,
          what + " must be " + bound + ", not " + quoted(format_number(value))};
}

bool is_place(const Vec3& place_m) {
  return is_up_to(kPositionMax_m, std::abs(place_m.x)) &&
         is_up_to(kPositionMax_m, std::abs(place_m.y)) &&
         is_up_to(kPositionMax_m, std::abs(place_m.z));
}

bool is_stiffness(double stiffness_N_m) {
  return stiffness_N_m > 0 && stiffness_N_m <= kDragStiffnessMax_N_m;
}

Result<LiveDrag> drag_of(const PushWish::Drag& wish) {
  const auto to_m = three_of(wish.to_m, "the point to drag to");
  if (!to_m) return to_m.error();
  if (!is_place(*to_m)) {
    return Error{ErrorCode::OutOfRange, "the point to drag to must be within " +
                                            format_number(kPositionMax_m) +
                                            " m of the origin on each axis"};
  }
  LiveDrag drag{.to_m = *to_m};
  drag.stiffness_N_m = wish.stiffness_N_m.value_or(drag.stiffness_N_m);
  drag.most_N = wish.most_N.value_or(drag.most_N);
  if (!is_stiffness(drag.stiffness_N_m)) {
    return wrong_drag("the stiffness of a drag",
                      "above 0 and at most " + format_number(kDragStiffnessMax_N_m) + " N/m",
                      drag.stiffness_N_m);
  }
  if (!is_up_to(kPushMax_N, drag.most_N)) {
    return wrong_drag("the limit of a drag", "from 0 to " + format_number(kPushMax_N) + " N",
                      drag.most_N);
  }
  return drag;
}

Error wrong_mass(const std::string& what, double mass_kg) {
  return {ErrorCode::OutOfRange, what + " must be from 0 to " + format_number(kLoadMax_kg) +
                                     " kg, not " + quoted(format_number(mass_kg))};
}

}  // namespace

bool valid(const LiveDrag& drag) {
  return is_place(drag.to_m) && is_stiffness(drag.stiffness_N_m) &&
         is_up_to(kPushMax_N, drag.most_N);
}

bool valid(const LivePush& push) {
  return plan::pushed_joints().contains(push.joint) && is_push_length(push.duration.count()) &&
         is_force(push.force_N) && (!push.drag || valid(*push.drag));
}

bool valid(const LiveLoad& load) {
  return is_up_to(kLoadMax_kg, load.mass_kg) && is_up_to(kLoadMax_kg, load.believed_kg);
}

Result<LivePush> make_live_push(const PushWish& wish, const plan::Names& names) {
  const auto joint = pushed_joint(wish.joint, names);
  if (!joint) return joint.error();
  if (!is_push_length(wish.duration_s)) {
    return Error{ErrorCode::OutOfRange, "the duration of a push must be above 0 and at most " +
                                            format_number(kPushLengthMax.count()) + " s, not " +
                                            quoted(format_number(wish.duration_s))};
  }
  LivePush push{.joint = *joint, .duration = Seconds(wish.duration_s), .force_N = {}};
  if (!wish.drag) {
    const auto force = force_of(wish.force_N);
    if (!force) return force.error();
    push.force_N = *force;
    return push;
  }
  if (!wish.force_N.empty()) {
    return Error{ErrorCode::OutOfRange, "a push has either a force or a point to drag to"};
  }
  const auto drag = drag_of(*wish.drag);
  if (!drag) return drag.error();
  push.drag = *drag;
  return push;
}

Result<LiveLoad> make_live_load(const LoadWish& wish) {
  const LiveLoad load{.hand = wish.hand,
                      .mass_kg = wish.mass_kg,
                      .believed_kg = wish.believed_kg.value_or(wish.mass_kg)};
  if (!is_up_to(kLoadMax_kg, load.mass_kg)) {
    return wrong_mass("the mass of a load", load.mass_kg);
  }
  if (!is_up_to(kLoadMax_kg, load.believed_kg)) {
    return wrong_mass("what a load is believed to be", load.believed_kg);
  }
  return load;
}

}  // namespace kine
