#include "realizer/held_hands.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "realizer/pose/gaze_keys.h"
#include "realizer/pose/interval.h"
#include "realizer/pose/kernels.h"
#include "realizer/solve/held_arm.h"

namespace kine {
namespace {

using enum body::Joint;
using pose::HeldKeys;
using solve::ArmRoot;

/// What a root hangs on: the joints from the hips outwards.
constexpr std::array kTrunk = {Hips, Spine, Chest, UpperChest};
constexpr std::size_t kChestLink = kTrunk.size() - 1;

struct Place {
  Vec3 position_m;
  Quat character_from_joint;
};

Place below(const body::Body& body, const Place& parent, body::Joint joint, const Quat& turn) {
  const Vec3& offset = body.offsets_m[body::index_of(joint)];
  return {parent.position_m + parent.character_from_joint * offset,
          parent.character_from_joint * turn};
}

ArmRoot root_on(const body::Body& body, const Place& chest, const body::ArmChain& arm,
                const Quat& shoulder_turn) {
  const Place shoulder = below(body, chest, arm.shoulder, shoulder_turn);
  return {below(body, shoulder, arm.upper_arm, {}).position_m, shoulder.character_from_joint};
}

/// Where each joint of the trunk is.
using TrunkPlaces = std::array<Place, kTrunk.size()>;

TrunkPlaces places_of_trunk(const body::Body& body, const pose::Pose& pose) {
  TrunkPlaces places;
  places[0] = {{pose.hips_m[0], pose.hips_m[1], pose.hips_m[2]}, normalized(pose.rotation(Hips))};
  for (std::size_t i = 1; i < kTrunk.size(); ++i) {
    places[i] = below(body, places[i - 1], kTrunk[i], normalized(pose.rotation(kTrunk[i])));
  }
  return places;
}

/// What carries the hands, as keys say it at one time.
class Carriers {
 public:
  Carriers(const pose::JointKeys& keys, float time_s) {
    const pose::KeyPlace place = pose::place_among(keys.times_s, time_s);
    const bool moves = place.h != 0 && !keys.passings[place.before].holds;
    std::array<pose::SquadBlock, pose::kBlocks> squads;
    const std::size_t count = keys.blocks.size();
    if (moves) pose::set_up(keys, place.before, {squads.data(), count});
    for (std::size_t i = 0; i < count; ++i) {
      pose::QuatBlock& block = pose_.rotations[keys.blocks[i]];
      if (moves) {
        pose::squad(squads[i], place.h, block);
      } else {
        block = keys.rotation(place.before, i);
      }
    }
  }

  Quat turn(body::Joint joint) const { return normalized(pose_.rotation(joint)); }

 private:
  pose::Pose pose_;
};

/// The root that a hand was meant to hang on, from the anchor upwards.
ArmRoot meant_root(const body::Body& body, const HeldKeys& held, float time_s,
                   const TrunkPlaces& actual, const body::ArmChain& arm) {
  const Carriers meant(held.carriers, time_s);
  std::size_t link = 0;
  Place at{body.offsets_m[body::index_of(Hips)], meant.turn(Hips)};
  if (held.anchor == HeldKeys::Anchor::Hips) at = actual[0];
  if (held.anchor == HeldKeys::Anchor::Chest) at = actual[link = kChestLink];
  while (++link < kTrunk.size()) at = below(body, at, kTrunk[link], meant.turn(kTrunk[link]));
  return root_on(body, at, arm, meant.turn(arm.shoulder));
}

/// How much is held at a time: eased from key to key, so that nothing is let go at once.
HeldKeys::Share share_at(std::span<const HeldKeys::Share> shares, float time_s) {
  const auto behind = std::upper_bound(
      shares.begin(), shares.end(), time_s,
      [](float time, const HeldKeys::Share& share) { return time < share.time_s; });
  if (behind == shares.begin()) return shares.front();
  const HeldKeys::Share& before = *(behind - 1);
  if (behind == shares.end()) return before;
  const double passed = (time_s - before.time_s) / (behind->time_s - before.time_s);
  const auto h = static_cast<float>(pose::least_jerk(passed));
  return {.time_s = time_s,
          .place = before.place + h * (behind->place - before.place),
          .turn = before.turn + h * (behind->turn - before.turn)};
}

/// What the layers over one leave it of an arm, in [0, 1].
double left_by(std::span<const pose::Layer> over, const body::ArmChain& arm) {
  double left = 1;
  for (const pose::Layer& layer : over) {
    const body::JointSet driven = layer.keys->joints.joints | layer.keys->clip.joints;
    if (driven.contains(arm.upper_arm) || driven.contains(arm.lower_arm)) left *= 1 - layer.weight;
  }
  return left;
}

/// All that layers hold of one arm.
struct Hold {
  double place = 0;  // how much of its wrist, in [0, 1]
  double turn = 0;   // how much of its hand's turn
  ArmRoot meant;     // the actual root, as far as it is held moved to where it was meant
};

Hold hold_of(const body::Body& body, std::span<const pose::Layer> layers, std::size_t side,
             const TrunkPlaces& places, const ArmRoot& actual) {
  const body::ArmChain arm = body::arm_chain(static_cast<body::Side>(side));
  Hold hold{.meant = actual};
  Vec3 turned;
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const pose::Keys& keys = *layers[i].keys;
    if (keys.held.hands[side].empty() || layers[i].weight == 0) continue;
    const double weight = layers[i].weight * left_by(layers.subspan(i + 1), arm);
    const float time_s = keys.warps.empty()
                             ? layers[i].time_s
                             : static_cast<float>(keys.warps.key_time_s(layers[i].time_s));
    const HeldKeys::Share share = share_at(keys.held.hands[side], time_s);
    if (weight * share.place == 0) continue;
    const ArmRoot meant = meant_root(body, keys.held, time_s, places, arm);
    const double held = weight * share.place;
    hold.place += held;
    hold.turn += weight * share.turn;
    hold.meant.upper_arm_m =
        hold.meant.upper_arm_m + held * (meant.upper_arm_m - actual.upper_arm_m);
    turned = turned + held * rotation_vector(meant.character_from_shoulder *
                                             conjugate(actual.character_from_shoulder));
  }
  hold.meant.character_from_shoulder =
      from_rotation_vector(turned) * actual.character_from_shoulder;
  return hold;
}

void hold_hand(const body::Body& body, std::span<const pose::Layer> layers, std::size_t side,
               const pose::Pose& shown, pose::Pose& pose) {
  const body::ArmChain arm = body::arm_chain(static_cast<body::Side>(side));
  const TrunkPlaces places = places_of_trunk(body, shown);
  const ArmRoot actual =
      root_on(body, places[kChestLink], arm, normalized(shown.rotation(arm.shoulder)));
  const Hold hold = hold_of(body, layers, side, places, actual);
  if (hold.place == 0) return;

  // What lies on top of the arm moves it as little as what lies on top of the torso.
  const auto meant_turn = [&](body::Joint joint) {
    const Quat above = normalized(shown.rotation(joint));
    return slerp(above, normalized(pose.rotation(joint)), hold.place);
  };
  const solve::ArmTurns turns =
      solve::hold_arm(body, {.side = static_cast<body::Side>(side),
                             .meant = hold.meant,
                             .actual = actual,
                             .turns = {.upper_arm = meant_turn(arm.upper_arm),
                                       .lower_arm = meant_turn(arm.lower_arm),
                                       .hand = meant_turn(arm.hand)},
                             .hand_held = std::min(hold.turn, 1.0)});
  const auto set = [&](body::Joint joint, const Quat& turn) {
    const Quat without = conjugate(shown.rotation(joint)) * pose.rotation(joint);
    const Quat q = normalized(turn * without);
    pose.set_rotation(joint, q.w < 0 ? -q : q);
  };
  set(arm.upper_arm, turns.upper_arm);
  set(arm.lower_arm, turns.lower_arm);
  set(arm.hand, turns.hand);
}

}  // namespace

void hold_hands(const body::Body& body, std::span<const pose::Layer> layers,
                const pose::Pose& shown, pose::Pose& pose) {
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    const bool held = std::ranges::any_of(
        layers, [&](const pose::Layer& layer) { return !layer.keys->held.hands[side].empty(); });
    if (held) hold_hand(body, layers, side, shown, pose);
  }
}

}  // namespace kine
