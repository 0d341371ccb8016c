#include "realizer/tick/solving/held_hands.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "realizer/pose/gaze_keys.h"
#include "realizer/pose/interval.h"
#include "realizer/pose/kernels.h"
#include "realizer/solve/held_arm.h"
#include "realizer/tick/solving/gaze.h"

namespace kine {
namespace {

using enum body::Joint;
using pose::HeldKeys;
using solve::ArmRoot;

/// What a root hangs on: the joints from the hips outwards; and the head, which hands go with that
/// touch it.
constexpr std::array kHipsToHead = {Hips, Spine, Chest, UpperChest, Neck, Head};
constexpr std::size_t kChestLink = 3;

struct Place {
  Vec3 position_m;
  Quat character_from_joint;
};

Place below(const body::Body& body, const Place& parent, body::Joint joint, const Quat& turn) {
  const Vec3& offset = body.offsets_m[body::index_of(joint)];
  return {parent.position_m + parent.character_from_joint * offset,
          parent.character_from_joint * turn};
}

/// Where the parent of a joint is that is turned by `turn` against it.
Place above(const body::Body& body, const Place& child, body::Joint joint, const Quat& turn) {
  const Quat character_from_parent = child.character_from_joint * conjugate(turn);
  const Vec3& offset = body.offsets_m[body::index_of(joint)];
  return {child.position_m - character_from_parent * offset, character_from_parent};
}

ArmRoot root_on(const body::Body& body, const Place& chest, const body::ArmChain& arm,
                const Quat& shoulder_turn) {
  const Place shoulder = below(body, chest, arm.shoulder, shoulder_turn);
  return {below(body, shoulder, arm.upper_arm, {}).position_m, shoulder.character_from_joint};
}

/// Where each joint of the trunk is.
using TrunkPlaces = std::array<Place, kHipsToHead.size()>;

TrunkPlaces places_of_trunk(const body::Body& body, const pose::Pose& pose) {
  TrunkPlaces places;
  places[0] = {{pose.hips_m[0], pose.hips_m[1], pose.hips_m[2]}, normalized(pose.rotation(Hips))};
  for (std::size_t i = 1; i < kHipsToHead.size(); ++i) {
    places[i] =
        below(body, places[i - 1], kHipsToHead[i], normalized(pose.rotation(kHipsToHead[i])));
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
    std::array<pose::Arcs, pose::kBlocks> arcs;
    const std::size_t count = keys.blocks.size();
    if (moves) pose::set_up(keys, place.before, {squads.data(), count}, {arcs.data(), count});
    for (std::size_t i = 0; i < count; ++i) {
      pose::QuatBlock& block = pose_.rotations[keys.blocks[i]];
      if (moves) {
        pose::squad(squads[i], arcs[i], place.h, block);
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
  if (held.anchor == HeldKeys::Anchor::Head) {
    Place at = actual.back();
    for (const body::Joint joint : {Head, Neck}) at = above(body, at, joint, meant.turn(joint));
    return root_on(body, at, arm, meant.turn(arm.shoulder));
  }
  std::size_t link = 0;
  Place at{body.offsets_m[body::index_of(Hips)], meant.turn(Hips)};
  if (held.anchor == HeldKeys::Anchor::Hips) at = actual[0];
  if (held.anchor == HeldKeys::Anchor::Chest) at = actual[link = kChestLink];
  while (++link <= kChestLink)
    at = below(body, at, kHipsToHead[link], meant.turn(kHipsToHead[link]));
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

body::JointSet driven_by(const pose::Layer& layer) {
  return layer.keys->joints.joints | layer.keys->clip.joints;
}

/// Null for layers that hold nothing.
const HeldKeys* held_by(const pose::Layer& layer) {
  const bool is_held = layer.contents.solved == pose::Solved::Hands;
  return is_held ? layer.keys->find<HeldKeys>() : nullptr;
}

bool holds(const pose::Layer& layer, std::size_t side) {
  const HeldKeys* const keys = held_by(layer);
  return keys != nullptr && !keys->hands[side].empty();
}

float key_time_s(const pose::Layer& layer) {
  if (layer.keys->warps.empty()) return layer.time_s;
  return static_cast<float>(layer.keys->warps.key_time_s(layer.time_s));
}

/// The layer as it was blended.
pose::LayerSample sample_of(const pose::Layer& layer) {
  const bool plays_clip = !layer.keys->clip.blocks.empty();
  pose::LayerSample sample = plays_clip
                                 ? layer.interval->sample_at(layer.keys->clip, layer.time_s)
                                 : layer.interval->sample_at(layer.keys->joints, key_time_s(layer));
  sample.weight = layer.weight;
  return sample;
}

/// How much of an arm a layer has point.
double pointed_share(const pose::Layer& layer, std::size_t side) {
  if (layer.contents.solved != pose::Solved::Looks || layer.weight == 0) return 0;
  const auto* const keys = layer.keys->find<pose::GazeKeys>();
  if (keys == nullptr || keys->arm != static_cast<body::Side>(side)) return 0;
  const GazeMoment moment = moment_at(*keys, key_time_s(layer));
  const auto points = [&](std::size_t key) { return keys->keys[key].joints.empty() ? 0.0 : 1.0; };
  const double before = moment.key > 0 ? points(moment.key - 1) : 0;
  const double h = moment.h < 1 ? pose::least_jerk(moment.h) : 1;
  return layer.weight * (before + h * (points(moment.key) - before));
}

/// One arm of a job.
class Arm {
 public:
  Arm(const HoldJob& job, std::size_t side)
      : job_(job),
        side_(side),
        chain_(body::arm_chain(static_cast<body::Side>(side))),
        trunk_(places_of_trunk(job.body, job.shown)) {
    for (const body::Joint joint : {chain_.upper_arm, chain_.lower_arm, chain_.hand}) {
      joints_.insert(joint);
    }
  }

  void hold() {
    std::size_t count = 0;
    for (std::size_t i = lowest_seen(); i < job_.layers.size(); ++i) {
      const pose::Layer& layer = job_.layers[i];
      if (layer.weight == 0 || (driven_by(layer) & joints_).empty()) continue;
      job_.samples[count++] = sample_of(layer);
      if (!holds(layer, side_) || held_ == kHoldsAtOnceMax) continue;
      HeldKeys::Share share = share_at(held_by(layer)->hands[side_], key_time_s(layer));
      const auto left = static_cast<float>(left_by_pointing(i));
      share.place *= left;
      share.turn *= left;
      if (share.place > 0) hold_layer(i, share, job_.samples[count - 1]);
    }
    if (held_ == 0) return;
    const pose::Pose held = blended(count);
    const bool points = std::ranges::any_of(
        job_.layers, [&](const pose::Layer& layer) { return pointed_share(layer, side_) > 0; });
    if (points) return lay_on_pointing(held);
    for (const body::Joint joint : {chain_.upper_arm, chain_.lower_arm, chain_.hand}) {
      job_.output.set_rotation(joint, held.rotation(joint));
    }
  }

 private:
  pose::Pose blended(std::size_t count) const {
    pose::Pose pose;
    pose::blend_layers(job_.samples.first(count), job_.rest.rotations, {}, pose.rotations);
    return pose;
  }

  /// What an arm that points over a layer leaves of it.
  double left_by_pointing(std::size_t index) const {
    double left = 1;
    for (std::size_t i = index + 1; i < job_.layers.size(); ++i) {
      left *= 1 - pointed_share(job_.layers[i], side_);
    }
    return left;
  }

  /// The arm points, which no sample has: it is turned by as much as holding turned the blend.
  void lay_on_pointing(const pose::Pose& held) {
    std::size_t count = 0;
    for (std::size_t i = lowest_seen(); i < job_.layers.size(); ++i) {
      const pose::Layer& layer = job_.layers[i];
      if (layer.weight == 0 || (driven_by(layer) & joints_).empty()) continue;
      job_.samples[count++] = sample_of(layer);
    }
    const pose::Pose plain = blended(count);
    for (const body::Joint joint : {chain_.upper_arm, chain_.lower_arm, chain_.hand}) {
      const Quat turn =
          conjugate(normalized(plain.rotation(joint))) * normalized(held.rotation(joint));
      job_.output.set_rotation(joint, normalized(job_.output.rotation(joint)) * turn);
    }
  }

  /// The layers below it are hidden altogether, or let go.
  std::size_t lowest_seen() const {
    std::size_t held = 0;
    for (std::size_t i = job_.layers.size(); i-- > 0;) {
      const pose::Layer& layer = job_.layers[i];
      if (layer.weight == 0) continue;
      if (holds(layer, side_) && ++held == kHoldsAtOnceMax) break;
      if (layer.weight == 1 && (driven_by(layer) & joints_) == joints_) return i;
    }
    return 0;
  }

  /// What one layer makes of the arm, on a shoulder that others may shrug; where it moves nothing
  /// of it, as it was blended.
  pose::Pose alone(std::size_t index, const pose::LayerSample& own) const {
    constexpr std::size_t kShrugsMax = 4;
    std::array<pose::LayerSample, 1 + kShrugsMax> samples = {own};
    samples[0].weight = 1;
    std::size_t count = 1;
    for (std::size_t i = index + 1; i < job_.layers.size() && count < samples.size(); ++i) {
      const body::JointSet driven = driven_by(job_.layers[i]);
      if (!driven.contains(chain_.shoulder) || driven.contains(chain_.upper_arm)) continue;
      if (job_.layers[i].weight > 0) samples[count++] = sample_of(job_.layers[i]);
    }
    pose::Pose pose;
    pose::blend_layers({samples.data(), count}, job_.output.rotations, {}, pose.rotations);
    return pose;
  }

  /// What lies on top of a joint.
  Quat top(body::Joint joint) const {
    return normalized(conjugate(job_.output.rotation(joint)) * job_.shown.rotation(joint));
  }

  void hold_layer(std::size_t index, const HeldKeys::Share& share, pose::LayerSample& sample) {
    const pose::Layer& layer = job_.layers[index];
    pose::Pose pose = alone(index, sample);
    const ArmRoot actual =
        root_on(job_.body, trunk_[kChestLink], chain_,
                normalized(pose.rotation(chain_.shoulder)) * top(chain_.shoulder));
    const ArmRoot meant = meant_root(job_.body, *held_by(layer), key_time_s(layer), trunk_, chain_);
    const auto held_turn = [&](body::Joint joint) {
      const Quat blended = normalized(pose.rotation(joint));
      return slerp(blended * top(joint), blended, share.place);
    };
    const solve::ArmTurns turns = solve::hold_arm(
        job_.body,
        {.side = static_cast<body::Side>(side_),
         .meant = {actual.upper_arm_m + share.place * (meant.upper_arm_m - actual.upper_arm_m),
                   slerp(actual.character_from_shoulder, meant.character_from_shoulder,
                         share.place)},
         .actual = actual,
         .turns = {.upper_arm = held_turn(chain_.upper_arm),
                   .lower_arm = held_turn(chain_.lower_arm),
                   .hand = held_turn(chain_.hand)},
         .hand_held = share.turn});
    const auto set = [&](body::Joint joint, const Quat& turn) {
      pose.set_rotation(joint, turn * conjugate(top(joint)));
    };
    set(chain_.upper_arm, turns.upper_arm);
    set(chain_.lower_arm, turns.lower_arm);
    set(chain_.hand, turns.hand);

    auto& blocks = blocks_[held_++];
    for (std::size_t i = 0; i < sample.blocks.size(); ++i) {
      blocks[i] = pose.rotations[sample.blocks[i]];
    }
    sample = {.blocks = sample.blocks,
              .masks = sample.masks,
              .from = blocks.data(),
              .weight = sample.weight};
  }

  const HoldJob& job_;
  std::size_t side_;
  body::ArmChain chain_;
  body::JointSet joints_;
  TrunkPlaces trunk_;
  std::size_t held_ = 0;
  std::array<std::array<pose::QuatBlock, pose::kBlocks>, kHoldsAtOnceMax> blocks_;
};

}  // namespace

void hold_hands(const HoldJob& job) {
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    const bool is_held = std::ranges::any_of(
        job.layers, [&](const pose::Layer& layer) { return holds(layer, side); });
    if (is_held) Arm(job, side).hold();
  }
}

}  // namespace kine
