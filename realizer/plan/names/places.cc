#include "realizer/plan/names/places.h"

#include <string>
#include <string_view>
#include <vector>

#include "realizer/plan/names/near_names.h"

namespace kine::plan {

using enum body::Joint;

std::optional<body::Joint> hand_of(body::Joint joint) {
  if (joint >= LeftHand && joint <= LeftLittleDistal) return LeftHand;
  if (joint >= RightHand && joint <= RightLittleDistal) return RightHand;
  return {};
}

std::optional<body::Joint> mover_of(body::Joint joint) {
  if (const auto hand = hand_of(joint)) return body::parent_of(*hand);
  switch (joint) {
    case Chest:
    case UpperChest:
    case Neck:
    case Head:
    case LeftUpperArm:
    case LeftLowerArm:
    case RightUpperArm:
    case RightLowerArm:
      return body::parent_of(joint);
    default:
      return {};
  }
}

std::optional<std::size_t> find_group_of_place(const Names& names, body::Joint joint) {
  const auto mover = mover_of(joint);
  return mover ? names.find_group_of(*mover) : std::nullopt;
}

namespace {

/// Nothing where the constraint that names it is left out.
Result<std::optional<std::size_t>> find_contact(const Names& names, const script::Name& name,
                                                body::Side side, Where where, Faults& faults) {
  const auto found = names.find_surface_point(name.text, side);
  if (found) return std::optional(*found);
  std::vector<std::string_view> known;
  for (const body::SurfacePoint& point : names.surface_points()) known.push_back(point.name);
  const auto met =
      faults.meet({.what = "the body has no point of contact" + known_names(name.text, known) + ":",
                   .mend = "its constraint is left out",
                   .value = name.text,
                   .where = name.where == Where{} ? where : name.where});
  if (!met) return met.error();
  return std::optional<std::size_t>();
}

}  // namespace

Result<std::optional<SurfaceTouch>> find_touch(const Names& names, const script::Position& position,
                                               body::Joint joint, Faults& faults) {
  constexpr std::string_view kUsual = "indexTip";
  if (!is_hand(joint)) {
    const auto met = faults.meet({.code = ErrorCode::Unsupported,
                                  .what = "only a hand touches a point of the body, not",
                                  .mend = "its constraint is left out",
                                  .value = position.joint.text,
                                  .where = position.where});
    if (!met) return met.error();
    return std::optional<SurfaceTouch>();
  }
  const body::Side side = *side_of(joint);
  const auto on = find_contact(names, position.touches, side, position.where, faults);
  if (!on) return on.error();
  const script::Name with = position.by.empty() ? script::Name{std::string(kUsual)} : position.by;
  const auto by = find_contact(names, with, side, position.where, faults);
  if (!by) return by.error();
  if (!*on || !*by) return std::optional<SurfaceTouch>();
  const std::vector<body::SurfacePoint>& points = names.surface_points();
  const bool of_hand = hand_of(points[**by].joint) == joint;
  if (of_hand && side_of(points[**on].joint) != side) {
    return std::optional(SurfaceTouch{.on = **on, .by = **by});
  }
  const auto met =
      faults.meet({.code = ErrorCode::Unsupported,
                   .what = of_hand ? "no arm touches itself, as at"
                                   : "a hand touches with a point of its own, not with",
                   .mend = "its constraint is left out",
                   .value = of_hand ? position.touches.text : with.text,
                   .where = position.where});
  if (!met) return met.error();
  return std::optional<SurfaceTouch>();
}

}  // namespace kine::plan
