#include "realizer/motion/build/joint_segments.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "realizer/motion/actuators/body_motion.h"
#include "realizer/motion/actuators/figure.h"
#include "realizer/motion/actuators/held.h"
#include "realizer/motion/actuators/key_poses.h"
#include "realizer/motion/build/sequence_segments.h"
#include "realizer/plan/names/places.h"

namespace kine::motion {
namespace {

bool is_realized_key(const plan::Key& key) { return std::ranges::any_of(key.goals, is_realized); }

/// A key that a pose reaches, of the track of this number.
struct Reached {
  std::size_t track = 0;
  const plan::Key* key = nullptr;
};

/// Its poses, and what each of them reaches.
struct SolvedSequence {
  plan::SolvedPoses solved;
  std::vector<std::vector<Reached>> reached;  // of each of them; never empty
  Misses misses_m;                            // of the poses of the sequence
};

/// What of the pose is realized, by the tracks that have a key there.
std::vector<Reached> reached_by(const plan::Sequence& sequence, std::size_t pose,
                                std::vector<std::size_t>& next_keys) {
  std::vector<Reached> reached;
  for (std::size_t i = 0; i < sequence.tracks.size(); ++i) {
    const plan::Track& track = sequence.tracks[i];
    if (next_keys[i] == track.keys.size() || track.keys[next_keys[i]].pose != pose) continue;
    const plan::Key& key = track.keys[next_keys[i]++];
    if (is_realized_key(key)) reached.push_back({i, &key});
  }
  return reached;
}

body::JointSet hard_hands(const plan::Sequence& sequence, std::span<const Asked> asked) {
  body::JointSet hands;
  for (const Asked& each : asked) {
    const auto* reach = std::get_if<plan::Reach>(each.goal);
    const bool is_hard =
        reach != nullptr && (reach->keep || sequence.frame == script::Space::World);
    const auto hand = is_hard ? plan::hand_of(reach->joint) : std::nullopt;
    if (hand) hands.insert(*hand);
  }
  return hands;
}

/// Pose by pose, so that an arm stands on the torso of its own pose.
SolvedSequence solve_poses(const plan::Sequence& sequence, const body::Body& body,
                           const body::Placement& placement, Diagnostics& diagnostics) {
  SolvedSequence result{.solved = {}, .reached = {}, .misses_m = Misses(sequence.poses.size(), 0)};
  Figure figure(body, {.frame = sequence.frame, .placement = placement}, diagnostics);
  std::vector<std::size_t> next_keys(sequence.tracks.size(), 0);
  for (std::size_t pose = 0; pose < sequence.poses.size(); ++pose) {
    std::vector<Reached> reached = reached_by(sequence, pose, next_keys);
    if (reached.empty()) continue;
    std::vector<Asked> asked;
    for (const auto& [track, key] : reached) {
      const body::JointSet joints = body.groups[sequence.tracks[track].group].joints;
      for (const plan::Goal& goal : key->goals) asked.push_back({joints, &goal});
    }
    figure.take(asked);
    result.misses_m[pose] = figure.miss_m();
    result.solved.poses.push_back({.pose = pose,
                                   .time = sequence.poses[pose].time,
                                   .hold = sequence.poses[pose].hold,
                                   .rotations = figure.rotations(),
                                   .hard = hard_hands(sequence, asked)});
    result.reached.push_back(std::move(reached));
  }
  return result;
}

/// Those joints of a track that come to its poses at one time.
struct SolvedTrack {
  std::size_t track = 0;
  Seconds earlier{0};
  pose::JointKeys keys;
  pose::HeldKeys held = {};
};

/// Of each track as many as there are times, without keys. What holds hands is with the hand.
std::vector<SolvedTrack> parts_of_tracks(const plan::Sequence& sequence, const body::Body& body,
                                         const plan::SolvedPoses& solved) {
  std::vector<SolvedTrack> parts;
  for (std::size_t i = 0; i < sequence.tracks.size(); ++i) {
    const plan::Track& track = sequence.tracks[i];
    std::map<Seconds, body::JointSet> by_time;
    for (std::size_t joint = 0; joint < body::kJointCount; ++joint) {
      const bool is_driven = body.groups[track.group].joints.contains(body::joint_at(joint));
      if (is_driven) by_time[solved.earlier[joint]].insert(body::joint_at(joint));
    }
    for (const auto& [earlier, joints] : by_time) {
      parts.push_back({.track = i, .earlier = earlier, .keys = pose::JointKeys::of(joints)});
      const bool has_hand =
          joints.contains(body::Joint::LeftHand) || joints.contains(body::Joint::RightHand);
      if (has_hand || by_time.size() == 1)
        parts.back().held = make_held_keys(track, sequence.frame);
    }
  }
  return parts;
}

/// The keys of each; what nothing is realized of has none.
std::vector<SolvedTrack> solved_tracks(const plan::Sequence& sequence, const body::Body& body,
                                       const SolvedSequence& result) {
  std::vector<SolvedTrack> parts = parts_of_tracks(sequence, body, result.solved);
  for (std::size_t i = 0; i < result.reached.size(); ++i) {
    const auto& rotations = result.solved.poses[i].rotations;
    for (const auto& [track, key] : result.reached[i]) {
      for (SolvedTrack& part : parts) {
        if (part.track != track) continue;
        const Seconds time = key->time - part.earlier;
        append_key(rotations, time, key->hold, key->tcb, part.keys);
        if (!part.held.empty()) append_held(rotations, *key, time, part.held);
      }
    }
  }
  return parts;
}

/// From when the first of its tracks sets out.
void add_body_segment(const plan::Sequence& sequence, const plan::SolvedPoses& solved,
                      const pose::Warps& warps, Block& block) {
  if (sequence.tracks.empty()) return;
  const Seconds start = std::ranges::min(sequence.tracks, {}, &plan::Track::start).start;
  pose::BodyKeys body = make_body_keys(solved, start);
  if (body.empty()) return;
  block.segments.push_back(segment_of(sequence, first_time_of(start, warps),
                                      std::make_shared<BodyMotion>(std::move(body), warps)));
}

}  // namespace

Misses add_joint_segments(const plan::Plan& plan, const plan::Sequence& sequence,
                          std::span<const plan::Property* const> properties,
                          const plan::PropertyContext& context, Block& block) {
  const pose::Warps warps = warps_of(sequence);
  SolvedSequence solved =
      solve_poses(sequence, context.body, context.placement, context.diagnostics);
  for (const plan::Property* const property : properties) {
    property->shape(plan, sequence, context, solved.solved);
  }
  add_body_segment(sequence, solved.solved, warps, block);
  for (SolvedTrack& part : solved_tracks(sequence, context.body, solved)) {
    if (part.keys.key_count() == 0) continue;
    block.segments.push_back(
        segment_of(sequence, sequence.tracks[part.track], warps,
                   std::make_shared<KeyPoses>(std::move(part.keys), warps, std::move(part.held))));
  }
  return std::move(solved.misses_m);
}

}  // namespace kine::motion
