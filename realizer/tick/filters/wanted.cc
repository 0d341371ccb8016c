#include "realizer/tick/filters/wanted.h"

#include <algorithm>

#include "realizer/tick/solving/gaze.h"
#include "realizer/tick/state/segment_time.h"

namespace kine {
namespace {

/// What is asked for.
struct Moment {
  const TickContext& context;
  const CharacterState& state;
  Tick tick;
  Seconds before;

  /// In the block of a segment, as that segment counts it.
  Seconds time_in(const ActiveSegment& active) const {
    return context.rate.between(active.block_start, tick) + ahead_of(state, active.plan, tick) -
           before;
  }
};

bool moves(const ActiveSegment& active, body::Joint joint) {
  return !active.plan.relative && active.contents.joints &&
         active.keys->joints.joints.contains(joint);
}

Quat rotation_at(const pose::JointKeys& keys, std::size_t key, body::Joint joint) {
  const std::size_t index = body::index_of(joint);
  const auto block = std::ranges::find(keys.blocks, index / pose::kLanes);
  const auto at = static_cast<std::size_t>(block - keys.blocks.begin());
  const pose::QuatBlock& rotations = keys.rotation(key, at);
  const std::size_t lane = index % pose::kLanes;
  return normalized({rotations.x[lane], rotations.y[lane], rotations.z[lane], rotations.w[lane]});
}

pose::Passing passing_at(const pose::JointKeys& keys, std::size_t key) {
  return keys.passings.empty() ? pose::Passing{} : keys.passings[key];
}

/// The movement at a time of the block.
Movement movement_at(const pose::Keys& keys, body::Joint joint, Seconds time) {
  const pose::JointKeys& joints = keys.joints;
  const double key_time_s = keys.warps.key_time_s(time.count());
  const auto [from, share] = pose::place_among(joints.times_s, static_cast<float>(key_time_s));
  const std::size_t to = std::min(from + 1, joints.key_count() - 1);
  const auto until = [&](std::size_t key) {
    return Seconds{keys.warps.first_time_s_of(joints.times_s[key])} - time;
  };
  return {.from = rotation_at(joints, from, joint),
          .to = rotation_at(joints, to, joint),
          .began = std::min(until(from), Seconds{0}),
          .ends = std::max(until(to), Seconds{0}),
          .share = share,
          .curve = joints.curve,
          .leaving = passing_at(joints, from),
          .arriving = passing_at(joints, to)};
}

/// By the weight of its segment, along the great arc.
Movement way_back(const ActiveSegment& active, body::Joint joint, Seconds time, const Quat& to) {
  const pose::JointKeys& joints = active.keys->joints;
  const Seconds left = std::max(active.plan.end - time, Seconds{0});
  return {
      .from = rotation_at(joints, joints.key_count() - 1, joint),
      .to = normalized(to),
      .began = left - active.plan.fade_out,
      .ends = left,
      .share = active.plan.weight > 0 ? 1 - active.plan.weight_at(time) / active.plan.weight : 1};
}

std::optional<body::Side> arm_that_has(body::Joint joint) {
  for (const body::Side side : body::kSides) {
    const body::ArmChain chain = body::arm_chain(side);
    if (joint == chain.upper_arm || joint == chain.lower_arm || joint == chain.hand) return side;
  }
  return {};
}

}  // namespace

std::optional<Movement> movement_of(const TickContext& context, const CharacterRow& row,
                                    body::Joint joint, Tick tick, Seconds before) {
  const Moment moment{context, row.state, tick, before};
  const auto moves_it = [&](const ActiveSegment& active) { return moves(active, joint); };
  const auto end = row.state.segments.rend();
  const auto uppermost = std::find_if(row.state.segments.rbegin(), end, moves_it);
  if (uppermost == end) return {};
  const Seconds time = moment.time_in(*uppermost);
  if (!goes_back(uppermost->plan, time)) return movement_at(*uppermost->keys, joint, time);
  const auto beneath = std::find_if(uppermost + 1, end, moves_it);
  const Quat to = beneath == end ? row.base->rotation(joint)
                                 : movement_at(*beneath->keys, joint, moment.time_in(*beneath)).to;
  return way_back(*uppermost, joint, time, to);
}

std::optional<Tensions> tensions_of(const TickContext& context, const CharacterState& state,
                                    body::Joint joint, Tick tick, Seconds before) {
  const std::optional<body::Side> side = arm_that_has(joint);
  if (!side || state.tension.empty()) return {};
  const auto& arm = state.tension.front().arms[static_cast<std::size_t>(*side)];
  if (!arm) return {};
  const Seconds passed = context.rate.between(arm->way.since, tick) - before;
  const Seconds shown_for = context.rate.between(arm->share.since, tick) - before;
  return Tensions{.from = dynamics::tension_of(arm->from),
                  .to = dynamics::tension_of(arm->to),
                  .share = arm->way.at(std::max(passed, Seconds{0})),
                  .shown = arm->share.at(std::max(shown_for, Seconds{0}))};
}

double trackers_shown(const CharacterState& state) {
  if (state.physical.empty() || state.physical.front().refused) return 1;
  const double done = state.physical.front().taken_over;
  return 1 - done * done * (3 - 2 * done);
}

std::optional<Vec3> wanted_gaze_m(const TickContext& context, const CharacterRow& row, Tick tick,
                                  Seconds before) {
  const CharacterState& state = row.state;
  for (auto each = state.segments.rbegin(); each != state.segments.rend(); ++each) {
    const ActiveSegment& active = *each;
    const auto* const gaze = active.keys->find<pose::GazeKeys>();
    if (gaze == nullptr || gaze->arm) continue;
    const GazeLayer layer{.keys = gaze,
                          .places = active.gaze_places,
                          .time_s = Moment{context, state, tick, before}.time_in(active).count()};
    const std::size_t key = moment_at(*layer.keys, layer.time_s).key;
    if (layer.keys->keys[key].joints.empty()) continue;
    return find_target({*row.cast->body, state.placement, context.scene, tick, context.rate}, layer,
                       key, state.poses.last());
  }
  return {};
}

}  // namespace kine
