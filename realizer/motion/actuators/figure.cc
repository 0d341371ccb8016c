#include "realizer/motion/actuators/figure.h"

#include <algorithm>
#include <numbers>
#include <string>

#include "realizer/core/number.h"
#include "realizer/plan/names/places.h"
#include "realizer/solve/aim.h"
#include "realizer/solve/arm.h"
#include "realizer/solve/elbow.h"
#include "realizer/solve/lean.h"

namespace kine::motion {
namespace {

using enum body::Joint;

/// Soft reach gives up some millimetres near the end of an arm: they are worth no warning.
constexpr double kMissMax_m = 0.01;

/// The same for a direction: 10 degrees.
constexpr double kMissMax_rad = std::numbers::pi / 18;
/// And for the second direction of a joint, which is hardly ever quite square to the first: 15.
constexpr double kSecondMissMax_rad = std::numbers::pi / 12;

body::JointSet set_of(std::initializer_list<body::Joint> joints) {
  body::JointSet set;
  for (const body::Joint joint : joints) set.insert(joint);
  return set;
}

/// What leans, and what it carries beside the arms.
const body::JointSet kTrunk = set_of({Hips, Spine, Chest, UpperChest});
const body::JointSet kSpine = set_of({Spine, Chest, UpperChest});
const body::JointSet kHead = set_of({Neck, Head, Jaw, LeftEye, RightEye});

body::JointSet joints_of(const body::ArmChain& arm) {
  return set_of({arm.shoulder, arm.upper_arm, arm.lower_arm, arm.hand});
}

/// The directions that a pose gives to one joint, and the joints that may turn for them.
struct JointAims {
  const plan::Aim* first = nullptr;   // is met
  const plan::Aim* second = nullptr;  // is met as far as the first leaves it room
  body::JointSet joints;
};

/// The first direction that is written is the first, except that a trunk and a head turn their
/// fronts before anything else.
JointAims aims_of(std::span<const Asked> asked, body::Joint joint) {
  JointAims aims;
  for (const Asked& each : asked) {
    const auto* aim = std::get_if<plan::Aim>(each.goal);
    if (aim == nullptr || aim->joint != joint) continue;
    (aims.first == nullptr ? aims.first : aims.second) = aim;
    aims.joints = aims.joints | each.joints;
  }
  const auto frontness = [](const plan::Aim& aim) { return std::abs(unit(aim.axis).z); };
  const bool has_front = (kTrunk | kHead).contains(joint);
  if (has_front && aims.second != nullptr && frontness(*aims.second) > frontness(*aims.first)) {
    std::swap(aims.first, aims.second);
  }
  return aims;
}

/// Whether the pose gives a direction to any of these joints.
bool are_aimed(body::JointSet joints, std::span<const Asked> asked) {
  return std::ranges::any_of(asked, [&](const Asked& each) {
    const auto* aim = std::get_if<plan::Aim>(each.goal);
    return aim != nullptr && joints.contains(aim->joint);
  });
}

/// The joints that may lean for a place: those of its own group, and those that are asked to.
body::JointSet leaning_joints(const Asked& place, std::span<const Asked> asked) {
  body::JointSet joints = place.joints;
  for (const Asked& each : asked) {
    if (std::holds_alternative<plan::Lean>(*each.goal)) joints = joints | each.joints;
  }
  return joints;
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

std::vector<body::Joint> in_order(body::JointSet joints) {
  std::vector<body::Joint> list;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    if (joints.contains(body::joint_at(i))) list.push_back(body::joint_at(i));
  }
  return list;
}

double angle_between_directions(const Vec3& a, const Vec3& b) {
  return std::atan2(length(cross(a, b)), dot(a, b));
}

std::string with_one_decimal(double value) { return format_number(std::round(10 * value) / 10); }

std::string text_of(const Vec3& v) {
  return quoted(format_number(v.x) + " " + format_number(v.y) + " " + format_number(v.z));
}

solve::SwivelZero zero_of(const plan::Swivel& swivel) {
  return swivel.reference == script::SwivelReference::Spine ? solve::SwivelZero::AwayFromSpine
                                                            : solve::SwivelZero::Carried;
}

}  // namespace

Figure::Figure(const body::Body& body, const Stage& stage, Diagnostics& diagnostics)
    : body_(body), stage_(stage), diagnostics_(diagnostics), rotations_(body.base_pose) {}

void Figure::take(std::span<const Asked> asked) {
  body::JointSet joints;
  for (const Asked& each : asked) joints = joints | each.joints;
  straighten(joints);
  take_shapes(asked);
  take_trunk(asked);
  take_limbs(asked);
  find_misses(asked);
}

Figure::Rotations Figure::rotations_on(const body::BodyOffsets& offsets, body::JointSet held,
                                       const body::BodyOffsets& under_held,
                                       std::span<const Asked> asked) {
  const Rotations alone = rotations_;
  Rotations result = alone;
  for (const body::Side side : arms_in_order(asked, body_)) {
    const body::ArmChain arm = body::arm_chain(side);
    const plan::Reach* const reach = asked_of_arm(asked, side).hand;
    const bool is_held = held.contains(arm.hand) || (reach != nullptr && reach->touch);
    const body::BodyOffsets carrying = is_held ? offsets + under_held : offsets;
    rotations_ = turned(carrying, result);
    if (!is_held) hips_way_m_ = offsets.pelvis_m;
    take_arm(side, asked);
    hips_way_m_ = {};
    const Vec3& turn_rad = carrying.clavicles_rad[static_cast<std::size_t>(side)];
    for (const body::Joint joint : {arm.upper_arm, arm.lower_arm, arm.hand}) {
      result[index_of(joint)] = rotations_[index_of(joint)];
    }
    result[index_of(arm.shoulder)] =
        normalized(rotations_[index_of(arm.shoulder)] * from_rotation_vector(-1.0 * turn_rad));
  }
  rotations_ = alone;
  return result;
}

Vec3 Figure::point_in_character(const Vec3& point, const body::Body::Model& model) const {
  switch (stage_.frame) {
    case script::Space::Character:
      return point - hips_way_m_;
    case script::Space::Chest:
      return model.positions_m[index_of(UpperChest)] + direction_in_character(point, model);
    case script::Space::Hips:
      return model.positions_m[index_of(Hips)] + direction_in_character(point, model);
    case script::Space::World:
      return direction_in_character(point - stage_.placement.position_m, model) - hips_way_m_;
    case script::Space::HipsAtRest:
      break;
  }
  return body_.offsets_m[index_of(Hips)] + point - hips_way_m_;
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

solve::Surface Figure::touched_m(const plan::Touch& touch, const body::Body::Model& model) const {
  return solve::surface_at(body_.points[touch.on], model);
}

Vec3 Figure::target_m(const plan::Reach& reach) const {
  if (reach.touch) {
    return solve::place_before(touched_m(*reach.touch, body_.compute_model(rotations_)));
  }
  return point_in_character(reach.target_m, body_.compute_model(rotations_));
}

/// What leaned for a pose before stands up before it is asked for something else.
void Figure::straighten(body::JointSet joints) {
  for (const body::Joint joint : in_order(joints)) {
    auto& before = before_leaning_[index_of(joint)];
    if (before) rotations_[index_of(joint)] = *before;
    before.reset();
  }
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

/// Where a head has both a place and a direction, each disturbs the other a little: a few rounds
/// settle it.
void Figure::take_trunk(std::span<const Asked> asked) {
  constexpr int kRounds = 4;
  take_aims(asked, kTrunk);
  bool placed = false;
  for (int round = 0; round < (placed ? kRounds : 1); ++round) {
    for (const Asked& each : asked) {
      const auto* reach = std::get_if<plan::Reach>(each.goal);
      if (reach == nullptr || !(kTrunk | kHead).contains(reach->joint)) continue;
      placed = true;
      const body::JointSet joints = leaning_joints(each, asked);
      straighten(joints & (kSpine | kHead));
      bend_trunk_to(*reach, joints, asked);
    }
    if (round == 0 && !placed) bend_trunk_for_hands(asked);
    take_aims(asked, kHead);
  }
}

void Figure::take_limbs(std::span<const Asked> asked) {
  for (const Asked& each : asked) {
    const auto* reach = std::get_if<plan::Reach>(each.goal);
    const auto mover = reach == nullptr ? std::nullopt : plan::mover_of(reach->joint);
    if (mover == LeftShoulder || mover == RightShoulder) lift_shoulder(each, *reach);
  }
  take_aims(asked, set_of({LeftShoulder, RightShoulder}));
  for (const body::Side side : arms_in_order(asked, body_)) take_arm(side, asked);
  body::JointSet others;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const body::Joint joint = body::joint_at(i);
    const bool is_arm = (joints_of(body::arm_chain(body::Side::Left)) |
                         joints_of(body::arm_chain(body::Side::Right)))
                            .contains(joint);
    if (!is_arm && !(kTrunk | kHead).contains(joint)) others.insert(joint);
  }
  take_aims(asked, others);
}

/// The directions of these joints, parents first.
void Figure::take_aims(std::span<const Asked> asked, body::JointSet joints) {
  for (const body::Joint joint : in_order(joints)) {
    const JointAims aims = aims_of(asked, joint);
    if (aims.first == nullptr) continue;
    const body::Body::Model model = body_.compute_model(rotations_);
    const std::vector<body::Joint> chain = chain_to(joint, aims.joints);
    solve::AimRequest request{.chain = chain,
                              .weights = {},
                              .axis = aims.first->axis,
                              .direction = direction_in_character(aims.first->direction, model)};
    if (aims.second != nullptr) {
      request.second = {{aims.second->axis, direction_in_character(aims.second->direction, model)}};
    }
    solve::solve_aim(body_, rotations_, request);
  }
}

void Figure::keep_for_straightening(std::span<const body::Joint> chain) {
  for (const body::Joint joint : chain) {
    auto& before = before_leaning_[index_of(joint)];
    if (!before) before = rotations_[index_of(joint)];
  }
}

/// The head goes where it is asked to and looks on as it did, unless it is told where to look.
void Figure::bend_trunk_to(const plan::Reach& reach, body::JointSet joints,
                           std::span<const Asked> asked) {
  // The joints of the column stand in the order of the skeleton.
  const bool neck_is_free = !are_aimed(set_of({Neck, Head}), asked);
  std::vector<body::Joint> chain;
  for (const body::Joint joint : {Spine, Chest, UpperChest, Neck, Head}) {
    const bool carries = joint < reach.joint && (joint != Neck || neck_is_free);
    const bool is_turned = joint == reach.joint && reach.offset_m != Vec3{};
    if (joints.contains(joint) && (carries || is_turned)) chain.push_back(joint);
  }
  if (chain.empty()) return;
  keep_for_straightening(chain);
  const Quat character_from_head =
      body_.compute_model(rotations_).character_from_joint[index_of(Head)];
  solve::lean_to(body_, chain,
                 {.joint = reach.joint, .offset_m = reach.offset_m, .target_m = target_m(reach)},
                 rotations_);
  if (!joints.contains(Head) || are_aimed(set_of({Head}), asked)) return;
  const std::array<body::Joint, 1> head = {Head};
  keep_for_straightening(head);
  const Quat character_from_neck =
      body_.compute_model(rotations_).character_from_joint[index_of(Neck)];
  rotations_[index_of(Head)] = within_limits(body_.limits[index_of(Head)],
                                             conjugate(character_from_neck) * character_from_head);
}

/// What the pose itself directs stays as it is directed, and what moves with the chest is no nearer
/// for leaning. Where a hand's turn says which point of it is to be there, the place of its wrist
/// is found in rounds.
void Figure::bend_trunk_for_hands(std::span<const Asked> asked) {
  constexpr int kRounds = 3;
  constexpr double kReachShare = 0.97;  // from here on an arm gives up millimetres: soft_reach_m
  if (stage_.frame == script::Space::Chest || are_aimed(kSpine, asked)) return;
  const auto straight = rotations_;
  for (int round = 0; round < kRounds; ++round) {
    std::vector<solve::Nearness> wanted;
    body::JointSet joints;
    bool has_offset = false;
    for (const Asked& each : asked) {
      const auto* reach = std::get_if<plan::Reach>(each.goal);
      if (reach == nullptr || reach->touch || !reach->leans || !plan::hand_of(reach->joint))
        continue;
      const body::Side side = *plan::side_of(reach->joint);
      const body::ArmChain arm = body::arm_chain(side);
      const Vec3 offset_m = point_of_hand_m(*reach);
      Vec3 wrist_m = target_m(*reach);
      if (offset_m != Vec3{}) {
        has_offset = true;
        take_arm(side, asked);
        const body::Body::Model model = body_.compute_model(rotations_);
        wrist_m = wrist_m - model.character_from_joint[index_of(arm.hand)] * offset_m;
      }
      const double length_m = body_.bone_length_m(arm.lower_arm) + body_.bone_length_m(arm.hand);
      wanted.push_back({arm.upper_arm, wrist_m, kReachShare * length_m});
      joints = joints | (leaning_joints(each, asked) & kSpine);
    }
    if (wanted.empty() || joints.empty()) return;
    const std::vector<body::Joint> chain = in_order(joints);
    rotations_ = straight;
    solve::lean_near(body_, chain, wanted, rotations_);
    if (!has_offset) break;
  }
  for (const body::Joint joint : in_order(kSpine)) {
    if (rotations_[index_of(joint)] == straight[index_of(joint)]) continue;
    auto& before = before_leaning_[index_of(joint)];
    if (!before) before = straight[index_of(joint)];
  }
}

void Figure::lift_shoulder(const Asked& asked, const plan::Reach& reach) {
  const body::Joint shoulder = *plan::mover_of(reach.joint);
  if (!asked.joints.contains(shoulder)) return;
  const std::array<body::Joint, 1> chain = {shoulder};
  keep_for_straightening(chain);
  solve::lean_to(body_, chain, {.joint = reach.joint, .offset_m = {}, .target_m = target_m(reach)},
                 rotations_);
}

/// By the upper arm alone, the forearm as it is.
void Figure::put_elbow(const plan::Reach& reach) {
  constexpr int kRounds = 12;  // where a point beside the elbow is meant, that turns with it
  const body::Joint upper_arm = *plan::mover_of(reach.joint);
  const std::array<body::Joint, 1> chain = {upper_arm};
  const Vec3 elbow_m = target_m(reach);
  for (int round = 0; round < (reach.offset_m == Vec3{} ? 1 : kRounds); ++round) {
    const body::Body::Model model = body_.compute_model(rotations_);
    const Vec3 offset_m = model.character_from_joint[index_of(reach.joint)] * reach.offset_m;
    solve::solve_aim(body_, rotations_,
                     {.chain = chain,
                      .weights = {},
                      .axis = body_.offsets_m[index_of(reach.joint)],
                      .direction = elbow_m - offset_m - model.positions_m[index_of(upper_arm)]});
  }
}

/// The joint, and the point in its axes that is to meet the target.
std::pair<body::Joint, Vec3> Figure::placed_point(const plan::Reach& reach) const {
  if (!reach.touch) return {reach.joint, reach.offset_m};
  const body::SurfacePoint& by = body_.points[reach.touch->by];
  return {by.joint, by.place_m};
}

/// The point that is to meet the target, in the axes of the hand: of a finger, where its bend has
/// it.
Vec3 Figure::point_of_hand_m(const plan::Reach& reach) const {
  if (reach.touch) {
    return solve::hand_surface(body_, rotations_, body_.points[reach.touch->by]).place_m;
  }
  Vec3 point_m = reach.offset_m;
  for (body::Joint at = reach.joint; at != plan::hand_of(reach.joint); at = *body::parent_of(at)) {
    point_m = body_.offsets_m[index_of(at)] + rotations_[index_of(at)] * point_m;
  }
  return point_m;
}

void Figure::take_arm(body::Side side, std::span<const Asked> asked) {
  const body::ArmChain arm = body::arm_chain(side);
  const ArmAsked of_arm = asked_of_arm(asked, side);
  if (of_arm.hand == nullptr) {
    if (of_arm.elbow != nullptr) put_elbow(*of_arm.elbow);
    take_aims(asked, set_of({arm.upper_arm, arm.lower_arm}));
  }
  const bool turns_elbow = of_arm.swivel != nullptr && of_arm.elbow == nullptr;
  if (of_arm.hand == nullptr && !turns_elbow && of_arm.of_hand.empty()) return;

  const body::Body::Model model = body_.compute_model(rotations_);
  const auto direction = [&](const plan::Aim& aim) {
    return direction_in_character(aim.direction, model);
  };
  solve::ArmRequest request;
  request.side = side;
  if (of_arm.hand != nullptr) {
    request.wrist_m = target_m(*of_arm.hand);
    request.offset_m = point_of_hand_m(*of_arm.hand);
    if (of_arm.elbow != nullptr) {
      request.elbow_m = point_in_character(of_arm.elbow->target_m, model);
    }
    if (const auto* aim = of_arm.upper_arm) request.upper_arm_aim = {{aim->axis, direction(*aim)}};
    if (const auto* aim = of_arm.lower_arm) request.lower_arm_aim = {{aim->axis, direction(*aim)}};
  } else if (turns_elbow) {
    // Alone it turns the elbow about a wrist that stays where it is.
    request.wrist_m = model.positions_m[index_of(arm.hand)];
  }
  if (of_arm.swivel != nullptr) {
    request.swivel_rad = of_arm.swivel->angle_rad;
    request.swivel_zero = zero_of(*of_arm.swivel);
  }
  const std::vector<const plan::Aim*>& aims = of_arm.of_hand;
  if (!aims.empty()) request.first_aim = {{aims[0]->axis, direction(*aims[0])}};
  if (aims.size() > 1) request.second_aim = {{aims[1]->axis, direction(*aims[1])}};
  if (of_arm.hand != nullptr && of_arm.hand->touch) {
    const plan::Touch& touch = *of_arm.hand->touch;
    solve::add_touch(solve::hand_surface(body_, rotations_, body_.points[touch.by]),
                     body_.points[touch.by].joint == arm.hand, touched_m(touch, model), request);
  }

  const solve::ArmSolution solution = solve::solve_arm(body_, rotations_, request);
  rotations_[index_of(arm.shoulder)] = solution.shoulder;
  rotations_[index_of(arm.upper_arm)] = solution.upper_arm;
  rotations_[index_of(arm.lower_arm)] = solution.lower_arm;
  rotations_[index_of(arm.hand)] = solution.hand;
}

void Figure::find_misses(std::span<const Asked> asked) {
  miss_m_ = 0;
  goals_.clear();
  const body::JointSet touches = touching_hands(asked, body_);
  const body::Body::Model model = body_.compute_model(rotations_);
  for (const Asked& each : asked) {
    if (const auto* reach = std::get_if<plan::Reach>(each.goal)) {
      const auto [joint, offset_m] = placed_point(*reach);
      const std::size_t i = index_of(joint);
      const Vec3 point_m = model.positions_m[i] + model.character_from_joint[i] * offset_m;
      goals_.push_back({joint, offset_m, target_m(*reach) + hips_way_m_});
      const double miss_m = length(point_m + hips_way_m_ - goals_.back().at_m);
      miss_m_ = std::max(miss_m_, miss_m);
      if (miss_m <= kMissMax_m) continue;
      diagnostics_.warn(reach->where,
                        std::string(body::name_of(reach->joint)) + " stays " +
                            with_one_decimal(100 * miss_m) + " cm away from its target " +
                            (reach->touch ? quoted(body_.points[reach->touch->on].name)
                                          : text_of(reach->target_m)));
    } else if (const auto* aim = std::get_if<plan::Aim>(each.goal)) {
      const bool second = aims_of(asked, aim->joint).second == aim;
      const double miss_rad = angle_between_directions(
          model.character_from_joint[index_of(aim->joint)] * unit(aim->axis),
          direction_in_character(unit(aim->direction), model));
      // A hand is given two directions that are seldom square to each other, as our lexicon does.
      if (second && plan::is_hand(aim->joint)) continue;
      if (touches.contains(aim->joint)) continue;  // its turn is that of what it touches
      if (miss_rad <= (second ? kSecondMissMax_rad : kMissMax_rad)) continue;
      diagnostics_.warn(aim->where, std::string(body::name_of(aim->joint)) + " stays " +
                                        with_one_decimal(miss_rad * 180 / std::numbers::pi) +
                                        " degrees away from its " +
                                        (second ? "second direction " : "direction ") +
                                        text_of(aim->direction));
    }
  }
}

}  // namespace kine::motion
