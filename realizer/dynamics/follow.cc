#include "realizer/dynamics/follow.h"

#include <algorithm>
#include <cstddef>

#include "realizer/core/assert.h"
#include "realizer/math/tension.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "realizer/dynamics/follow.cc"
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_EMU128 | HWY_SCALAR)
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace kine::dynamics::HWY_NAMESPACE {
using pose::ArmBlock;
using pose::kLanes;
using pose::Lanes;
using pose::QuatBlock;
using pose::VectorBlock;
#include "realizer/pose/arm_math.inc"
#include "realizer/pose/lane_squares.inc"

HWY_INLINE void store(Tag d, Vector v, Lanes& lanes, std::size_t lane) {
  hn::Store(v, d, lanes.data() + lane);
}

/// a + scale * b
HWY_INLINE Vectors with_added(const Vectors& a, Vector scale, const Vectors& b) {
  return {hn::MulAdd(scale, b.x, a.x), hn::MulAdd(scale, b.y, a.y), hn::MulAdd(scale, b.z, a.z)};
}

/// a - scale * b
HWY_INLINE Vectors with_taken(const Vectors& a, Vector scale, const Vectors& b) {
  return {hn::NegMulAdd(scale, b.x, a.x), hn::NegMulAdd(scale, b.y, a.y),
          hn::NegMulAdd(scale, b.z, a.z)};
}

HWY_INLINE Quaternions chosen(hn::Mask<Tag> mask, const Quaternions& yes, const Quaternions& no) {
  return {hn::IfThenElse(mask, yes.x, no.x), hn::IfThenElse(mask, yes.y, no.y),
          hn::IfThenElse(mask, yes.z, no.z), hn::IfThenElse(mask, yes.w, no.w)};
}

/// A place and a turn in the space of the character.
struct Place {
  Quaternions turn;
  Vectors at;
};

HWY_INLINE Vectors out_of(const Place& place, const Vectors& point) {
  return sum(rotated(place.turn, point), place.at);
}

HWY_INLINE Place below(const Place& parent, const Quaternions& rotation, const Vectors& offset) {
  return {product(parent.turn, rotation), out_of(parent, offset)};
}

struct Trunk {
  Place hips, chest;
};

HWY_INLINE Trunk trunk_of(Tag d, const FollowJob::Scratch& scratch, const BodyBones& bones,
                          std::size_t lane) {
  const Place hips = {load(d, scratch.hips, lane), load(d, scratch.hips_m, lane)};
  const Place spine = below(hips, load(d, scratch.spine, lane), load(d, bones.spine_m, lane));
  const Place chest = below(spine, load(d, scratch.chest, lane), load(d, bones.chest_m, lane));
  return {hips,
          below(chest, load(d, scratch.upper_chest, lane), load(d, bones.upper_chest_m, lane))};
}

/// The frame of a mass, seen from the character's space and from the upper chest.
struct Frame {
  Place place;
  Place chest;  // in the frame
  hn::Mask<Tag> is_chest;
  bool all_chest;  // then no lane looks at `chest`
};

HWY_INLINE Frame frame_of(Tag d, const Trunk& trunk, Vector frame) {
  const Vector zero = hn::Zero(d);
  const Vector one = hn::Set(d, 1.0F);
  const auto is_chest = hn::Lt(frame, hn::Set(d, 0.5F));
  if (HWY_LIKELY(hn::AllTrue(d, is_chest))) return {trunk.chest, trunk.chest, is_chest, true};
  const auto is_world = hn::Gt(frame, hn::Set(d, 1.5F));
  Place place = {chosen(is_chest, trunk.chest.turn, trunk.hips.turn),
                 chosen(is_chest, trunk.chest.at, trunk.hips.at)};
  place.turn = chosen(is_world, {zero, zero, zero, one}, place.turn);
  place.at = chosen(is_world, {zero, zero, zero}, place.at);
  const Quaternions back = conjugate(place.turn);
  const Place chest = {product(back, trunk.chest.turn),
                       rotated(back, difference(trunk.chest.at, place.at))};
  return {place, chest, is_chest, false};
}

HWY_INLINE Vectors from_chest(const Frame& frame, const Vectors& point) {
  if (HWY_LIKELY(frame.all_chest)) return point;
  return chosen(frame.is_chest, point, out_of(frame.chest, point));
}

HWY_INLINE Quaternions from_chest(const Frame& frame, const Quaternions& turn) {
  if (HWY_LIKELY(frame.all_chest)) return turn;
  return chosen(frame.is_chest, turn, product(frame.chest.turn, turn));
}

HWY_INLINE Vectors to_chest(const Frame& frame, const Vectors& point) {
  if (HWY_LIKELY(frame.all_chest)) return point;
  return chosen(frame.is_chest, point,
                rotated(conjugate(frame.chest.turn), difference(point, frame.chest.at)));
}

HWY_INLINE Vectors way_to_chest(const Frame& frame, const Vectors& way) {
  if (HWY_LIKELY(frame.all_chest)) return way;
  return chosen(frame.is_chest, way, rotated(conjugate(frame.chest.turn), way));
}

/// Where a turn takes `size` along +X.
HWY_INLINE Vectors first_axis(const Quaternions& q, Vector size) {
  const Vector twice = hn::Add(size, size);
  const Vector across = hn::MulAdd(q.y, q.y, hn::Mul(q.z, q.z));
  return {hn::NegMulAdd(twice, across, size),
          hn::Mul(twice, hn::MulAdd(q.x, q.y, hn::Mul(q.w, q.z))),
          hn::Mul(twice, hn::NegMulAdd(q.w, q.y, hn::Mul(q.x, q.z)))};
}

/// No longer than `most`, softly: what is well below it stays as it is.
HWY_INLINE Vectors limited(Tag d, const Vectors& v, float most) {
  const Vector one = hn::Set(d, 1.0F);
  const Vector share = hn::Mul(dot(v, v), hn::Set(d, 1 / (most * most)));
  return scaled(v, hn::Div(one, hn::Sqrt(hn::Sqrt(hn::MulAdd(share, share, one)))));
}

/// What moves on a spring: where it is and how fast, both counted from where it would settle.
struct Swing {
  Vectors y, w;
};

HWY_INLINE Swing swung(Tag d, const SpringLanes& spring, const Swing& from, std::size_t lane) {
  const Vector y_from_y = load(d, spring.y_from_y, lane);
  const Vector y_from_w = load(d, spring.y_from_w, lane);
  const Vector w_from_y = load(d, spring.w_from_y, lane);
  const Vector w_from_w = load(d, spring.w_from_w, lane);
  return {with_added(scaled(from.y, y_from_y), y_from_w, from.w),
          with_added(scaled(from.w, w_from_w), w_from_y, from.y)};
}

// 2 asin(s) / s by powers of s^2.
constexpr float kTwiceArcOfSine[] = {2, 1.0F / 3, 3.0F / 20, 5.0F / 56, 35.0F / 576, 63.0F / 1408};

/// The turn, as a rotation vector, from one unit to another that is not half a turn away. Within a
/// tick it is a small one, for which the arc of a sine is a short series.
HWY_INLINE Vectors way_between(Tag d, const Quaternions& from, const Quaternions& to) {
  constexpr float kSmall = 0.06F;  // of the squared sine: the series is right to 1e-7
  const Quaternions turn = product(to, conjugate(from));
  const Vectors axis = {turn.x, turn.y, turn.z};
  const Vector side = hn::And(turn.w, hn::SignBit(d));
  const Vector sine2 = dot(axis, axis);
  Vector twice = polynomial(d, kTwiceArcOfSine, sine2);
  const auto wide = hn::Gt(sine2, hn::Set(d, kSmall));
  if (HWY_UNLIKELY(!hn::AllFalse(d, wide))) {
    const Vector narrow = sinc(d, squared_angle(d, hn::Abs(turn.w)));
    twice = hn::IfThenElse(wide, hn::Div(hn::Set(d, 2.0F), narrow), twice);
  }
  return scaled(axis, hn::Xor(twice, side));
}

/// The turn of a rotation vector of up to two.
HWY_INLINE Quaternions turn_by(Tag d, const Vectors& way) {
  const Vector half = hn::Set(d, 0.5F);
  const Vectors v = scaled(way, half);
  const Vector angle2 = dot(v, v);
  const Vectors axis = scaled(v, sinc(d, angle2));
  return {axis.x, axis.y, axis.z, polynomial(d, kCosine, angle2)};
}

/// Where an arm is without tension: what its mass and its hand follow.
struct Target {
  Vectors wrist_m;   // in the frame
  Quaternions hand;  // frame_from_hand
};

/// A tick's motion of the target, as a velocity.
struct Pace {
  Vectors wrist_m_s;
  Vectors hand_rad_s;
  Vectors carried_m_s;  // in the character's space
};

struct Memory {
  Vector ticks;
  Swing wrist;  // position and velocity
  Swing hand;   // lead and velocity
  Vectors target_m, carried_m, carried_m_s;
  Quaternions hand_target;
};

HWY_INLINE Memory memory_of(Tag d, const TrackedArms& tracked, std::size_t lane) {
  return {load(d, tracked.ticks, lane),
          {load(d, tracked.position_m, lane), load(d, tracked.velocity_m_s, lane)},
          {load(d, tracked.hand_lead_rad, lane), load(d, tracked.hand_velocity_rad_s, lane)},
          load(d, tracked.target_m, lane),
          load(d, tracked.carried_m, lane),
          load(d, tracked.carried_m_s, lane),
          load(d, tracked.hand_target, lane)};
}

/// In its first tick an arm remembers its target as if it had stood there.
HWY_INLINE void begin(Tag d, const Target& target, const Place& frame, Memory& memory) {
  const auto first = hn::Lt(memory.ticks, hn::Set(d, 0.5F));
  if (HWY_LIKELY(hn::AllFalse(d, first))) return;
  memory.wrist.y = chosen(first, sum(target.wrist_m, memory.wrist.y), memory.wrist.y);
  memory.target_m = chosen(first, target.wrist_m, memory.target_m);
  memory.hand_target = chosen(first, target.hand, memory.hand_target);
  memory.carried_m = chosen(first, out_of(frame, target.wrist_m), memory.carried_m);
}

/// In its second tick it goes on as fast as its target does.
HWY_INLINE void take_pace(Tag d, const Pace& pace, Memory& memory) {
  const auto early = hn::Lt(memory.ticks, hn::Set(d, 1.5F));
  if (HWY_LIKELY(hn::AllFalse(d, early))) return;
  memory.wrist.w = chosen(early, sum(pace.wrist_m_s, memory.wrist.w), memory.wrist.w);
  memory.hand.w = chosen(early, sum(pace.hand_rad_s, memory.hand.w), memory.hand.w);
  memory.carried_m_s = chosen(early, pace.carried_m_s, memory.carried_m_s);
}

/// The two numbers of a joint's twist about its bone, as cosine and sine of half the angle or any
/// multiple of them.
struct Twist {
  Vector w, x;
};

HWY_INLINE Quaternions twisted_after(const Quaternions& q, const Twist& t) {
  return {hn::MulAdd(q.x, t.w, hn::Mul(q.w, t.x)), hn::MulAdd(q.y, t.w, hn::Mul(q.z, t.x)),
          hn::NegMulAdd(q.y, t.x, hn::Mul(q.z, t.w)), hn::NegMulAdd(q.x, t.x, hn::Mul(q.w, t.w))};
}

HWY_INLINE Quaternions twisted_before(const Twist& t, const Quaternions& q) {
  return {hn::MulAdd(q.x, t.w, hn::Mul(q.w, t.x)), hn::NegMulAdd(q.z, t.x, hn::Mul(q.y, t.w)),
          hn::MulAdd(q.y, t.x, hn::Mul(q.z, t.w)), hn::NegMulAdd(q.x, t.x, hn::Mul(q.w, t.w))};
}

/// The same twist with its cosine above 0.
HWY_INLINE Twist upright(Tag d, const Twist& t) {
  const Vector side = hn::And(t.w, hn::SignBit(d));
  return {hn::Xor(t.w, side), hn::Xor(t.x, side)};
}

HWY_INLINE Twist unit_twist(Tag d, const Twist& t) {
  const Vector size = hn::Sqrt(hn::MulAdd(t.w, t.w, hn::Mul(t.x, t.x)));
  const Vector scale = hn::Div(hn::Set(d, 1.0F), size);
  return {hn::Mul(t.w, scale), hn::Mul(t.x, scale)};
}

/// How far the forearm rolls so that the hand is twisted no more than it was: as far as the
/// forearm goes, or went already.
HWY_INLINE Twist roll_for(Tag d, const Quaternions& hand_before, const Quaternions& hand,
                          const Quaternions& forearm, Vector least, Vector most) {
  Twist roll = upright(d, {hn::MulAdd(hand.x, hand_before.x, hn::Mul(hand.w, hand_before.w)),
                           hn::NegMulAdd(hand.w, hand_before.x, hn::Mul(hand.x, hand_before.w))});
  const Twist rolled_on = upright(d, {hn::NegMulAdd(forearm.x, roll.x, hn::Mul(forearm.w, roll.w)),
                                      hn::MulAdd(forearm.x, roll.w, hn::Mul(forearm.w, roll.x))});
  const auto out = hn::Or(hn::Gt(rolled_on.x, hn::Mul(most, rolled_on.w)),
                          hn::Lt(rolled_on.x, hn::Mul(least, rolled_on.w)));
  if (HWY_UNLIKELY(!hn::AllFalse(d, out))) {
    const Vector rolled = hn::Div(forearm.x, forearm.w);
    const Vector to = hn::Min(hn::Max(hn::Div(rolled_on.x, rolled_on.w), hn::Min(least, rolled)),
                              hn::Max(most, rolled));
    const Vector w = hn::MulAdd(to, rolled, hn::Set(d, 1.0F));
    roll = {hn::IfThenElse(out, w, roll.w), hn::IfThenElse(out, hn::Sub(to, rolled), roll.x)};
  }
  return unit_twist(d, roll);
}

/// How a hand is bent against its forearm, apart from any twist: y and z over w are tangents of
/// half the angle.
struct Bend {
  Vector y, z, w;
};

HWY_INLINE Bend bend_of(const Quaternions& q) {
  return {hn::MulAdd(q.w, q.y, hn::Mul(q.x, q.z)), hn::NegMulAdd(q.x, q.y, hn::Mul(q.w, q.z)),
          hn::MulAdd(q.w, q.w, hn::Mul(q.x, q.x))};
}

/// The hand bent no further than its joint goes, or was bent before.
HWY_INLINE Quaternions within_limits(Tag d, const SideBones& bones, const Quaternions& before,
                                     const Quaternions& hand, std::size_t lane) {
  const Bend is = bend_of(hand);
  const Vector y_min = load(d, bones.hand_y_min, lane);
  const Vector y_max = load(d, bones.hand_y_max, lane);
  const Vector z_min = load(d, bones.hand_z_min, lane);
  const Vector z_max = load(d, bones.hand_z_max, lane);
  const auto out =
      hn::Or(hn::Or(hn::Lt(is.y, hn::Mul(is.w, y_min)), hn::Gt(is.y, hn::Mul(is.w, y_max))),
             hn::Or(hn::Lt(is.z, hn::Mul(is.w, z_min)), hn::Gt(is.z, hn::Mul(is.w, z_max))));
  if (HWY_LIKELY(hn::AllFalse(d, out))) return hand;
  const Bend was = bend_of(before);
  const auto bounded = [](Vector value, Vector old, Vector least, Vector most) {
    return hn::Min(hn::Max(value, hn::Min(least, old)), hn::Max(most, old));
  };
  const Vector y = bounded(hn::Div(is.y, is.w), hn::Div(was.y, was.w), y_min, y_max);
  const Vector z = bounded(hn::Div(is.z, is.w), hn::Div(was.z, was.w), z_min, z_max);
  return chosen(out,
                normalized({hand.x, hn::NegMulAdd(hand.x, z, hn::Mul(hand.w, y)),
                            hn::MulAdd(hand.x, y, hn::Mul(hand.w, z)), hand.w}),
                hand);
}

/// What the springs make of a tick; the memory is that of its end.
HWY_INLINE void swing_on(Tag d, const FollowJob& job, const TrackedArms& tracked,
                         const Target& target, const Frame& frame, Vector hand_way, Memory& memory,
                         std::size_t lane) {
  const Vector rate = hn::Set(d, static_cast<float>(1 / job.step.count()));
  const Vector swings = load(d, tracked.swings, lane);
  begin(d, target, frame.place, memory);
  const Pace pace = {
      scaled(difference(target.wrist_m, memory.target_m), rate),
      scaled(way_between(d, memory.hand_target, target.hand), rate),
      scaled(difference(out_of(frame.place, memory.target_m), memory.carried_m), rate)};
  take_pace(d, pace, memory);

  // The frame moved evenly within the last tick and does within this one: what lies between is a
  // blow, which the mass, heavy as it is, feels the other way round.
  const auto most_m_s = static_cast<float>(kSwingMax_g * kGravity_m_s2 * job.step.count());
  const Vectors blow = limited(
      d, rotated(conjugate(frame.place.turn), difference(pace.carried_m_s, memory.carried_m_s)),
      most_m_s);
  const Vectors before_m_s = with_taken(memory.wrist.w, swings, blow);

  const Vector lag = load(d, tracked.wrist.lag_s, lane);
  const Vectors behind = scaled(pace.wrist_m_s, lag);
  const Swing wrist = swung(d, tracked.wrist,
                            {sum(difference(memory.wrist.y, memory.target_m), behind),
                             difference(before_m_s, pace.wrist_m_s)},
                            lane);
  memory.wrist = {sum(wrist.y, difference(target.wrist_m, behind)), sum(wrist.w, pace.wrist_m_s)};

  // The hand is a pendulum that its wrist shakes: it would settle where the wrist's acceleration
  // leaves it.
  const auto most_m_s2 = static_cast<float>(kSwingMax_g * kGravity_m_s2);
  const Vectors shaken =
      limited(d, scaled(difference(memory.wrist.w, before_m_s), rate), most_m_s2);
  const Vectors way = first_axis(target.hand, hand_way);
  const Vectors sagged =
      scaled(cross(shaken, way), hn::Mul(load(d, tracked.hand_sag_s2_m, lane), swings));
  const Vectors settled = with_taken(sagged, load(d, tracked.hand.lag_s, lane), pace.hand_rad_s);
  const Swing hand =
      swung(d, tracked.hand,
            {difference(memory.hand.y, settled), difference(memory.hand.w, pace.hand_rad_s)}, lane);
  memory.hand = {sum(hand.y, settled), sum(hand.w, pace.hand_rad_s)};

  memory.target_m = target.wrist_m;
  memory.hand_target = target.hand;
  memory.carried_m = out_of(frame.place, target.wrist_m);
  memory.carried_m_s = pace.carried_m_s;
  memory.ticks = hn::Min(hn::Add(memory.ticks, hn::Set(d, 1.0F)), hn::Set(d, 2.0F));
}

HWY_INLINE void keep(Tag d, const Memory& memory, TrackedArms& tracked, std::size_t lane) {
  store(d, memory.ticks, tracked.ticks, lane);
  store(d, memory.wrist.y, tracked.position_m, lane);
  store(d, memory.wrist.w, tracked.velocity_m_s, lane);
  store(d, memory.target_m, tracked.target_m, lane);
  store(d, memory.carried_m, tracked.carried_m, lane);
  store(d, memory.carried_m_s, tracked.carried_m_s, lane);
  store(d, memory.hand.y, tracked.hand_lead_rad, lane);
  store(d, memory.hand.w, tracked.hand_velocity_rad_s, lane);
  store(d, memory.hand_target, tracked.hand_target, lane);
}

HWY_INLINE void follow_lanes(Tag d, const FollowJob& job, const Trunk& trunk, std::size_t side,
                             std::size_t lane) {
  SideBones& bones = job.bones->sides[side];
  FollowJob::Scratch::Side& scratch = job.scratch->sides[side];
  const Limbs limbs = limbs_of(d, bones.arm, lane);
  const Quaternions hand_before = load(d, scratch.hand, lane);
  const Quaternions chest_from_hand = product(limbs.lower, hand_before);
  const Vectors root = sum(load(d, bones.shoulder_m, lane), limbs.root);
  const Frame frame = frame_of(d, trunk, load(d, scratch.tracked.frame, lane));
  const Target target = {from_chest(frame, sum(root, limbs.wrist)),
                         from_chest(frame, chest_from_hand)};

  Memory memory = memory_of(d, scratch.tracked, lane);
  swing_on(d, job, scratch.tracked, target, frame, load(d, bones.hand_way, lane), memory, lane);
  keep(d, memory, scratch.tracked, lane);

  const Vector one = hn::Set(d, 1.0F);
  const Vector share = load(d, scratch.tracked.share, lane);
  const Vectors wrist =
      with_added(target.wrist_m, share, difference(memory.wrist.y, target.wrist_m));
  constexpr auto kLeadMax = static_cast<float>(kHandLeadMax_rad);
  const Vector lead2 = dot(memory.hand.y, memory.hand.y);
  const Vector lead_share =
      hn::Div(hn::Mul(share, load(d, scratch.tracked.swings, lane)),
              hn::Sqrt(hn::MulAdd(lead2, hn::Set(d, 1 / (kLeadMax * kLeadMax)), one)));
  const Quaternions led =
      product(turn_by(d, way_to_chest(frame, scaled(memory.hand.y, lead_share))), chest_from_hand);

  const ArmLengths lengths = {load(d, bones.upper_m, lane), load(d, bones.lower_m, lane),
                              load(d, bones.upper_inverse, lane), load(d, bones.nearest_m, lane)};
  const Bones brought = bring_wrist(d, limbs, lengths, load(d, bones.arm.hinge, lane),
                                    difference(to_chest(frame, wrist), root));
  const Quaternions forearm = product(conjugate(brought.upper), brought.lower);
  const Quaternions hand = product(conjugate(brought.lower), led);
  const Twist roll = roll_for(d, hand_before, hand, forearm, load(d, bones.roll_min, lane),
                              load(d, bones.roll_max, lane));
  const Quaternions unrolled = twisted_before({roll.w, hn::Neg(roll.x)}, hand);
  store(d, product(conjugate(limbs.shoulder), brought.upper), bones.arm.upper_arm, lane);
  store(d, twisted_after(forearm, roll), bones.arm.lower_arm, lane);
  store(d, within_limits(d, bones, hand_before, unrolled, lane), scratch.hand, lane);
}

void follow_all(const FollowJob& job, std::array<bool, 2> sides) {
  const Tag d;
  for (std::size_t lane = 0; lane < kLanes; lane += hn::Lanes(d)) {
    if (lane >= job.characters.size()) return;
    const Trunk trunk = trunk_of(d, *job.scratch, *job.bones, lane);
    for (std::size_t side = 0; side < sides.size(); ++side) {
      if (sides[side]) follow_lanes(d, job, trunk, side, lane);
    }
  }
}

/// Two joints that follow each other in a frame are a row of 8 floats.
using RotationRows = std::array<Lanes*, 8>;

RotationRows rows_of(QuatBlock& first, QuatBlock& second) {
  return {&first.x, &first.y, &first.z, &first.w, &second.x, &second.y, &second.z, &second.w};
}

/// `in[character]`: rows of 8 floats; `lanes`: where each of the 8 goes.
HWY_INLINE void rows_to_lanes(const std::array<float*, kLanes>& in, const RotationRows& lanes) {
  for (std::size_t lane = 0; lane < kLanes; lane += kSide) {
    for (std::size_t row = 0; row < lanes.size(); row += kSide) {
      const float* rows_in[kSide];
      float* rows_out[kSide];
      for (std::size_t i = 0; i < kSide; ++i) {
        rows_in[i] = in[lane + i] + row;
        rows_out[i] = lanes[row + i]->data() + lane;
      }
      turn_over(rows_in, rows_out);
    }
  }
}

HWY_INLINE void lanes_to_rows(const RotationRows& lanes, const std::array<float*, kLanes>& out) {
  for (std::size_t lane = 0; lane < kLanes; lane += kSide) {
    for (std::size_t row = 0; row < lanes.size(); row += kSide) {
      const float* rows_in[kSide];
      float* rows_out[kSide];
      for (std::size_t i = 0; i < kSide; ++i) {
        rows_in[i] = lanes[row + i]->data() + lane;
        rows_out[i] = out[lane + i] + row;
      }
      turn_over(rows_in, rows_out);
    }
  }
}

constexpr std::size_t kRowsOfArm = kTrackedFloats / 8;
constexpr std::size_t kRowsThatMove = 4;

RotationRows rows_of(TrackedArms& tracked, std::size_t row) {
  Lanes* const first = reinterpret_cast<Lanes*>(&tracked) + 8 * row;
  return {first, first + 1, first + 2, first + 3, first + 4, first + 5, first + 6, first + 7};
}

/// A row of each character of a block.
using Rows = std::array<float*, kLanes>;

Rows shifted(Rows rows, std::size_t by) {
  for (float*& row : rows) row += by;
  return rows;
}

const FollowJob::Character& character_at(const FollowJob& job, std::size_t lane) {
  return job.characters[std::min(lane, job.characters.size() - 1)];
}

Rows rows_of(const FollowJob& job, body::Joint joint) {
  Rows rows;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    rows[lane] = (*character_at(job, lane).parent_from_joint)[body::index_of(joint)].data();
  }
  return rows;
}

/// The arms of one side; those that are not tracked are nobody's, which nobody looks at.
struct SideRows {
  body::ArmChain chain;
  Rows tracked;
  std::array<bool, kLanes> is_tracked;
  bool any;
};

SideRows rows_of(const FollowJob& job, std::size_t side, TrackedArm& nobody) {
  SideRows rows = {
      body::arm_chain(side == 0 ? body::Side::Left : body::Side::Right), {}, {}, false};
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    TrackedArm* arm = lane < job.characters.size() ? job.characters[lane].arms[side] : nullptr;
    rows.is_tracked[lane] = arm != nullptr;
    rows.any = rows.any || arm != nullptr;
    if (arm == nullptr) arm = &nobody;
    rows.tracked[lane] = reinterpret_cast<float*>(arm);
  }
  return rows;
}

void gather_trunk(const FollowJob& job) {
  FollowJob::Scratch& scratch = *job.scratch;
  rows_to_lanes(rows_of(job, body::Joint::Hips), rows_of(scratch.hips, scratch.spine));
  rows_to_lanes(rows_of(job, body::Joint::Chest), rows_of(scratch.chest, scratch.upper_chest));
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const auto& [x, y, z] = *character_at(job, lane).hips_m;
    scratch.hips_m.x[lane] = x;
    scratch.hips_m.y[lane] = y;
    scratch.hips_m.z[lane] = z;
  }
}

void gather_side(const FollowJob& job, std::size_t side, const SideRows& rows) {
  FollowJob::Scratch::Side& scratch = job.scratch->sides[side];
  ArmBlock& arm = job.bones->sides[side].arm;
  rows_to_lanes(rows_of(job, rows.chain.shoulder), rows_of(arm.shoulder, arm.upper_arm));
  rows_to_lanes(rows_of(job, rows.chain.lower_arm), rows_of(arm.lower_arm, scratch.hand));
  for (std::size_t row = 0; row < kRowsOfArm; ++row) {
    rows_to_lanes(shifted(rows.tracked, 8 * row), rows_of(scratch.tracked, row));
  }
}

void scatter_side(const FollowJob& job, std::size_t side, const SideRows& rows) {
  FollowJob::Scratch::Side& scratch = job.scratch->sides[side];
  ArmBlock& arm = job.bones->sides[side].arm;
  std::array<float, 8> lost;
  Rows upper = rows_of(job, rows.chain.shoulder);
  Rows lower = rows_of(job, rows.chain.lower_arm);
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    if (!rows.is_tracked[lane]) upper[lane] = lower[lane] = lost.data();
  }
  lanes_to_rows(rows_of(arm.shoulder, arm.upper_arm), upper);
  lanes_to_rows(rows_of(arm.lower_arm, scratch.hand), lower);
  for (std::size_t row = 0; row < kRowsThatMove; ++row) {
    lanes_to_rows(rows_of(scratch.tracked, row), shifted(rows.tracked, 8 * row));
  }
}

void gather_follow_scatter(const FollowJob& job) {
  TrackedArm nobody;
  const std::array<SideRows, 2> sides = {rows_of(job, 0, nobody), rows_of(job, 1, nobody)};
  gather_trunk(job);
  for (std::size_t side = 0; side < sides.size(); ++side) {
    if (sides[side].any) gather_side(job, side, sides[side]);
  }
  follow_all(job, {sides[0].any, sides[1].any});
  for (std::size_t side = 0; side < sides.size(); ++side) {
    if (sides[side].any) scatter_side(job, side, sides[side]);
  }
}

}  // namespace kine::dynamics::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace kine::dynamics {

HWY_EXPORT(gather_follow_scatter);

void FollowJob::run() const {
  KINE_ASSERT(!characters.empty() && characters.size() <= pose::kLanes);
  KINE_ASSERT(bones != nullptr && scratch != nullptr);
  KINE_ASSERT(step.count() > 0);
  HWY_DYNAMIC_DISPATCH(gather_follow_scatter)(*this);
}

}  // namespace kine::dynamics
#endif
