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
#include "realizer/pose/arm_math.inc"
#include "realizer/pose/lane_squares.inc"

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

void place_wrists(const ArmBlock& arms, VectorBlock& wrists_m) {
  const Tag d;
  for (std::size_t lane = 0; lane < kLanes; lane += hn::Lanes(d)) {
    const Limbs limbs = limbs_of(d, arms, lane);
    store(d, sum(limbs.root, limbs.wrist), wrists_m, lane);
  }
}

HWY_INLINE void reach_lanes(Tag d, const VectorBlock& targets_m, ArmBlock& arms, std::size_t lane) {
  const Limbs limbs = limbs_of(d, arms, lane);
  const Vectors hand = load(d, arms.hand_m, lane);
  const Vector upper = hn::Sqrt(dot(limbs.elbow, limbs.elbow));
  const Vector lower = hn::Sqrt(dot(hand, hand));
  const ArmLengths lengths = {upper, lower, hn::Div(hn::Set(d, 1.0F), upper),
                              hn::Abs(hn::Sub(upper, lower))};
  const Vectors target = difference(load(d, targets_m, lane), limbs.root);
  const Bones bones = bring_wrist(d, limbs, lengths, load(d, arms.hinge, lane), target);
  store(d, product(conjugate(limbs.shoulder), bones.upper), arms.upper_arm, lane);
  store(d, product(conjugate(bones.upper), bones.lower), arms.lower_arm, lane);
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
    const Quaternions turn = normalized(shortest_turn(d, looks, wanted, rotated(head, up)));
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
