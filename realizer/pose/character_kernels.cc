#include "realizer/pose/character_kernels.h"

#include <algorithm>
#include <cstddef>

#include "realizer/core/assert.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "realizer/pose/character_kernels.cc"
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_EMU128 | HWY_SCALAR)
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace kine::pose::HWY_NAMESPACE {
#include "realizer/pose/lane_math.inc"

// A wrist slows down on its way to full reach from here on, or from where it is already (a filter
// must not move an arm that is where it should be), as a share of the arm's length.
constexpr float kSoftFrom = 0.97F;
constexpr float kSoftFromMax = 0.995F;

// An elbow no further from the line than this share of the upper arm says nothing about the plane.
constexpr float kStraight = 1e-3F;

// Nearer to the shoulder a wrist gives no direction.
constexpr float kNearestM = 1e-4F;

HWY_INLINE void store(Tag d, const Vectors& v, VectorBlock& block, std::size_t lane) {
  hn::Store(v.x, d, block.x.data() + lane);
  hn::Store(v.y, d, block.y.data() + lane);
  hn::Store(v.z, d, block.z.data() + lane);
}

HWY_INLINE Vectors cross(const Vectors& a, const Vectors& b) {
  return {hn::NegMulAdd(a.z, b.y, hn::Mul(a.y, b.z)), hn::NegMulAdd(a.x, b.z, hn::Mul(a.z, b.x)),
          hn::NegMulAdd(a.y, b.x, hn::Mul(a.x, b.y))};
}

/// v + 2 (w (q x v) + q x (q x v))
HWY_INLINE Vectors rotated(const Quaternions& q, const Vectors& v) {
  const Vectors axis = {q.x, q.y, q.z};
  const Vectors across = cross(axis, v);
  const Vectors twice = {hn::Add(across.x, across.x), hn::Add(across.y, across.y),
                         hn::Add(across.z, across.z)};
  const Vectors back = cross(axis, twice);
  return {hn::MulAdd(q.w, twice.x, hn::Add(v.x, back.x)),
          hn::MulAdd(q.w, twice.y, hn::Add(v.y, back.y)),
          hn::MulAdd(q.w, twice.z, hn::Add(v.z, back.z))};
}

HWY_INLINE Vectors sum(const Vectors& a, const Vectors& b) {
  return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}

// Squares of 8 by 8 (or 4 by 4) are what shuffles turn over best, on wider machines too.
using Square = hn::CappedTag<float, 8>;
constexpr std::size_t kSide = hn::MaxLanes(Square());

/// Four characters, as many joints as a vector has: joint 4b + k of the four is block b of rows[k].
HWY_INLINE void turn_over_four(const float* const* rows_in, hn::Vec<Square>* rows) {
  const Square d;
  const auto a = hn::Load(d, rows_in[0]);
  const auto b = hn::Load(d, rows_in[1]);
  const auto c = hn::Load(d, rows_in[2]);
  const auto e = hn::Load(d, rows_in[3]);
  const auto ac_low = hn::InterleaveLower(d, a, c);
  const auto be_low = hn::InterleaveLower(d, b, e);
  const auto ac_high = hn::InterleaveUpper(d, a, c);
  const auto be_high = hn::InterleaveUpper(d, b, e);
  rows[0] = hn::InterleaveLower(d, ac_low, be_low);
  rows[1] = hn::InterleaveUpper(d, ac_low, be_low);
  rows[2] = hn::InterleaveLower(d, ac_high, be_high);
  rows[3] = hn::InterleaveUpper(d, ac_high, be_high);
}

/// rows_in[character][joint] to rows_out[joint][character], kSide of each.
HWY_INLINE void turn_over(const float* const* rows_in, float* const* rows_out) {
  const Square d;
  hn::Vec<Square> low[4];
  turn_over_four(rows_in, low);
#if HWY_MAX_BYTES >= 32
  hn::Vec<Square> high[4];
  turn_over_four(rows_in + 4, high);
  for (std::size_t k = 0; k < 4; ++k) {
    hn::Store(hn::ConcatLowerLower(d, high[k], low[k]), d, rows_out[k]);
    hn::Store(hn::ConcatUpperUpper(d, high[k], low[k]), d, rows_out[k + 4]);
  }
#else
  for (std::size_t k = 0; k < 4; ++k) hn::Store(low[k], d, rows_out[k]);
#endif
}

HWY_INLINE void gather_square(const Pose* const* poses, std::size_t joint, std::size_t lane,
                              std::array<float, kLanes> QuatBlock::*component,
                              CharacterBlock& output) {
  const float* rows_in[kSide];
  float* rows_out[kSide];
  for (std::size_t i = 0; i < kSide; ++i) {
    const QuatBlock& block = poses[lane + i]->rotations[joint / kLanes];
    rows_in[i] = (block.*component).data() + joint % kLanes;
    rows_out[i] = (output.parent_from_joint[joint + i].*component).data() + lane;
  }
  turn_over(rows_in, rows_out);
}

void gather_all(const Pose* const* poses, CharacterBlock& output) {
  for (std::size_t lane = 0; lane < kLanes; lane += kSide) {
    for (std::size_t joint = 0; joint < output.parent_from_joint.size(); joint += kSide) {
      gather_square(poses, joint, lane, &QuatBlock::x, output);
      gather_square(poses, joint, lane, &QuatBlock::y, output);
      gather_square(poses, joint, lane, &QuatBlock::z, output);
      gather_square(poses, joint, lane, &QuatBlock::w, output);
    }
  }
}

void interleave(const Pose& pose, float* output) {
  const Square d;
  constexpr std::size_t kWhole = body::kJointCount / kSide * kSide;
  for (std::size_t joint = 0; joint < body::kJointCount; joint += kSide) {
    const QuatBlock& block = pose.rotations[joint / kLanes];
    const std::size_t lane = joint % kLanes;
    alignas(64) std::array<float, 4 * kSide> last;
    float* const out = joint < kWhole ? output + 4 * joint : last.data();
    hn::StoreInterleaved4(hn::Load(d, block.x.data() + lane), hn::Load(d, block.y.data() + lane),
                          hn::Load(d, block.z.data() + lane), hn::Load(d, block.w.data() + lane), d,
                          out);
    if (joint < kWhole) continue;
    std::copy_n(last.data(), 4 * (body::kJointCount - joint), output + 4 * joint);
  }
}

// All joints of as many characters as a vector has, then the next ones: what a chain needs of its
// parents is still in the first cache.
void place_all(const CharacterBlock& characters, const BoneBlock& bones, const std::int8_t* parents,
               ModelBlock& output) {
  const Tag d;
  for (std::size_t lane = 0; lane < kLanes; lane += hn::Lanes(d)) {
    store(d, load(d, characters.parent_from_joint[0], lane), output.character_from_joint[0], lane);
    store(d, load(d, bones.offsets_m[0], lane), output.positions_m[0], lane);
    for (std::size_t joint = 1; joint < body::kJointCount; ++joint) {
      const auto parent = static_cast<std::size_t>(parents[joint]);
      const Quaternions turn = load(d, output.character_from_joint[parent], lane);
      const Vectors offset = rotated(turn, load(d, bones.offsets_m[joint], lane));
      store(d, product(turn, load(d, characters.parent_from_joint[joint], lane)),
            output.character_from_joint[joint], lane);
      store(d, sum(load(d, output.positions_m[parent], lane), offset), output.positions_m[joint],
            lane);
    }
  }
}

HWY_INLINE Vectors scaled(const Vectors& v, Vector scale) {
  return {hn::Mul(v.x, scale), hn::Mul(v.y, scale), hn::Mul(v.z, scale)};
}

HWY_INLINE Vectors chosen(hn::Mask<Tag> mask, const Vectors& yes, const Vectors& no) {
  return {hn::IfThenElse(mask, yes.x, no.x), hn::IfThenElse(mask, yes.y, no.y),
          hn::IfThenElse(mask, yes.z, no.z)};
}

HWY_INLINE Vector dot(const Vectors& a, const Vectors& b) {
  return hn::MulAdd(a.z, b.z, hn::MulAdd(a.y, b.y, hn::Mul(a.x, b.x)));
}

HWY_INLINE Vectors divided(const Vectors& v, Vector by) {
  return {hn::Div(v.x, by), hn::Div(v.y, by), hn::Div(v.z, by)};
}

HWY_INLINE Quaternions normalized(const Quaternions& q) {
  const Vector size = hn::Sqrt(dot(q, q));
  return {hn::Div(q.x, size), hn::Div(q.y, size), hn::Div(q.z, size), hn::Div(q.w, size)};
}

/// A point of the arm's plane: so far along the line from the upper arm's joint to the wrist, and
/// so far square to it.
struct InPlane {
  Vector along, aside;
};

/// The turn about the unit `axis` from one point of the plane to another that is as far away, by
/// the half angle's cosine and sine without trigonometry: of the two roots the greater is drawn.
HWY_INLINE Quaternions turn_between(Tag d, const Vectors& axis, const InPlane& from,
                                    const InPlane& to, Vector length_squared) {
  const Vector cosine =
      hn::Div(hn::MulAdd(from.aside, to.aside, hn::Mul(from.along, to.along)), length_squared);
  const Vector sine =
      hn::Div(hn::NegMulAdd(from.aside, to.along, hn::Mul(from.along, to.aside)), length_squared);
  const Vector half = hn::Set(d, 0.5F);
  const Vector greater = hn::Sqrt(hn::MulAdd(half, hn::Abs(cosine), half));
  const Vector smaller = hn::Div(hn::Mul(half, sine), greater);
  const auto acute = hn::Ge(cosine, hn::Zero(d));
  const Vector half_cosine = hn::IfThenElse(acute, greater, hn::Abs(smaller));
  const Vector half_sine = hn::IfThenElse(acute, smaller, hn::CopySign(greater, sine));
  const Vectors part = scaled(axis, half_sine);
  return {part.x, part.y, part.z, half_cosine};
}

/// The shortest turn from unit `from` to unit `to`; half a turn about `spare` where they are
/// opposite.
HWY_INLINE Quaternions shortest_turn(Tag d, const Vectors& from, const Vectors& to,
                                     const Vectors& spare) {
  const Vector one_and_cosine = hn::Add(hn::Set(d, 1.0F), dot(from, to));
  const auto opposite = hn::Lt(one_and_cosine, hn::Set(d, 1e-6F));
  const Vectors axis = chosen(opposite, spare, cross(from, to));
  return normalized(
      {axis.x, axis.y, axis.z, hn::IfThenElseZero(hn::Not(opposite), one_and_cosine)});
}

/// How far a wrist is put that should be `wanted` away: softly no further than the whole arm, from
/// where it is at `present`. 1 - 1 / (1 + x + x^2 / 2) goes as 1 - exp(-x) up to x^2.
HWY_INLINE Vector soft_distance(Tag d, Vector wanted, Vector present, Vector whole, Vector least) {
  const Vector one = hn::Set(d, 1.0F);
  const Vector soft_from = hn::Min(hn::Max(present, hn::Mul(hn::Set(d, kSoftFrom), whole)),
                                   hn::Mul(hn::Set(d, kSoftFromMax), whole));
  const Vector room = hn::Sub(whole, soft_from);
  const Vector past = hn::Div(hn::Max(hn::Zero(d), hn::Sub(wanted, soft_from)), room);
  const Vector slowed = hn::MulAdd(past, hn::MulAdd(hn::Set(d, 0.5F), past, one), one);
  const Vector gained = hn::Mul(room, hn::Sub(one, hn::Div(one, slowed)));
  return hn::Max(least, hn::Add(hn::Min(wanted, soft_from), gained));
}

struct Limbs {
  Quaternions shoulder, upper, lower;  // in the axes of what carries the shoulder
  Vectors root, elbow, wrist;          // from the shoulder's joint; the two last from the root
};

HWY_INLINE Limbs limbs_of(Tag d, const ArmBlock& arms, std::size_t lane) {
  Limbs limbs;
  limbs.shoulder = load(d, arms.shoulder, lane);
  limbs.upper = product(limbs.shoulder, load(d, arms.upper_arm, lane));
  limbs.lower = product(limbs.upper, load(d, arms.lower_arm, lane));
  limbs.root = rotated(limbs.shoulder, load(d, arms.upper_arm_m, lane));
  limbs.elbow = rotated(limbs.upper, load(d, arms.lower_arm_m, lane));
  limbs.wrist = sum(limbs.elbow, rotated(limbs.lower, load(d, arms.hand_m, lane)));
  return limbs;
}

void place_wrists(const ArmBlock& arms, VectorBlock& wrists_m) {
  const Tag d;
  for (std::size_t lane = 0; lane < kLanes; lane += hn::Lanes(d)) {
    const Limbs limbs = limbs_of(d, arms, lane);
    store(d, sum(limbs.root, limbs.wrist), wrists_m, lane);
  }
}

/// The unit normal of the arm's plane, from its line towards its elbow. A straight arm says nothing
/// about it: then the hinge of the elbow does.
HWY_INLINE Vectors plane_normal(Tag d, const Limbs& limbs, const Vectors& line,
                                const Vectors& hinge, Vector upper_squared) {
  const Vectors by_elbow = cross(line, limbs.elbow);
  const Vectors bent_about = rotated(limbs.upper, hinge);
  const Vectors by_hinge = difference(scaled(line, dot(line, bent_about)), bent_about);
  const auto straight =
      hn::Lt(dot(by_elbow, by_elbow), hn::Mul(hn::Set(d, kStraight * kStraight), upper_squared));
  const Vectors normal = chosen(straight, by_hinge, by_elbow);
  return divided(normal, hn::Sqrt(dot(normal, normal)));
}

HWY_INLINE void reach_lanes(Tag d, const VectorBlock& targets_m, ArmBlock& arms, std::size_t lane) {
  const Limbs limbs = limbs_of(d, arms, lane);
  const Vectors hand = load(d, arms.hand_m, lane);
  const Vector upper2 = dot(limbs.elbow, limbs.elbow);
  const Vector lower2 = dot(hand, hand);
  const Vector upper_m = hn::Sqrt(upper2);
  const Vector lower_m = hn::Sqrt(lower2);
  const Vector near = hn::Set(d, kNearestM);

  const Vector distance = hn::Sqrt(dot(limbs.wrist, limbs.wrist));
  const Vectors line =
      chosen(hn::Lt(distance, near), divided(limbs.elbow, upper_m), divided(limbs.wrist, distance));
  const Vectors normal = plane_normal(d, limbs, line, load(d, arms.hinge, lane), upper2);
  const Vectors side = cross(normal, line);

  const Vectors target = difference(load(d, targets_m, lane), limbs.root);
  const Vector wanted = hn::Sqrt(dot(target, target));
  const Vectors new_line = chosen(hn::Lt(wanted, near), line, divided(target, wanted));
  const Vector least = hn::Max(near, hn::Abs(hn::Sub(upper_m, lower_m)));
  const Vector reached = soft_distance(d, wanted, distance, hn::Add(upper_m, lower_m), least);

  const Vector along = hn::Div(hn::Add(hn::Mul(reached, reached), hn::Sub(upper2, lower2)),
                               hn::Add(reached, reached));
  const Vector aside = hn::Sqrt(hn::Max(hn::Zero(d), hn::NegMulAdd(along, along, upper2)));
  const InPlane elbow = {dot(limbs.elbow, line), dot(limbs.elbow, side)};
  const InPlane forearm = {hn::Sub(distance, elbow.along), hn::Neg(elbow.aside)};
  const InPlane new_elbow = {along, aside};
  const InPlane new_forearm = {hn::Sub(reached, along), hn::Neg(aside)};

  const Quaternions carried = shortest_turn(d, line, new_line, normal);
  const Quaternions upper = normalized(
      product(carried, product(turn_between(d, normal, elbow, new_elbow, upper2), limbs.upper)));
  const Quaternions lower =
      product(carried, product(turn_between(d, normal, forearm, new_forearm, lower2), limbs.lower));
  store(d, normalized(product(conjugate(limbs.shoulder), upper)), arms.upper_arm, lane);
  store(d, normalized(product(conjugate(upper), lower)), arms.lower_arm, lane);
}

void reach_all(const VectorBlock& targets_m, ArmBlock& arms) {
  const Tag d;
  for (std::size_t lane = 0; lane < kLanes; lane += hn::Lanes(d)) {
    reach_lanes(d, targets_m, arms, lane);
  }
}

/// Each joint's share of a turn that is no longer than half a turn, and of which no more is taken
/// than `half_max` at half angle.
HWY_INLINE Quaternions share_of(Tag d, const Quaternions& turn, float joints, float half_max) {
  const Vector angle2 = squared_angle(d, turn.w);
  const Vector one = hn::Set(d, 1.0F);
  const Vector most = hn::Set(d, half_max * half_max);
  const Vector taken = hn::IfThenElse(hn::Gt(angle2, most), hn::Sqrt(hn::Div(most, angle2)), one);
  const Vector share = hn::Div(taken, hn::Set(d, joints));
  const Vector rest = hn::Sub(one, share);
  const Vector whole = sinc(d, angle2);
  const Vector of_turn =
      hn::Div(hn::Mul(share, sinc(d, hn::Mul(hn::Mul(share, share), angle2))), whole);
  const Vector of_none =
      hn::Div(hn::Mul(rest, sinc(d, hn::Mul(hn::Mul(rest, rest), angle2))), whole);
  return {hn::Mul(turn.x, of_turn), hn::Mul(turn.y, of_turn), hn::Mul(turn.z, of_turn),
          hn::MulAdd(turn.w, of_turn, of_none)};
}

void look_all(const LookJob& job) {
  const Tag d;
  const std::size_t last = body::index_of(job.chain.back());
  const Vectors ahead = {hn::Zero(d), hn::Zero(d), hn::Set(d, 1.0F)};
  const Vectors up = {hn::Zero(d), hn::Set(d, 1.0F), hn::Zero(d)};
  for (std::size_t lane = 0; lane < kLanes; lane += hn::Lanes(d)) {
    const Quaternions head = load(d, job.model->character_from_joint[last], lane);
    const Vectors way =
        difference(load(d, *job.targets_m, lane), load(d, job.model->positions_m[last], lane));
    const Vector distance = hn::Sqrt(dot(way, way));
    const Vectors looks = rotated(head, ahead);
    const Vectors wanted =
        chosen(hn::Lt(distance, hn::Set(d, kNearestM)), looks, divided(way, distance));
    const Quaternions turn = shortest_turn(d, looks, wanted, rotated(head, up));
    const Quaternions part =
        share_of(d, turn, static_cast<float>(job.chain.size()), 0.5F * job.turn_max_rad);
    for (const body::Joint joint : job.chain) {
      const Quaternions frame =
          load(d, job.model->character_from_joint[body::index_of(joint)], lane);
      const Vectors axis = rotated(conjugate(frame), {part.x, part.y, part.z});
      QuatBlock& local = job.characters->of(joint);
      store(d, normalized(product(load(d, local, lane), {axis.x, axis.y, axis.z, part.w})), local,
            lane);
    }
  }
}

}  // namespace kine::pose::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace kine::pose {

HWY_EXPORT(gather_all);
HWY_EXPORT(interleave);
HWY_EXPORT(place_all);
HWY_EXPORT(place_wrists);
HWY_EXPORT(reach_all);
HWY_EXPORT(look_all);

void gather(std::span<const Pose* const> poses, CharacterBlock& output) {
  static constexpr Pose kNobody;
  KINE_ASSERT(poses.size() <= kLanes);
  std::array<const Pose*, kLanes> lanes;
  lanes.fill(&kNobody);
  std::copy(poses.begin(), poses.end(), lanes.begin());
  HWY_DYNAMIC_DISPATCH(gather_all)(lanes.data(), output);
}

void write_rotations(const Pose& pose,
                     std::array<std::array<float, 4>, body::kJointCount>& parent_from_joint) {
  static_assert(sizeof(parent_from_joint) == 4 * body::kJointCount * sizeof(float));
  HWY_DYNAMIC_DISPATCH(interleave)(pose, parent_from_joint.front().data());
}

void local_to_model(const CharacterBlock& characters, const BoneBlock& bones, ModelBlock& output) {
  HWY_DYNAMIC_DISPATCH(place_all)(characters, bones, body::parent_indices().data(), output);
}

void wrists_of(const ArmBlock& arms, VectorBlock& wrists_m) {
  HWY_DYNAMIC_DISPATCH(place_wrists)(arms, wrists_m);
}

void reach(const VectorBlock& targets_m, ArmBlock& arms) {
  HWY_DYNAMIC_DISPATCH(reach_all)(targets_m, arms);
}

void LookJob::run() const {
  KINE_ASSERT(targets_m != nullptr && model != nullptr && characters != nullptr);
  KINE_ASSERT(!chain.empty());
  HWY_DYNAMIC_DISPATCH(look_all)(*this);
}

}  // namespace kine::pose
#endif
