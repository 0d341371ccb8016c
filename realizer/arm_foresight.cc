#include "realizer/arm_foresight.h"

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

body::JointSet joints_of(body::Side side) {
  const body::ArmChain chain = body::arm_chain(side);
  body::JointSet joints;
  for (const body::Joint joint : {chain.shoulder, chain.upper_arm, chain.lower_arm, chain.hand}) {
    joints.insert(joint);
  }
  return joints;
}

bool moves(const motion::Segment& segment, body::Side side) {
  return !segment.relative && !(segment.actuator->joints() & joints_of(side)).empty();
}

/// The arm's part of the shard's schedule, run ahead.
class Rehearsal {
 public:
  Rehearsal(const ArmForesight& arm, Seconds step) : arm_(arm), step_(step) {
    for (const ActiveSegment& active : arm.state.segments) {
      if (!moves(active.plan, arm.side)) continue;
      playing_.push_back({.plan = &active.plan,
                          .block_start = arm.rate.between(arm.tick, active.block_start),
                          .playing = find_block(active.block),
                          .keys = active.keys});
    }
    for (const PlayingBlock& playing : arm.state.blocks) note_waiting(playing);
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
  const PlayingBlock* find_block(BlockId id) const {
    const auto found = std::ranges::find(arm_.state.blocks, id, &PlayingBlock::id);
    return found == arm_.state.blocks.end() ? nullptr : &*found;
  }

  void note_waiting(const PlayingBlock& playing) {
    if (playing.interrupted) return;
    const std::vector<motion::Segment>& segments = playing.block->segments;
    for (std::size_t i = playing.segments_bound; i < segments.size(); ++i) {
      if (!moves(segments[i], arm_.side) || playing.is_bound(i)) continue;
      waiting_.push_back({.plan = &segments[i],
                          .block_start = arm_.rate.between(arm_.tick, playing.start),
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
    segment.keys = std::make_shared<pose::Keys>(segment.plan->actuator->compile(entry, arm_.body));
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
    const Seconds passed = time - arm_.rate.between(arm_.tick, fade.from);
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
    pose::BlendJob{.layers = layers_, .rest = &arm_.base, .samples = samples_, .output = &pose_}
        .run();
  }

  const ArmForesight& arm_;
  Seconds step_;
  std::vector<Foreseen> playing_;  // in the order in which they lie over each other
  std::vector<Foreseen> waiting_;  // in the order of their start
  std::size_t next_ = 0;
  pose::Pose pose_;
  pose::Pose before_;
  std::vector<pose::Layer> layers_;
  std::vector<pose::LayerSample> samples_;
};

Vec3 wrist_in_chest(const body::Body& body, body::Side side, const pose::Pose& pose) {
  const body::ArmChain chain = body::arm_chain(side);
  Vec3 place = body.offsets_m[body::index_of(chain.hand)];
  for (const body::Joint joint : {chain.lower_arm, chain.upper_arm, chain.shoulder}) {
    place = body.offsets_m[body::index_of(joint)] + normalized(pose.rotation(joint)) * place;
  }
  return place;
}

}  // namespace

std::vector<Vec3> foreseen_path(const ArmForesight& arm, Seconds until, Seconds step) {
  Rehearsal rehearsal(arm, step);
  std::vector<Vec3> path;
  for (Seconds time{0}; time <= until; time = step * static_cast<double>(path.size())) {
    path.push_back(wrist_in_chest(arm.body, arm.side, rehearsal.pose_at(time)));
  }
  return path;
}

std::vector<plan::ArmStroke> foreseen_strokes(const ArmForesight& arm) {
  std::vector<plan::ArmStroke> all;
  for (const PlayingBlock& playing : arm.state.blocks) {
    if (playing.interrupted) continue;
    const Seconds block_start = arm.rate.between(arm.tick, playing.start);
    for (plan::ArmStroke stroke : playing.block->strokes) {
      stroke.start += block_start;
      stroke.last_leg += block_start;
      stroke.end += block_start;
      if (stroke.side == arm.side && stroke.end.count() > 0) all.push_back(stroke);
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

std::vector<plan::TensionChange> foreseen_tensions(const ArmForesight& arm) {
  std::vector<plan::TensionChange> changes;
  for (const PlayingBlock& playing : arm.state.blocks) {
    if (playing.interrupted) continue;
    const std::vector<plan::TensionChange>& said = playing.block->tensions;
    const std::size_t made = playing.tension_changes_made[static_cast<std::size_t>(arm.side)];
    for (std::size_t i = made; i < said.size(); ++i) {
      if (!plan::contains(said[i].arms, arm.side)) continue;
      changes.push_back(said[i]);
      changes.back().at += arm.rate.between(arm.tick, playing.start);
    }
  }
  std::ranges::stable_sort(changes, {}, &plan::TensionChange::at);
  return changes;
}

}  // namespace kine
