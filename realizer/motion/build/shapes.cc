#include "realizer/motion/build/shapes.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/motion/actuators/body_motion.h"
#include "realizer/motion/build/sequence_segments.h"
#include "realizer/plan/live_manner.h"
#include "realizer/plan/sketches.h"
#include "realizer/script/sketch.h"
#include "realizer/solve/body_solver.h"

namespace kine::motion {
namespace {

/// Nobody slumps or straightens up in less, where there is the time.
constexpr Seconds kShapeFade{0.8};

/// Two steps to another stance.
constexpr Seconds kStanceFade{1.2};

Seconds fade_of(const pose::BodyKeys& keys) {
  const bool steps = std::ranges::any_of(keys.keys, [](const pose::BodyKey& key) {
    return key.offsets.feet != body::BodyOffsets{}.feet;
  });
  return steps ? kStanceFade : kShapeFade;
}

/// Width and toes alone: feet step for a character, and for none of its gestures.
solve::Shape stance_of_character(const plan::Plan& plan) {
  const bool has_time = plan.sketch && plan.end() >= 2.0 * kStanceFade;
  if (!has_time) return {};
  const solve::Shape shape = shape_of(plan.sketches[*plan.sketch]);
  return {.width = shape.width, .toes = shape.toes};
}

/// Its balance is over the feet as they stand.
solve::Shape standing_shape_of(const plan::Plan& plan, const plan::Sketch& sketch) {
  solve::Shape shape = shape_of(sketch);
  const solve::Shape stance = stance_of_character(plan);
  shape.width = stance.width;
  shape.toes = stance.toes;
  return shape;
}

bool has_own_shape(const plan::Sequence& sequence) {
  return sequence.sketch || std::ranges::any_of(sequence.poses, [](const plan::Pose& pose) {
           return pose.sketch.has_value();
         });
}

/// Over what lies beneath it, between fades that it has the time for.
void add(pose::BodyKeys keys, const pose::Warps& warps, Segment segment, Block& block) {
  keys.replaces = true;
  const Seconds fade = fade_of(keys);
  segment.actuator = std::make_shared<BodyMotion>(std::move(keys), warps);
  const Seconds half = 0.5 * (segment.end - segment.start);
  segment.fade_in = std::min(std::max(segment.fade_in, fade), half);
  segment.fade_out = std::min(std::max(segment.fade_out, fade), half);
  KINE_ASSERT(segment.valid());
  block.segments.push_back(std::move(segment));
}

}  // namespace

solve::Shape shape_of(const plan::Sketch& sketch) {
  const script::Expressivity& says = sketch.expressivity;
  return {.posture = says[script::kPosture],
          .line = says[script::kLine],
          .lean = says[script::kLean],
          .chest = says[script::kChest],
          .abdomen = says[script::kAbdomen],
          .head = says[script::kHead],
          .raise = says[script::kRaise],
          .round = says[script::kRound],
          .tilt = says[script::kTilt],
          .balance = {says[script::kComSide], says[script::kComAhead]},
          .loads = {says[script::kLoadLeft], says[script::kLoadRight]},
          .legs = says[script::kLegs],
          .width = says[script::kWidth],
          .toes = says[script::kToes],
          .heading_rad = sketch.lean_heading_rad};
}

body::BodyOffsets body_offsets_of(const plan::Sketch& sketch, const body::Body& body) {
  return solve::shape_offsets(body, shape_of(sketch));
}

solve::Shape shape_at(const plan::Plan& plan, const plan::Sequence& sequence,
                      const plan::Pose& pose) {
  const plan::Sketch* const sketch = find_sketch(plan, sequence, pose);
  return sketch == nullptr ? solve::Shape() : standing_shape_of(plan, *sketch);
}

body::BodyOffsets Shapes::offsets_of(const solve::Shape& shape) {
  const auto known = std::ranges::find(solved_, shape, [](const auto& each) { return each.first; });
  if (known != solved_.end()) return known->second;
  return solved_.emplace_back(shape, solve::shape_offsets(body_, shape)).second;
}

namespace {

/// What of the shape is held goes on behind the last pose, until the script is over.
void keep_some(const plan::Plan& plan, const plan::Sequence& sequence, Shapes& shapes,
               Segment& segment, pose::BodyKeys& keys) {
  const plan::Pose* const back = sequence.find_way_back();
  const plan::Pose& last = back == nullptr ? sequence.poses.back() : *std::prev(back);
  const double held = manner_of(plan, sequence, last)[script::kHold];
  const Seconds from = sequence.end_of_holds();
  const Seconds end = plan.end();
  if (held == 0 || segment.end >= end) return;
  body::BodyOffsets of_character;
  if (plan.sketch) of_character = shapes.offsets_of(shape_of(plan.sketches[*plan.sketch]));
  append_body_key(from + std::min(kShapeFade, end - from),
                  mixed(of_character, keys.keys.back().offsets, held), keys);
  segment.end = end;
}

}  // namespace

void add_block_shape(const plan::Plan& plan, Shapes& shapes, Block& block) {
  if (!plan.sketch || plan.end() <= Seconds{0}) return;
  const plan::Sketch& sketch = plan.sketches[*plan.sketch];
  if (sketch.id == plan::kLiveSketch) return;
  const solve::Shape shape = standing_shape_of(plan, sketch);
  if (shape == solve::Shape{}) return;
  add({.keys = {{.time_s = 0, .offsets = shapes.offsets_of(shape)}}}, {},
      {.start = Seconds{0}, .end = plan.end(), .part = kNoPart}, block);
}

void add_sequence_shape(const plan::Plan& plan, const plan::Sequence& sequence, Shapes& shapes,
                        Block& block) {
  if (!has_own_shape(sequence)) return;
  pose::BodyKeys keys;
  const auto feet = solve::stance_of(stance_of_character(plan));
  const plan::Pose* const back = sequence.find_way_back();
  for (const plan::Pose& pose : sequence.poses) {
    if (&pose == back) continue;
    body::BodyOffsets offsets = shapes.offsets_of(shape_at(plan, sequence, pose));
    offsets.feet = feet;
    append_body_key(pose.time, offsets, keys);
    if (pose.hold > Seconds{0}) append_body_key(pose.time + pose.hold, offsets, keys);
  }
  if (keys.empty()) return;
  const pose::Warps warps = warps_of(sequence);
  Segment segment = segment_of(sequence, sequence.start, std::make_shared<BodyMotion>(keys, warps));
  if (segment.start == segment.end) return;
  keep_some(plan, sequence, shapes, segment, keys);
  add(std::move(keys), warps, std::move(segment), block);
}

}  // namespace kine::motion
