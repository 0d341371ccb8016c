#include "realizer/motion/build/joint_segments.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/motion/actuators/body_motion.h"
#include "realizer/motion/actuators/figure.h"
#include "realizer/motion/actuators/held.h"
#include "realizer/motion/actuators/key_poses.h"
#include "realizer/motion/build/sequence_segments.h"
#include "realizer/motion/build/shapes.h"
#include "realizer/plan/names/places.h"
#include "realizer/plan/sketches.h"
#include "realizer/script/sketch.h"
#include "realizer/solve/arm_shape.h"
#include "realizer/solve/involvement.h"

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

/// What of the body is free to go along with the arms: a sequence that moves the trunk says itself
/// what that does.
solve::TakingPart parts_beside(const plan::Sequence& sequence, const body::Body& body) {
  const bool moves_trunk = std::ranges::any_of(sequence.tracks, [&](const plan::Track& track) {
    const body::JointSet joints = body.groups[track.group].joints;
    return std::any_of(body::kSpineJoints.begin(), body::kSpineJoints.begin() + body::kTrunkJoints,
                       [&](body::Joint joint) { return joints.contains(joint); });
  });
  return moves_trunk ? solve::TakingPart::Clavicles : solve::TakingPart::WholeBody;
}

/// Arms that are free are shaped as sketches say, and the body goes along with the arms of its last
/// pose, which are solved again on it.
void take_part(const plan::Plan& plan, const plan::Sequence& sequence, const body::Body& body,
               std::span<const Asked> asked, Figure& figure, plan::SolvedPose& solved) {
  const plan::Pose& pose = sequence.poses[solved.pose];
  const double involvement = involvement_of(plan, sequence, pose);
  solved.shape = shape_at(plan, sequence, pose, body);
  const std::array arms = {solve::reach_of(body, body::Side::Left, solved.rotations),
                           solve::reach_of(body, body::Side::Right, solved.rotations)};
  solved.body = solve::involvement_of(arms, involvement, parts_beside(sequence, body));
  if (solved.body != body::BodyOffsets{} || solved.shape != body::BodyOffsets{}) {
    solved.rotations = figure.rotations_on(solved.body, solved.hard, solved.shape, asked);
  }
  for (const body::Side side : body::kSides) {
    if (solved.hard.contains(body::arm_chain(side).hand)) continue;
    const script::Expressivity& manner = manner_of(plan, sequence, pose, side);
    solve::shape_arm(body, side, manner[script::kExtent], manner[script::kElbows],
                     solved.rotations);
  }
}

/// Pose by pose, so that an arm stands on the torso of its own pose.
SolvedSequence solve_poses(const plan::Plan& plan, const plan::Sequence& sequence,
                           const body::Body& body, const body::Placement& placement,
                           Diagnostics& diagnostics) {
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
    take_part(plan, sequence, body, asked, figure, result.solved.poses.back());
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

/// Hands that stay at their places while the body goes along.
body::JointSet held_hard(const plan::SolvedPoses& solved) {
  body::JointSet hard;
  bool moves_body = false;
  for (const plan::SolvedPose& pose : solved.poses) {
    hard = hard | pose.hard;
    moves_body = moves_body || pose.body + pose.shape != body::BodyOffsets{};
  }
  return moves_body ? hard : body::JointSet();
}

/// Of each track as many as there are times, without keys. What holds hands is with the hand.
std::vector<SolvedTrack> parts_of_tracks(const plan::Sequence& sequence, const body::Body& body,
                                         const plan::SolvedPoses& solved) {
  std::vector<SolvedTrack> parts;
  const body::JointSet hard = held_hard(solved);
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
        parts.back().held = make_held_keys(track, sequence.frame, hard);
    }
  }
  return parts;
}

/// The keys of each; what nothing is realized of has none.
std::vector<SolvedTrack> solved_tracks(const plan::Sequence& sequence, const body::Body& body,
                                       const SolvedSequence& result) {
  const body::JointSet hard = held_hard(result.solved);
  std::vector<SolvedTrack> parts = parts_of_tracks(sequence, body, result.solved);
  for (std::size_t i = 0; i < result.reached.size(); ++i) {
    const plan::SolvedPose& pose = result.solved.poses[i];
    const auto carrying = turned(pose.body + pose.shape, pose.rotations);
    for (const auto& [track, key] : result.reached[i]) {
      for (SolvedTrack& part : parts) {
        if (part.track != track) continue;
        const Seconds time = key->time - part.earlier;
        append_key(pose.rotations, time, key->hold, key->tcb, part.keys);
        if (!part.held.empty()) append_held(carrying, *key, time, part.held, hard);
      }
    }
  }
  return parts;
}

/// A body goes back a little before its arms do, which it carries: its way is the slower for it,
/// and hands do not fall.
Seconds goes_first_by(const plan::Sequence& sequence) {
  constexpr double kShare = 0.25;  // of the way back
  if (sequence.poses.empty()) return Seconds{0};
  const plan::Pose* const back = sequence.find_way_back();
  const std::size_t asked = sequence.poses.size() - (back != nullptr ? 1 : 0);
  const Seconds hold = asked == 0 ? Seconds{0} : sequence.poses[asked - 1].hold;
  return std::min(kShare * sequence.gives_back_over(), hold);
}

/// From when the first of its tracks sets out.
void add_body_segment(const plan::Sequence& sequence, const plan::SolvedPoses& solved,
                      const pose::Warps& warps, Block& block) {
  if (sequence.tracks.empty()) return;
  const Seconds start = std::ranges::min(sequence.tracks, {}, &plan::Track::start).start;
  pose::BodyKeys body = make_body_keys(solved, start);
  if (body.empty()) return;
  Segment segment = segment_of(sequence, first_time_of(start, warps),
                               std::make_shared<BodyMotion>(std::move(body), warps));
  segment.fade_out += std::min(goes_first_by(sequence),
                               segment.end - segment.start - segment.fade_in - segment.fade_out);
  KINE_ASSERT(segment.valid());
  block.segments.push_back(std::move(segment));
}

}  // namespace

Misses add_joint_segments(const plan::Plan& plan, const plan::Sequence& sequence,
                          std::span<const plan::Property* const> properties,
                          const plan::PropertyContext& context, Block& block) {
  const pose::Warps warps = warps_of(sequence);
  SolvedSequence solved =
      solve_poses(plan, sequence, context.body, context.placement, context.diagnostics);
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
