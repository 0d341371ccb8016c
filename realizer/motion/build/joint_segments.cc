#include "realizer/motion/build/joint_segments.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/core/number.h"
#include "realizer/core/random.h"
#include "realizer/motion/actuators/body_motion.h"
#include "realizer/motion/actuators/figure.h"
#include "realizer/motion/actuators/held.h"
#include "realizer/motion/actuators/key_poses.h"
#include "realizer/motion/build/sequence_segments.h"
#include "realizer/motion/build/shapes.h"
#include "realizer/motion/transit_of.h"
#include "realizer/plan/names/places.h"
#include "realizer/plan/sketches.h"
#include "realizer/script/sketch.h"
#include "realizer/solve/arm_shape.h"
#include "realizer/solve/body_solver.h"
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
  Misses misses;                              // of the poses of the sequence
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
    if (reach == nullptr || reach->touch || !plan::is_hard(*reach, sequence.frame)) continue;
    if (const auto hand = plan::hand_of(reach->joint)) hands.insert(*hand);
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

/// What a shape makes of the body beside what it makes of one whose arms hang: where arms, trunk
/// and what goes along take the centre of mass, the hips bring it back; what holds a hand comes
/// into its reach.
body::BodyOffsets answer_to(const plan::SolvedPose& solved, const solve::Shape& shape,
                            const body::Body& body) {
  if (solved.shape == body::BodyOffsets{}) return {};
  solve::BodyProblem problem{.shape = shape, .rotations = solved.rotations, .beneath = solved.body};
  const body::Body::Model model = body.compute_model(solved.rotations);
  for (const body::Side side : body::kSides) {
    const body::Joint hand = body::arm_chain(side).hand;
    if (!solved.hard.contains(hand)) continue;
    problem.wrists_m[static_cast<std::size_t>(side)] = model.positions_m[body::index_of(hand)];
  }
  return solve_body(body, problem).offsets + -1.0 * solved.shape;
}

/// Arms that are free are shaped as sketches say, and the body goes along with the arms of its last
/// pose, which are solved again on it.
void take_part(const plan::Plan& plan, const plan::Sequence& sequence,
               const plan::PropertyContext& context, std::span<const Asked> asked, Shapes& shapes,
               Figure& figure, plan::SolvedPose& solved) {
  const body::Body& body = context.body;
  const plan::Pose& pose = sequence.poses[solved.pose];
  const double involvement = involvement_of(plan, sequence, pose);
  const solve::Shape shape = shape_at(plan, sequence, pose);
  solved.shape = shapes.offsets_of(shape);
  const std::array arms = {solve::reach_of(body, body::Side::Left, solved.rotations),
                           solve::reach_of(body, body::Side::Right, solved.rotations)};
  solved.body = body::within_limits(
      body, solve::involvement_of(arms, involvement, parts_beside(sequence, body)), solved.shape);
  solved.body = solved.body + answer_to(solved, shape, body);
  if (solved.body != body::BodyOffsets{} || solved.shape != body::BodyOffsets{}) {
    solved.rotations = figure.rotations_on(solved.body, solved.hard, solved.shape, asked);
  }
  for (const body::Side side : body::kSides) {
    if ((solved.hard | solved.touching).contains(body::arm_chain(side).hand)) continue;
    const script::Expressivity& manner = manner_of(plan, sequence, pose, side);
    solve::shape_arm(body, side, manner[script::kExtent], manner[script::kElbows],
                     solved.rotations);
  }
}

/// Pose by pose, so that an arm stands on the torso of its own pose.
SolvedSequence solve_poses(const plan::Plan& plan, const plan::Sequence& sequence,
                           const plan::PropertyContext& context, Shapes& shapes) {
  const body::Body& body = context.body;
  SolvedSequence result{.solved = {}, .reached = {}, .misses = Misses(sequence.poses.size())};
  Figure figure(body, {.frame = sequence.frame, .placement = context.placement},
                context.diagnostics);
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
    result.misses[pose] = {figure.miss_m(), figure.goals()};
    result.solved.poses.push_back({.pose = pose,
                                   .time = sequence.poses[pose].time,
                                   .hold = sequence.poses[pose].hold,
                                   .rotations = figure.rotations(),
                                   .hard = hard_hands(sequence, asked),
                                   .touching = touching_hands(asked, body)});
    take_part(plan, sequence, context, asked, shapes, figure, result.solved.poses.back());
    result.reached.push_back(std::move(reached));
  }
  return result;
}

/// Whether it is one of the hands, or carries one.
bool carries_any(body::JointSet hands, body::Joint joint) {
  return std::ranges::any_of(body::kSides, [&](body::Side side) {
    std::optional<body::Joint> at = body::arm_chain(side).hand;
    if (!hands.contains(*at)) return false;
    while (at && *at != joint) at = body::parent_of(*at);
    return at.has_value();
  });
}

/// The same for the same sequence of the same character.
std::uint64_t seed_of(const plan::Plan& plan, const plan::Sequence& sequence) {
  return key_of(plan.character + "/" + sequence.id);
}

/// Those joints of a track that come to its poses at one time, and go there in one way.
struct SolvedTrack {
  std::size_t track = 0;
  Seconds earlier{0};
  bool waits = false;  // for a hand that must be in its place
  pose::JointKeys keys;
  pose::HeldKeys held = {};
  std::vector<Transit> transits = {};  // to each of the solved poses; none: all go as they are
  std::optional<Transit> way_back = {};
  Transits of_keys = {};  // to each of the keys
};

/// The transit of a joint to each of the solved poses; none where no sketch has a transition.
std::vector<Transit> transits_of(const plan::Plan& plan, const plan::Sequence& sequence,
                                 const plan::SolvedPoses& solved, const body::Body& body,
                                 body::Joint joint) {
  std::vector<Transit> transits;
  if (!has_transitions(plan, sequence)) return transits;
  for (const plan::SolvedPose& pose : solved.poses) {
    const Transit transit = transit_of(plan, sequence, sequence.poses[pose.pose], body, joint);
    transits.push_back(carries_any(pose.hard | pose.touching, joint) ? hard(transit) : transit);
  }
  if (std::ranges::none_of(transits, &Transit::changes)) transits.clear();
  return transits;
}

/// A hand that must be at its place loses what would keep it from there.
void warn_of_hard_hands(const plan::Plan& plan, const plan::Sequence& sequence,
                        const plan::SolvedPoses& solved, const plan::PropertyContext& context) {
  if (!has_transitions(plan, sequence)) return;
  for (const plan::SolvedPose& solved_pose : solved.poses) {
    const plan::Pose& pose = sequence.poses[solved_pose.pose];
    for (const body::Side side : body::kSides) {
      const body::Joint hand = body::arm_chain(side).hand;
      if (!solved_pose.hard.contains(hand)) continue;
      const Transit asked = transit_of(plan, sequence, pose, context.body, hand);
      if (hard(asked) == asked) continue;
      return context.diagnostics.warn(
          sequence.where, std::string(body::name_of(hand)) + " of sequence " + quoted(sequence.id) +
                              " must be in its place: it is not incomplete, does not sink and does "
                              "not drift, whatever its transition says");
    }
  }
}

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

/// Joints of a track that move together.
struct Together {
  Seconds earlier{0};
  bool waits = false;  // they come before a hand that must be in its place
  std::vector<Transit> transits = {};
  std::optional<Transit> way_back = {};
  body::JointSet joints = {};
};

/// In the order of their times.
std::vector<Together> moved_together(const plan::Plan& plan, const plan::Sequence& sequence,
                                     const body::Body& body, const plan::SolvedPoses& solved,
                                     body::JointSet driven) {
  std::vector<Together> all;
  body::JointSet hard;
  for (const plan::SolvedPose& pose : solved.poses) hard = hard | pose.hard | pose.touching;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const body::Joint joint = body::joint_at(i);
    if (!driven.contains(joint)) continue;
    std::vector<Transit> transits = transits_of(plan, sequence, solved, body, joint);
    const Seconds earlier = solved.earlier[i];
    const bool waits = earlier > Seconds{0} && carries_any(hard, joint);
    const std::optional<Transit> way_back = transit_back(plan, sequence, body, joint);
    const auto found = std::ranges::find_if(all, [&](const Together& each) {
      return each.earlier == earlier && each.waits == waits && each.transits == transits &&
             each.way_back == way_back;
    });
    Together& together = found != all.end()
                             ? *found
                             : all.emplace_back(Together{.earlier = earlier,
                                                         .waits = waits,
                                                         .transits = std::move(transits),
                                                         .way_back = way_back});
    together.joints.insert(joint);
  }
  std::ranges::stable_sort(all, {}, &Together::earlier);
  return all;
}

/// An arm that holds a hand is turned anew, each joint by the keys that move it.
bool moves_an_arm(body::JointSet joints) {
  return std::ranges::any_of(body::kSides, [&](body::Side side) {
    const body::ArmChain arm = body::arm_chain(side);
    return joints.contains(arm.upper_arm) || joints.contains(arm.lower_arm) ||
           joints.contains(arm.hand);
  });
}

/// Of each track as many as move together, without keys.
std::vector<SolvedTrack> parts_of_tracks(const plan::Plan& plan, const plan::Sequence& sequence,
                                         const body::Body& body, const plan::SolvedPoses& solved) {
  std::vector<SolvedTrack> parts;
  const body::JointSet hard = held_hard(solved);
  for (std::size_t i = 0; i < sequence.tracks.size(); ++i) {
    const plan::Track& track = sequence.tracks[i];
    std::vector<Together> all =
        moved_together(plan, sequence, body, solved, body.groups[track.group].joints);
    for (Together& each : all) {
      parts.push_back({.track = i,
                       .earlier = each.earlier,
                       .waits = each.waits,
                       .keys = pose::JointKeys::of(each.joints),
                       .transits = std::move(each.transits),
                       .way_back = each.way_back});
      if (moves_an_arm(each.joints))
        parts.back().held = make_held_keys(body, track, sequence.frame, hard);
    }
  }
  return parts;
}

/// A key of joints that come earlier. A hard hand is held from its arrival: those that carry it
/// wait for it.
plan::Key as_it_comes(plan::Key key, const plan::SolvedPose& pose, const SolvedTrack& part) {
  key.time -= part.earlier;
  if (part.waits && !(pose.hard | pose.touching).empty()) key.hold += part.earlier;
  return key;
}

/// The keys of each; what nothing is realized of has none.
std::vector<SolvedTrack> solved_tracks(const plan::Plan& plan, const plan::Sequence& sequence,
                                       const body::Body& body, const SolvedSequence& result) {
  const body::JointSet hard = held_hard(result.solved);
  std::vector<SolvedTrack> parts = parts_of_tracks(plan, sequence, body, result.solved);
  for (std::size_t i = 0; i < result.reached.size(); ++i) {
    const plan::SolvedPose& pose = result.solved.poses[i];
    const auto carrying = turned(pose.body + pose.shape, pose.rotations);
    for (const auto& [track, key] : result.reached[i]) {
      for (SolvedTrack& part : parts) {
        if (part.track != track) continue;
        const plan::Key own = as_it_comes(*key, pose, part);
        append_key(pose.rotations, own.time, own.hold, own.tcb, part.keys);
        if (!part.transits.empty()) {
          part.of_keys.transits.push_back(part.transits[i]);
          part.of_keys.transits.resize(part.keys.key_count());  // what holds has no transit
        }
        if (!part.held.empty()) append_held(carrying, own, own.time, part.held, hard);
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
void add_body_segment(const plan::Plan& plan, const plan::Sequence& sequence,
                      const body::Body& body, const plan::SolvedPoses& solved,
                      const pose::Warps& warps, Block& block) {
  if (sequence.tracks.empty()) return;
  const Seconds start = std::ranges::min(sequence.tracks, {}, &plan::Track::start).start;
  pose::BodyKeys keys = make_body_keys(solved, start);
  if (keys.empty()) return;
  Segment segment = segment_of(sequence, first_time_of(start, warps),
                               std::make_shared<BodyMotion>(std::move(keys), warps));
  segment.fade_out += std::min(goes_first_by(sequence),
                               segment.end - segment.start - segment.fade_in - segment.fade_out);
  segment.way_back = transit_back(plan, sequence, body, body::Joint::Hips);
  KINE_ASSERT(segment.valid());
  block.segments.push_back(std::move(segment));
}

}  // namespace

Misses add_joint_segments(const plan::Plan& plan, const plan::Sequence& sequence,
                          std::span<const plan::Property* const> properties,
                          const plan::PropertyContext& context, Shapes& shapes, Block& block) {
  const pose::Warps warps = warps_of(sequence);
  SolvedSequence solved = solve_poses(plan, sequence, context, shapes);
  for (const plan::Property* const property : properties) {
    property->shape(plan, sequence, context, solved.solved);
  }
  warn_of_hard_hands(plan, sequence, solved.solved, context);
  add_body_segment(plan, sequence, context.body, solved.solved, warps, block);
  for (SolvedTrack& part : solved_tracks(plan, sequence, context.body, solved)) {
    if (part.keys.key_count() == 0) continue;
    part.of_keys.seed = seed_of(plan, sequence);
    block.segments.push_back(
        segment_of(sequence, sequence.tracks[part.track], warps,
                   std::make_shared<KeyPoses>(std::move(part.keys), warps, std::move(part.held),
                                              std::move(part.of_keys))));
    block.segments.back().way_back = part.way_back;
  }
  return std::move(solved.misses);
}

}  // namespace kine::motion
