#include "realizer/motion/build/build.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "realizer/core/assert.h"
#include "realizer/motion/actuators/lip_sync.h"
#include "realizer/motion/actuators/look.h"
#include "realizer/motion/actuators/morphs.h"
#include "realizer/motion/actuators/speaker.h"
#include "realizer/motion/actuators/turn.h"
#include "realizer/motion/build/faces.h"
#include "realizer/motion/build/joint_segments.h"
#include "realizer/motion/build/sequence_segments.h"
#include "realizer/motion/build/setting_out.h"
#include "realizer/motion/build/shapes.h"
#include "realizer/motion/build/tremors.h"
#include "realizer/motion/clips/clip.h"
#include "realizer/motion/clips/shaped_clip.h"
#include "realizer/motion/ground/ground.h"
#include "realizer/plan/make/muscle_changes.h"
#include "realizer/plan/make/tension_changes.h"
#include "realizer/plan/sketches.h"
#include "realizer/script/words.h"

namespace kine::motion {
namespace {

/// Looks lie below what else the sequence asks of the same joints, but where one track asks for
/// both in turn.
void add_gaze_segments(const plan::Sequence& sequence, const body::Body& body, bool in_turn,
                       Block& block) {
  const pose::Warps warps = warps_of(sequence);
  for (const plan::Track& track : sequence.tracks) {
    if (has_other_goals(track) != in_turn) continue;
    for (const auto make : {make_gaze_keys, make_point_keys}) {
      pose::GazeKeys keys = make(track, sequence.frame, body);
      if (keys.empty()) continue;
      block.segments.push_back(
          segment_of(sequence, track, warps, std::make_shared<Look>(std::move(keys), warps)));
    }
  }
}

/// What lies on top of all others.
void add_turn_segments(const plan::Sequence& sequence, const body::Body& body, Block& block) {
  const pose::Warps warps = warps_of(sequence);
  for (const plan::Track& track : sequence.tracks) {
    pose::JointKeys keys = make_turn_keys(track, body);
    if (keys.key_count() == 0) continue;
    block.segments.push_back(segment_of(sequence, first_time_of(track.start, warps),
                                        std::make_shared<Turns>(std::move(keys), warps)));
    block.segments.back().relative = true;
  }
}

struct WalkTimes {
  Seconds from;
  Seconds to;
};

/// When walks of the plan's sequences begin and end.
std::vector<WalkTimes> times_of_walks(const plan::Plan& plan) {
  std::vector<WalkTimes> times;
  for (const plan::Sequence& sequence : plan.sequences) {
    for (const plan::Track& track : sequence.tracks) {
      for (const plan::Goal& goal : track.keys.back().goals) {
        const auto* walk = std::get_if<plan::Walk>(&goal);
        if (walk == nullptr || walk->faces_rad) continue;
        times.push_back({track.start, track.keys.back().time});
      }
    }
  }
  return times;
}

/// The walk that ends where another one begins: who walks on does not stop for it.
const WalkTimes* find_walk_before(std::span<const WalkTimes> walks, const GroundMove& walk) {
  constexpr Seconds kAtOnce{0.3};
  if (!walk.walks_to || walk.faces_rad) return nullptr;
  const auto found = std::ranges::find_if(walks, [&](const WalkTimes& before) {
    return before.to < walk.to && std::chrono::abs(before.to - walk.from) <= kAtOnce;
  });
  return found == walks.end() ? nullptr : &*found;
}

/// Steps and stances begin and end by themselves. Who walks on turns before the first walk is over,
/// but not before it has begun.
void add_ground_segments(const plan::Plan& plan, const plan::Sequence& sequence,
                         std::span<const WalkTimes> walks, Block& block) {
  constexpr Seconds kWalksOn{2.2};  // some four steps, one of which may be saved
  constexpr Seconds kUnderWay{0.1};
  const pose::Warps warps = warps_of(sequence);
  for (const plan::Track& track : sequence.tracks) {
    std::vector<GroundMove> moves = make_ground_moves(track, sequence);
    if (moves.empty()) continue;
    const WalkTimes* before = find_walk_before(walks, moves.front());
    moves.front().follows = before != nullptr;
    if (moves.front().walks_to && !moves.front().faces_rad && before == nullptr) {
      const double anticipation = plan::manner_of(plan, sequence)[script::kAnticipation];
      add_drop(sequence, first_time_of(track.start, warps), anticipation, block);
    }
    for (GroundMove& move : moves) {
      move.from = first_time_of(move.from, warps);
      move.to = first_time_of(move.to, warps);
    }
    Segment segment = segment_of(sequence, first_time_of(track.start, warps),
                                 std::make_shared<Ground>(std::move(moves)));
    segment.fade_in = segment.fade_out = Seconds{0};
    if (before != nullptr) {
      segment.start =
          std::min(segment.start, std::max(segment.start - kWalksOn, before->from + kUnderWay));
    }
    block.segments.push_back(std::move(segment));
  }
}

void add_channel_segments(const plan::Sequence& sequence, Block& block) {
  const pose::Warps warps = warps_of(sequence);
  std::map<Seconds, std::vector<plan::ChannelTrack>> by_start;
  for (const plan::ChannelTrack& track : sequence.channels) {
    by_start[track.start].push_back(track);
  }
  for (const auto& [start, tracks] : by_start) {
    block.segments.push_back(
        segment_of(sequence, first_time_of(start, warps), std::make_shared<Morphs>(tracks, warps)));
  }
}

/// Whose head moves by a model of what people do nods by that alone.
SpeakerAmount amount_of(const script::BodyLanguage& moves) {
  using enum script::BodyLanguageMode;
  const script::BodyLanguageMode mode = moves.mode.value_or(None);
  const bool is_still = mode == None || !moves.sections.head;
  return {.amount = is_still ? 0 : moves.amount, .nods = mode == Small || mode == Planned};
}

/// Other sounds without words leave lips, head and face as they are.
bool goes_by_sound(const script::BodyLanguage& moves) {
  using enum script::BodyLanguageMode;
  return moves.mode == Live || moves.mode == Delayed || moves.mode == Planned;
}

/// No warp bends what is said, for nobody hears it bent. A mouth closes after its sequence is over,
/// and after its block, if that ends with it.
void add_speech(const plan::Sequence& sequence, Block& block) {
  if (sequence.speech == nullptr) return;
  block.utterances.push_back(
      {.start = sequence.start, .track = sequence.speech, .id = sequence.id});
  const SpeechSpan span{.start = sequence.start,
                        .priority = sequence.priority,
                        .by_sound = goes_by_sound(sequence.body_language)};
  std::ranges::move(lip_sync_segments(sequence.speech, span), std::back_inserter(block.segments));
  std::ranges::move(speaker_segments(sequence.speech, span, amount_of(sequence.body_language)),
                    std::back_inserter(block.segments));
}

/// The warp of a whole sequence, which is all that bends its clips.
pose::Warps warps_of_clips(const plan::Sequence& sequence) {
  return {.whole = warps_of(sequence).whole, .movements = {}};
}

/// A clip begins and ends by itself. It comes before the poses of its sequence, which lie over it.
void add_clip_segments(const plan::Sequence& sequence, const body::Body& body,
                       const pose::Clips& clips, ClipShaper& shaped, Block& block) {
  const pose::Warps warps = warps_of_clips(sequence);
  for (const plan::Clip& played : sequence.clips) {
    const auto clip = clips.find(played.clip);
    KINE_ASSERT(clip != clips.end());
    auto actuator = std::make_shared<PlayedClip>(
        shaped(sequence, played, clip->second),
        PlayedClip::Options{.joints = body.groups[played.group].joints,
                            .start = played.time,
                            .speed = played.speed,
                            .playing = played.loop ? pose::Playing::Looped : pose::Playing::Once,
                            .warps = warps});
    const Seconds start = first_time_of(played.time, warps);
    const Seconds end = first_time_of(played.time + played.hold, warps);
    block.segments.push_back({.start = start,
                              .end = end + sequence.fade_out,
                              .fade_in = std::min(sequence.fade_in, end - start),
                              .fade_out = sequence.fade_out,
                              .weight = played.weight,
                              .priority = sequence.priority,
                              .constrained = false,
                              .actuator = std::move(actuator)});
    KINE_ASSERT(block.segments.back().valid());
  }
}

void add_life_changes(const plan::Sequence& sequence, Block& block) {
  const pose::Warps warps = warps_of(sequence);
  for (const plan::Pose& pose : sequence.poses) {
    for (const script::Autonomous& each : pose.autonomous) {
      auto setting = plan::find_life_setting(each.behaviour.text, each.value);
      if (!setting) continue;  // a classic script was warned
      setting->back = each.back;
      block.life.push_back(
          {.time = first_time_of(pose.time, warps), .setting = plan::brought_in_range(*setting)});
    }
  }
}

/// A target is set when the first pose that names it is reached. Each later one it has come to when
/// that is reached, on its way since the hold of the one before.
void add_target_moves(const plan::Sequence& sequence, Block& block) {
  const pose::Warps warps = warps_of(sequence);
  std::map<std::string_view, Seconds> stayed_until;
  for (const plan::Pose& pose : sequence.poses) {
    for (const script::PlaceTarget& place : pose.targets) {
      const Seconds there = first_time_of(pose.time, warps);
      const auto before = stayed_until.try_emplace(place.target.text, there).first;
      const Seconds from = std::min(before->second, there);
      block.targets.push_back({.time = from,
                               .target = place.target.text,
                               .point_m = place.point_m,
                               .over = there - from,
                               .part = sequence.id});
      before->second = first_time_of(pose.time + pose.hold, warps);
    }
  }
}

/// Changes of tension come when bent time comes to them.
void add_tension_changes(const plan::Plan& plan, const body::Body& body, Block& block) {
  plan::TensionChanges changes = plan::tension_changes(plan, body);
  for (std::size_t i = 0; i < changes.of_sequences.size(); ++i) {
    const pose::Warps warps = warps_of(plan.sequences[i]);
    for (plan::TensionChange& change : changes.of_sequences[i]) {
      const Seconds written_end = change.at + change.over;
      change.at = first_time_of(change.at, warps);
      if (change.from) change.over = first_time_of(written_end, warps) - change.at;
    }
  }
  block.tensions = plan::in_order(plan, body, changes);
}

/// The strokes of arms, as bent time has them.
void add_strokes(const plan::Sequence& sequence, const body::Body& body, Block& block) {
  const pose::Warps warps = warps_of(sequence);
  for (plan::ArmStroke stroke : plan::arm_strokes(sequence, body)) {
    stroke.start = first_time_of(stroke.start, warps);
    stroke.last_leg = first_time_of(stroke.last_leg, warps);
    stroke.end = first_time_of(stroke.end, warps);
    if (stroke.last_leg < stroke.end) block.strokes.push_back(stroke);
  }
}

std::string_view word_of(std::optional<script::Phase> phase) {
  return phase ? script::kPhaseWords[static_cast<std::size_t>(*phase)] : std::string_view();
}

void add_sync_points(const plan::Sequence& sequence, const Misses& misses, Block& block) {
  const pose::Warps warps = warps_of(sequence);
  const std::string prefix = block.id + ":" + sequence.id + ":";
  block.sync_points.push_back({sequence.start, prefix + "start"});
  for (std::size_t i = 0; i < sequence.poses.size(); ++i) {
    const plan::Pose& pose = sequence.poses[i];
    if (pose.id.empty()) continue;  // a property has put it in
    const Seconds time = first_time_of(pose.time, warps);
    const std::string of_pose = prefix + pose.id;
    const auto& [miss_m, goals] = misses[i];
    block.sync_points.push_back({.time = time,
                                 .id = of_pose,
                                 .phase = word_of(pose.phase),
                                 .miss_m = miss_m,
                                 .goals = goals});
    for (const std::string& id : pose.feedback_ids) {
      block.sync_points.push_back(
          {.time = time, .id = of_pose + ":" + id, .miss_m = miss_m, .goals = goals});
    }
  }
  block.sync_points.push_back({sequence.end(), prefix + "end"});
}

struct Sizes {
  std::size_t segments = 0;
  std::size_t strokes = 0;
  std::size_t sync_points = 0;
};

Sizes sizes_of(const Block& block) {
  return {block.segments.size(), block.strokes.size(), block.sync_points.size()};
}

/// What has come to the block since `before` is the sequence's.
void add_part(const plan::Sequence& sequence, const Sizes& before, Block& block) {
  const std::size_t part = block.parts.size();
  block.parts.push_back({.id = sequence.id,
                         .start = sequence.start,
                         .relaxed = sequence.end_of_holds(),
                         .end = sequence.end(),
                         .dynamics = sequence.dynamics,
                         .goes_with = sequence.goes_with});
  for (std::size_t i = before.segments; i < block.segments.size(); ++i) {
    block.segments[i].part = part;
    block.segments[i].weight *= sequence.weight;
  }
  for (std::size_t i = before.strokes; i < block.strokes.size(); ++i) block.strokes[i].part = part;
  for (std::size_t i = before.sync_points; i < block.sync_points.size(); ++i) {
    block.sync_points[i].part = part;
  }
}

}  // namespace

Block build(const plan::Plan& plan, const body::Body& body, const body::Placement& root_in_world,
            Diagnostics& diagnostics, const pose::Clips& clips,
            std::span<const plan::Property* const> properties) {
  Block block{.id = plan.id,
              .character = plan.character,
              .composition = plan.composition,
              .entrance = plan.entrance,
              .cues = plan.cues,
              .parts = {},
              .segments = {},
              .sync_points = {},
              .life = {},
              .idle_amount = plan::idle_amount_of(plan),
              .dynamics = plan.dynamics,
              .forces = plan.forces,
              .muscle_tensions = plan::muscle_changes(plan, body),
              .targets = {},
              .warnings = {},
              .end = plan.end()};
  const plan::PropertyContext context{
      .body = body, .placement = root_in_world, .diagnostics = diagnostics};
  ClipShaper shaped(plan, body, diagnostics);
  Tremors tremors(plan, body, clips, diagnostics);
  const std::vector<WalkTimes> walks = times_of_walks(plan);
  Shapes shapes(body);
  add_block_shape(plan, shapes, block);
  add_block_face(plan, block);
  for (const plan::Sequence& sequence : plan.sequences) {
    const Sizes before = sizes_of(block);
    add_sequence_shape(plan, sequence, shapes, block);
    add_sequence_face(plan, sequence, block);
    add_clip_segments(sequence, body, clips, shaped, block);
    add_gaze_segments(sequence, body, false, block);
    const Misses misses = add_joint_segments(plan, sequence, properties, context, shapes, block);
    add_gaze_segments(sequence, body, true, block);
    add_turn_segments(sequence, body, block);
    tremors.add(sequence, block);
    add_ground_segments(plan, sequence, walks, block);
    add_channel_segments(sequence, block);
    add_speech(sequence, block);
    add_life_changes(sequence, block);
    add_target_moves(sequence, block);
    add_strokes(sequence, body, block);
    block.relaxed = std::max(block.relaxed, sequence.end_of_holds());
    if (sequence.goes_with.empty()) add_sync_points(sequence, misses, block);
    add_part(sequence, before, block);
  }
  add_tension_changes(plan, body, block);
  for (const std::string& message : plan.feedback_messages) {
    block.sync_points.push_back({block.end, block.id + ":" + message});
  }
  for (Segment& segment : block.segments) {
    segment.arm = arm_of(*segment.actuator);
    // What shifts is the state from then on, whoever shifted before.
    segment.yields = plan.entrance.yields && !segment.lasting;
  }
  std::ranges::stable_sort(block.segments, {}, &Segment::start);
  std::ranges::stable_sort(block.utterances, {}, &Utterance::start);
  std::ranges::stable_sort(block.strokes, {}, &plan::ArmStroke::end);
  std::ranges::stable_sort(block.life, {}, &LifeChange::time);
  std::ranges::stable_sort(block.targets, {}, &TargetMove::time);
  std::ranges::stable_sort(block.sync_points, {}, &SyncPoint::time);
  return block;
}

}  // namespace kine::motion
