#include "realizer/motion/figure.h"

#include <algorithm>
#include <numbers>
#include <string>

#include "realizer/core/number.h"
#include "realizer/solve/aim.h"
#include "realizer/solve/arm.h"

namespace kine::motion {
namespace {

using enum body::Joint;

/// What a hand may stay away from its target before it is worth a warning: soft reach gives up
/// some millimetres near the end of the arm.
constexpr double kMissMax_m = 0.01;

/// The same for a direction: 10 degrees.
constexpr double kMissMax_rad = std::numbers::pi / 18;

bool is_in_arm(body::Joint joint, const body::ArmChain& arm) {
  return joint == arm.shoulder || joint == arm.upper_arm || joint == arm.lower_arm ||
         joint == arm.hand;
}

const plan::Reach* find_reach(std::span<const Asked> asked, body::Joint hand) {
  for (const Asked& each : asked) {
    const auto* reach = std::get_if<plan::Reach>(each.goal);
    if (reach != nullptr && reach->joint == hand) return reach;
  }
  return nullptr;
}

const plan::Swivel* find_swivel(std::span<const Asked> asked, body::Side side) {
  for (const Asked& each : asked) {
    const auto* swivel = std::get_if<plan::Swivel>(each.goal);
    if (swivel != nullptr && swivel->side == side) return swivel;
  }
  return nullptr;
}

/// Whether the joint goes where its hand must be.
bool is_led_by_hand(body::Joint joint, std::span<const Asked> asked) {
  for (const body::Side side : {body::Side::Left, body::Side::Right}) {
    const body::ArmChain arm = body::arm_chain(side);
    if (is_in_arm(joint, arm)) return find_reach(asked, arm.hand) != nullptr;
  }
  return false;
}

std::vector<const plan::Aim*> find_aims(std::span<const Asked> asked, body::Joint joint) {
  std::vector<const plan::Aim*> aims;
  for (const Asked& each : asked) {
    const auto* aim = std::get_if<plan::Aim>(each.goal);
    if (aim != nullptr && aim->joint == joint) aims.push_back(aim);
  }
  return aims;
}

/// The joints that turn for an aim, from the trunk outwards. The hips carry the whole body and turn
/// for themselves alone.
std::vector<body::Joint> chain_to(body::Joint joint, body::JointSet joints) {
  std::vector<body::Joint> chain{joint};
  while (const auto parent = body::parent_of(chain.back())) {
    if (!joints.contains(*parent) || *parent == Hips) break;
    chain.push_back(*parent);
  }
  std::ranges::reverse(chain);
  return chain;
}

std::string with_one_decimal(double value) { return format_number(std::round(10 * value) / 10); }

std::string text_of(const Vec3& v) {
  return quoted(format_number(v.x) + " " + format_number(v.y) + " " + format_number(v.z));
}

void warn_of_miss(const plan::Reach& reach, double miss_m, Diagnostics& diagnostics) {
  if (miss_m <= kMissMax_m) return;
  diagnostics.warn(reach.where, std::string(body::name_of(reach.joint)) + " stays " +
                                    with_one_decimal(100 * miss_m) + " cm away from its target " +
                                    text_of(reach.target_m));
}

void warn_of_miss(const plan::Aim& aim, double miss_rad, Diagnostics& diagnostics) {
  if (miss_rad <= kMissMax_rad) return;
  diagnostics.warn(aim.where, std::string(body::name_of(aim.joint)) + " stays " +
                                  with_one_decimal(miss_rad * 180 / std::numbers::pi) +
                                  " degrees away from its direction " + text_of(aim.direction));
}

solve::SwivelZero zero_of(const plan::Swivel& swivel) {
  return swivel.reference == script::SwivelReference::Spine ? solve::SwivelZero::AwayFromSpine
                                                            : solve::SwivelZero::Carried;
}

}  // namespace

bool is_realized(const plan::Goal& goal) {
  if (const auto* reach = std::get_if<plan::Reach>(&goal)) {
    return reach->joint == LeftHand || reach->joint == RightHand;
  }
  return !std::holds_alternative<plan::LookAt>(goal);
}

Figure::Figure(const body::Body& body, const Stage& stage, Diagnostics& diagnostics)
    : body_(body), stage_(stage), diagnostics_(diagnostics), rotations_(body.base_pose) {}

void Figure::take(std::span<const Asked> asked) {
  take_shapes(asked);
  take_aims(asked);
  take_arm(body::Side::Left, asked);
  take_arm(body::Side::Right, asked);
}

Vec3 Figure::point_in_character(const Vec3& point, const body::Body::Model& model) const {
  switch (stage_.frame) {
    case script::Space::Character:
      return point;
    case script::Space::Chest:
      return model.positions_m[index_of(UpperChest)] + direction_in_character(point, model);
    case script::Space::Hips:
      return model.positions_m[index_of(Hips)] + direction_in_character(point, model);
    case script::Space::World:
      return direction_in_character(point - stage_.placement.position_m, model);
    case script::Space::HipsAtRest:
      break;
  }
  return body_.offsets_m[index_of(Hips)] + point;
}

Vec3 Figure::direction_in_character(const Vec3& direction, const body::Body::Model& model) const {
  switch (stage_.frame) {
    case script::Space::Chest:
      return model.character_from_joint[index_of(UpperChest)] * direction;
    case script::Space::Hips:
      return model.character_from_joint[index_of(Hips)] * direction;
    case script::Space::World:
      return conjugate(stage_.placement.world_from_character()) * direction;
    case script::Space::Character:
    case script::Space::HipsAtRest:
      break;
  }
  return direction;
}

void Figure::take_shapes(std::span<const Asked> asked) {
  for (const Asked& each : asked) {
    const auto* taken = std::get_if<plan::TakeShape>(each.goal);
    if (taken == nullptr) continue;
    for (const auto& [joint, rotation] : body_.shapes[taken->shape].rotations) {
      if (!each.joints.contains(joint)) continue;
      const std::size_t i = index_of(joint);
      rotations_[i] = slerp(body_.base_pose[i], rotation, taken->influence);
    }
    if (!taken->towards) continue;
    for (const auto& [joint, rotation] : body_.shapes[*taken->towards].rotations) {
      if (!each.joints.contains(joint)) continue;
      const std::size_t i = index_of(joint);
      rotations_[i] = slerp(rotations_[i], rotation, taken->towards_share);
    }
  }
}

/// Parents first; hands belong to their arms.
void Figure::take_aims(std::span<const Asked> asked) {
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const body::Joint joint = body::joint_at(i);
    if (joint == LeftHand || joint == RightHand) continue;
    for (const Asked& each : asked) {
      const auto* wanted = std::get_if<plan::Aim>(each.goal);
      if (wanted == nullptr || wanted->joint != joint) continue;
      if (is_led_by_hand(joint, asked)) {
        diagnostics_.warn(wanted->where,
                          "not realized yet: the direction of a joint whose hand has a position " +
                              quoted(body::name_of(joint)));
      } else {
        aim(*wanted, each.joints);
      }
    }
  }
}

void Figure::aim(const plan::Aim& aim, body::JointSet joints) {
  const body::Body::Model model = body_.compute_model(rotations_);
  const std::vector<body::Joint> chain = chain_to(aim.joint, joints);
  const double miss_rad =
      solve::solve_aim(body_, rotations_,
                       {.chain = chain,
                        .weights = {},
                        .axis = aim.axis,
                        .direction = direction_in_character(aim.direction, model)});
  warn_of_miss(aim, miss_rad, diagnostics_);
}

void Figure::take_arm(body::Side side, std::span<const Asked> asked) {
  const body::ArmChain arm = body::arm_chain(side);
  const plan::Reach* reach = find_reach(asked, arm.hand);
  const plan::Swivel* swivel = find_swivel(asked, side);
  const std::vector<const plan::Aim*> aims = find_aims(asked, arm.hand);
  if (reach == nullptr && swivel == nullptr && aims.empty()) return;

  const body::Body::Model model = body_.compute_model(rotations_);
  solve::ArmRequest request;
  request.side = side;
  if (reach != nullptr) {
    request.wrist_m = point_in_character(reach->target_m, model);
    request.offset_m = reach->offset_m;
  } else if (swivel != nullptr) {
    // Alone it turns the elbow about a wrist that stays where it is.
    request.wrist_m = model.positions_m[index_of(arm.hand)];
  }
  if (swivel != nullptr) {
    request.swivel_rad = swivel->angle_rad;
    request.swivel_zero = zero_of(*swivel);
  }
  const auto as_asked = [&](const plan::Aim& aim) {
    return solve::ArmRequest::HandAim{aim.axis, direction_in_character(aim.direction, model)};
  };
  if (!aims.empty()) request.first_aim = as_asked(*aims[0]);
  if (aims.size() > 1) request.second_aim = as_asked(*aims[1]);

  const solve::ArmSolution solution = solve::solve_arm(body_, rotations_, request);
  rotations_[index_of(arm.shoulder)] = solution.shoulder;
  rotations_[index_of(arm.upper_arm)] = solution.upper_arm;
  rotations_[index_of(arm.lower_arm)] = solution.lower_arm;
  rotations_[index_of(arm.hand)] = solution.hand;
  if (reach != nullptr) warn_of_miss(*reach, solution.miss_m, diagnostics_);
  if (!aims.empty()) warn_of_miss(*aims[0], solution.miss_rad, diagnostics_);
}

}  // namespace kine::motion
