#include "realizer/tick/arm_foresight.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "realizer/math/ease.h"
#include "realizer/pose/blend.h"

namespace kine {
namespace {

/// A segment that plays, or will.
struct Foreseen {
  const motion::Segment* plan = nullptr;
  Seconds block_start{0};
  const PlayingBlock* playing = nullptr;
  std::shared_ptr<const pose::Keys> keys;  // null: it waits
  pose::Interval interval = {};
};

/// What carries an upper chest, from the top down.
constexpr std::array kChestToSpine = {body::Joint::UpperChest, body::Joint::Chest,
                                      body::Joint::Spine};

/// Whose turns the way of a wrist depends on.
body::JointSet joints_of(body::Side side, dynamics::FrameOf frame) {
  const body::ArmChain chain = body::arm_chain(side);
  body::JointSet joints;
  for (const body::Joint joint : {chain.shoulder, chain.upper_arm, chain.lower_arm, chain.hand}) {
    joints.insert(joint);
  }
  if (frame == dynamics::FrameOf::Chest) return joints;
  for (const body::Joint joint : kChestToSpine) joints.insert(joint);
  if (frame == dynamics::FrameOf::World) joints.insert(body::Joint::Hips);
  return joints;
}

/// The arms' part of the shard's schedule, run ahead.
class Rehearsal {
 public:
  Rehearsal(const Foresight& foresight, body::JointSet joints, Seconds step)
      : foresight_(foresight), joints_(joints), step_(step) {
    for (const ActiveSegment& active : foresight.state.segments) {
      if (!moves(active.plan)) continue;
      playing_.push_back({.plan = &active.plan,
                          .block_start = foresight.rate.between(foresight.tick, active.block_start),
                          .playing = find_block(active.block),
                          .keys = active.keys});
    }
    for (const PlayingBlock& playing : foresight.state.blocks) note_waiting(playing);
    std::ranges::stable_sort(
        waiting_, {}, [](const Foreseen& each) { return each.block_start + each.plan->start; });
    blend(Seconds{0});
    before_ = pose_;
  }

  const pose::Pose& pose_at(Seconds time) {
    while (next_ < waiting_.size() &&
           waiting_[next_].block_start + waiting_[next_].plan->start <= time) {
      bind(std::move(waiting_[next_++]), time);
    }
    before_ = pose_;
    blend(time);
    return pose_;
  }

 private:
  bool moves(const motion::Segment& segment) const {
    return !segment.relative && !(segment.actuator->joints() & joints_).empty();
  }

  const PlayingBlock* find_block(BlockId id) const {
    const auto found = std::ranges::find(foresight_.state.blocks, id, &PlayingBlock::id);
    return found == foresight_.state.blocks.end() ? nullptr : &*found;
  }

  void note_waiting(const PlayingBlock& playing) {
    if (playing.interrupted) return;
    const std::vector<motion::Segment>& segments = playing.block->segments;
    for (std::size_t i = playing.segments_bound; i < segments.size(); ++i) {
      if (!moves(segments[i]) || playing.is_bound(i)) continue;
      waiting_.push_back({.plan = &segments[i],
                          .block_start = foresight_.rate.between(foresight_.tick, playing.start),
                          .playing = &playing,
                          .keys = nullptr});
    }
  }

  void bind(Foreseen segment, Seconds time) {
    const Seconds last = time - step_ - segment.block_start;
    const Seconds start = std::max(segment.plan->start, last);
    const motion::Entry entry{.pose = &pose_,
                              .pose_before = &before_,
                              .step = step_,
                              .time = start,
                              .later = start - last};
    segment.keys =
        std::make_shared<pose::Keys>(segment.plan->actuator->compile(entry, foresight_.body));
    const auto rank = [](const Foreseen& each) {
      return std::pair(each.plan->priority, each.plan->constrained);
    };
    const auto place =
        std::upper_bound(playing_.begin(), playing_.end(), segment,
                         [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    playing_.insert(place, std::move(segment));
  }

  float weight_of(const Foreseen& segment, Seconds time) const {
    const float weight = segment.plan->weight_at(time - segment.block_start);
    if (segment.playing == nullptr || !segment.playing->interrupted) return weight;
    const PlayingBlock::Fade& fade = *segment.playing->interrupted;
    const Seconds passed = time - foresight_.rate.between(foresight_.tick, fade.from);
    return passed >= fade.length ? 0 : weight * static_cast<float>(eased(1 - passed / fade.length));
  }

  void blend(Seconds time) {
    layers_.clear();
    for (Foreseen& segment : playing_) {
      const float weight = weight_of(segment, time);
      if (weight == 0) continue;
      layers_.push_back({.keys = segment.keys.get(),
                         .contents = pose::Contents::of(*segment.keys),
                         .interval = &segment.interval,
                         .time_s = static_cast<float>((time - segment.block_start).count()),
                         .weight = weight});
    }
    samples_.resize(layers_.size());
    pose::BlendJob{
        .layers = layers_, .rest = &foresight_.base, .samples = samples_, .output = &pose_}
        .run();
  }

  const Foresight& foresight_;
  body::JointSet joints_;
  Seconds step_;
  std::vector<Foreseen> playing_;  // in the order in which they lie over each other
  std::vector<Foreseen> waiting_;  // in the order of their start
  std::size_t next_ = 0;
  pose::Pose pose_;
  pose::Pose before_;
  std::vector<pose::Layer> layers_;
  std::vector<pose::LayerSample> samples_;
};

Vec3 wrist_in(dynamics::FrameOf frame, const body::Body& body, body::Side side,
              const pose::Pose& pose) {
  const body::ArmChain chain = body::arm_chain(side);
  Vec3 place = body.offsets_m[body::index_of(chain.hand)];
  const auto go_down_to = [&](body::Joint joint) {
    place = body.offsets_m[body::index_of(joint)] + normalized(pose.rotation(joint)) * place;
  };
  for (const body::Joint joint : {chain.lower_arm, chain.upper_arm, chain.shoulder}) {
    go_down_to(joint);
  }
  if (frame == dynamics::FrameOf::Chest) return place;
  for (const body::Joint joint : kChestToSpine) go_down_to(joint);
  if (frame == dynamics::FrameOf::Hips) return place;
  return Vec3{pose.hips_m[0], pose.hips_m[1], pose.hips_m[2]} +
         normalized(pose.rotation(body::Joint::Hips)) * place;
}

}  // namespace

std::array<std::vector<Vec3>, 2> foreseen_paths(const Foresight& foresight,
                                                const std::array<PathWanted, 2>& wanted,
                                                Seconds step) {
  std::array<std::vector<Vec3>, 2> paths;
  body::JointSet joints;
  std::size_t samples = 0;
  for (const body::Side side : body::kSides) {
    const auto& [until, frame] = wanted[static_cast<std::size_t>(side)];
    if (!until) continue;
    joints = joints | joints_of(side, frame);
    const auto count = static_cast<std::size_t>(*until / step) + 1;
    paths[static_cast<std::size_t>(side)].resize(count);
    samples = std::max(samples, count);
  }
  if (samples == 0) return paths;
  Rehearsal rehearsal(foresight, joints, step);
  for (std::size_t i = 0; i < samples; ++i) {
    const pose::Pose& pose = rehearsal.pose_at(step * static_cast<double>(i));
    for (const body::Side side : body::kSides) {
      std::vector<Vec3>& path = paths[static_cast<std::size_t>(side)];
      const dynamics::FrameOf frame = wanted[static_cast<std::size_t>(side)].frame;
      if (i < path.size()) path[i] = wrist_in(frame, foresight.body, side, pose);
    }
  }
  return paths;
}

std::vector<plan::ArmStroke> foreseen_strokes(const Foresight& foresight, body::Side side) {
  std::vector<plan::ArmStroke> all;
  for (const PlayingBlock& playing : foresight.state.blocks) {
    if (playing.interrupted) continue;
    const Seconds block_start = foresight.rate.between(foresight.tick, playing.start);
    for (plan::ArmStroke stroke : playing.block->strokes) {
      stroke.start += block_start;
      stroke.last_leg += block_start;
      stroke.end += block_start;
      if (stroke.side == side && stroke.end.count() > 0) all.push_back(stroke);
    }
  }
  std::ranges::stable_sort(all, {}, &plan::ArmStroke::end);
  std::vector<plan::ArmStroke> seen;
  for (const plan::ArmStroke& stroke : all) {
    if (!seen.empty() && stroke.start < seen.back().end) {
      if (stroke.priority < seen.back().priority) continue;
      seen.pop_back();
    }
    seen.push_back(stroke);
  }
  return seen;
}

std::vector<Seconds> foreseen_begins(const Foresight& foresight, body::Side side) {
  std::vector<Seconds> begins;
  for (const PlayingBlock& playing : foresight.state.blocks) {
    if (playing.interrupted) continue;
    const std::vector<motion::Segment>& segments = playing.block->segments;
    for (std::size_t i = playing.segments_bound; i < segments.size(); ++i) {
      if (segments[i].arm != side || playing.is_bound(i)) continue;
      const Seconds start = foresight.rate.between(foresight.tick, playing.start);
      begins.push_back(start + segments[i].start);
    }
  }
  std::ranges::sort(begins);
  return begins;
}

std::vector<plan::TensionChange> foreseen_tensions(const Foresight& foresight, body::Side side) {
  std::vector<plan::TensionChange> changes;
  for (const PlayingBlock& playing : foresight.state.blocks) {
    if (playing.interrupted) continue;
    const std::vector<plan::TensionChange>& said = playing.block->tensions;
    const std::size_t made = playing.tension_changes_made[static_cast<std::size_t>(side)];
    for (std::size_t i = made; i < said.size(); ++i) {
      if (!plan::contains(said[i].arms, side)) continue;
      changes.push_back(said[i]);
      changes.back().at += foresight.rate.between(foresight.tick, playing.start);
    }
  }
  std::ranges::stable_sort(changes, {}, &plan::TensionChange::at);
  return changes;
}

}  // namespace kine
