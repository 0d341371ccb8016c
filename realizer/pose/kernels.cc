#include "realizer/pose/kernels.h"

#include <cstddef>

// This file is compiled once for each target that has a fused multiply-add; narrower ones round
// differently and are left out.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "realizer/pose/kernels.cc"
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_EMU128 | HWY_SCALAR)
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace kine::pose::HWY_NAMESPACE {
#include "realizer/pose/lane_math.inc"

HWY_INLINE Quaternions scaled_sum(const Quaternions& a, Vector scale_a, const Quaternions& b,
                                  Vector scale_b) {
  return {hn::MulAdd(b.x, scale_b, hn::Mul(a.x, scale_a)),
          hn::MulAdd(b.y, scale_b, hn::Mul(a.y, scale_a)),
          hn::MulAdd(b.z, scale_b, hn::Mul(a.z, scale_a)),
          hn::MulAdd(b.w, scale_b, hn::Mul(a.w, scale_a))};
}

HWY_INLINE Vectors scaled_sum(const Vectors& a, Vector scale_a, const Vectors& b, Vector scale_b) {
  return {hn::MulAdd(b.x, scale_b, hn::Mul(a.x, scale_a)),
          hn::MulAdd(b.y, scale_b, hn::Mul(a.y, scale_a)),
          hn::MulAdd(b.z, scale_b, hn::Mul(a.z, scale_a))};
}

constexpr float kPi = 3.14159265358979F;
constexpr float kRightAngle2 = 2.46740110027F;  // squared

// The least that a slerp is divided by: between two opposite quaternions no arc is the shortest.
constexpr float kWholeMin = 1e-3F;

// acos(x)^2 for x in [-1, 1].
HWY_INLINE Vector squared_wide_angle(Tag d, Vector cosine) {
  const Vector narrow = squared_angle(d, hn::Abs(cosine));
  const auto wide = hn::Lt(cosine, hn::Zero(d));
  if (HWY_LIKELY(hn::AllFalse(d, wide))) return narrow;
  const Vector angle = hn::Sub(hn::Set(d, kPi), hn::Sqrt(narrow));
  return hn::IfThenElse(wide, hn::Mul(angle, angle), narrow);
}

// sin(a) / a for a up to two: sin(a) = 2 sin(a/2) cos(a/2).
HWY_INLINE Vector wide_sinc(Tag d, Vector angle2) {
  const Vector narrow = sinc(d, angle2);
  const auto wide = hn::Gt(angle2, hn::Set(d, kRightAngle2));
  if (HWY_LIKELY(hn::AllFalse(d, wide))) return narrow;
  const Vector quarter = hn::Mul(angle2, hn::Set(d, 0.25F));
  return hn::IfThenElse(wide, hn::Mul(sinc(d, quarter), polynomial(d, kCosine, quarter)), narrow);
}

// The shortest-arc logarithm of conjugate(from) * to, which lie on one side of the sphere.
HWY_INLINE Vectors chord(Tag d, const Quaternions& from, const Quaternions& to) {
  const Quaternions turn = product(conjugate(from), to);
  const Vector scale = hn::Div(hn::Set(d, 1.0F), sinc(d, squared_angle(d, turn.w)));
  return {hn::Mul(turn.x, scale), hn::Mul(turn.y, scale), hn::Mul(turn.z, scale)};
}

// The unit quaternion of a vector at half angle, up to 2 pi long: a quarter of it, squared twice.
HWY_INLINE Quaternions exponential(Tag d, const Vectors& v) {
  const Vector length2 = hn::MulAdd(v.z, v.z, hn::MulAdd(v.y, v.y, hn::Mul(v.x, v.x)));
  const Vector angle2 = hn::Mul(length2, hn::Set(d, 0.0625F));
  const Vector scale = hn::Mul(sinc(d, angle2), hn::Set(d, 0.25F));
  const Quaternions quarter = {hn::Mul(v.x, scale), hn::Mul(v.y, scale), hn::Mul(v.z, scale),
                               polynomial(d, kCosine, angle2)};
  const Quaternions half = product(quarter, quarter);
  return product(half, half);
}

HWY_INLINE Quaternions slerp_lanes(Tag d, const Quaternions& a, const Quaternions& b, float h) {
  const Vector to_share = hn::Set(d, h);
  const Vector from_share = hn::Set(d, 1.0F - h);
  const Vector angle2 = squared_angle(d, dot(a, b));
  const Vector whole = sinc(d, angle2);
  const Vector from_angle2 = hn::Mul(hn::Mul(from_share, from_share), angle2);
  const Vector to_angle2 = hn::Mul(hn::Mul(to_share, to_share), angle2);
  return scaled_sum(a, hn::Div(hn::Mul(from_share, sinc(d, from_angle2)), whole), b,
                    hn::Div(hn::Mul(to_share, sinc(d, to_angle2)), whole));
}

// What h alone decides of a squad.
struct SquadShares {
  Vector from, to, from2, to2, inner, outer, inner2, outer2;
};

HWY_INLINE SquadShares shares_at(Tag d, float h) {
  const float rest = 1.0F - h;
  const float inner = 2.0F * h * rest;
  const float outer = 1.0F - inner;
  return {
      hn::Set(d, rest),  hn::Set(d, h),     hn::Set(d, rest * rest),   hn::Set(d, h * h),
      hn::Set(d, inner), hn::Set(d, outer), hn::Set(d, inner * inner), hn::Set(d, outer * outer)};
}

HWY_INLINE Quaternions squad_lanes(Tag d, const SquadBlock& interval, const SquadShares& shares,
                                   std::size_t lane) {
  // Neighbouring keys lie within a right angle of each other; inner quaternions need not.
  const Vector key_angle2 = load(d, interval.key_angle2, lane);
  const Vector key_scale = load(d, interval.key_scale, lane);
  const Vector from_sinc = sinc(d, hn::Mul(shares.from2, key_angle2));
  const Vector to_sinc = sinc(d, hn::Mul(shares.to2, key_angle2));
  const Quaternions on_keys =
      scaled_sum(load(d, interval.from, lane), hn::Mul(hn::Mul(shares.from, from_sinc), key_scale),
                 load(d, interval.to, lane), hn::Mul(hn::Mul(shares.to, to_sinc), key_scale));

  const Vector inner_angle2 = load(d, interval.inner_angle2, lane);
  const Vector inner_scale = load(d, interval.inner_scale, lane);
  const Vector start_sinc = wide_sinc(d, hn::Mul(shares.from2, inner_angle2));
  const Vector end_sinc = wide_sinc(d, hn::Mul(shares.to2, inner_angle2));
  const Quaternions on_inner = scaled_sum(
      load(d, interval.near_start, lane), hn::Mul(hn::Mul(shares.from, start_sinc), inner_scale),
      load(d, interval.near_end, lane), hn::Mul(hn::Mul(shares.to, end_sinc), inner_scale));

  const Vector angle2 = squared_wide_angle(d, dot(on_keys, on_inner));
  const Vector whole = hn::Max(wide_sinc(d, angle2), hn::Set(d, kWholeMin));
  const Vector outer_sinc = wide_sinc(d, hn::Mul(shares.outer2, angle2));
  const Vector inner_sinc = wide_sinc(d, hn::Mul(shares.inner2, angle2));
  return scaled_sum(on_keys, hn::Div(hn::Mul(shares.outer, outer_sinc), whole), on_inner,
                    hn::Div(hn::Mul(shares.inner, inner_sinc), whole));
}

// The turn at a key: shares of the chords on its two sides and what is given.
HWY_INLINE Vectors tangent(Tag d, const Vectors& one, float share_of_one, const Vectors& other,
                           float share_of_other) {
  return scaled_sum(one, hn::Set(d, share_of_one), other, hn::Set(d, share_of_other));
}

HWY_INLINE Vectors half_of(Tag d, const Vectors& v) {
  const Vector half = hn::Set(d, 0.5F);
  return {hn::Mul(v.x, half), hn::Mul(v.y, half), hn::Mul(v.z, half)};
}

void set_up_squad_of(const SquadEnds& ends, SquadBlock& output) {
  const Tag d;
  const Vectors none = {hn::Zero(d), hn::Zero(d), hn::Zero(d)};
  for (std::size_t lane = 0; lane < kLanes; lane += hn::Lanes(d)) {
    const Quaternions from = load(d, *ends.from, lane);
    const Quaternions to = load(d, *ends.to, lane);
    const Vectors own = chord(d, from, to);
    const Vectors before =
        ends.before == nullptr ? none : chord(d, load(d, *ends.before, lane), from);
    const Vectors after = ends.after == nullptr ? none : chord(d, to, load(d, *ends.after, lane));
    Vectors out = tangent(d, before, ends.out_of_before, own, ends.out_of_own);
    if (ends.first_tangent != nullptr) out = load(d, *ends.first_tangent, lane);
    const Vectors in = tangent(d, own, ends.in_of_own, after, ends.in_of_after);

    const Quaternions near_start = product(from, exponential(d, half_of(d, difference(out, own))));
    const Quaternions near_end = product(to, exponential(d, half_of(d, difference(own, in))));
    store(d, from, output.from, lane);
    store(d, to, output.to, lane);
    store(d, near_start, output.near_start, lane);
    store(d, near_end, output.near_end, lane);

    const Vector key_angle2 = squared_angle(d, dot(from, to));
    const Vector inner_angle2 = squared_wide_angle(d, dot(near_start, near_end));
    const Vector inner_whole = hn::Max(wide_sinc(d, inner_angle2), hn::Set(d, kWholeMin));
    const Vector one = hn::Set(d, 1.0F);
    hn::StoreU(key_angle2, d, output.key_angle2.data() + lane);
    hn::StoreU(hn::Div(one, sinc(d, key_angle2)), d, output.key_scale.data() + lane);
    hn::StoreU(inner_angle2, d, output.inner_angle2.data() + lane);
    hn::StoreU(hn::Div(one, inner_whole), d, output.inner_scale.data() + lane);
  }
}

HWY_INLINE void squad_block(const SquadBlock& interval, float h, std::size_t lane_count,
                            QuatBlock& output) {
  const Tag d;
  const SquadShares shares = shares_at(d, h);
  for (std::size_t lane = 0; lane < lane_count; lane += hn::Lanes(d)) {
    store(d, squad_lanes(d, interval, shares, lane), output, lane);
  }
}

HWY_INLINE void slerp_block(const QuatBlock& from, const QuatBlock& to, float h,
                            std::size_t lane_count, QuatBlock& output) {
  const Tag d;
  for (std::size_t lane = 0; lane < lane_count; lane += hn::Lanes(d)) {
    store(d, slerp_lanes(d, load(d, from, lane), load(d, to, lane), h), output, lane);
  }
}

HWY_INLINE void add_layer_block(const QuatBlock& layer, const LaneMask& mask, float weight,
                                std::size_t lane_count, BlendSum& blend) {
  const Tag d;
  for (std::size_t lane = 0; lane < lane_count; lane += hn::Lanes(d)) {
    const Quaternions q = load(d, layer, lane);
    const Vector left = load(d, blend.left, lane);
    const Vector share = hn::Mul(hn::Mul(hn::Set(d, weight), load(d, mask.share, lane)), left);
    const Vector signed_share = hn::Or(share, hn::And(q.w, hn::SignBit(d)));
    const Quaternions sum = load(d, blend.sum, lane);
    store(d,
          {hn::MulAdd(q.x, signed_share, sum.x), hn::MulAdd(q.y, signed_share, sum.y),
           hn::MulAdd(q.z, signed_share, sum.z), hn::MulAdd(q.w, signed_share, sum.w)},
          blend.sum, lane);
    hn::StoreU(hn::Sub(left, share), d, blend.left.data() + lane);
  }
}

HWY_INLINE void finish_block(const QuatBlock& rest, const BlendSum& blend, std::size_t lane_count,
                             QuatBlock& output) {
  const Tag d;
  for (std::size_t lane = 0; lane < lane_count; lane += hn::Lanes(d)) {
    const Quaternions q = load(d, rest, lane);
    const Vector left = load(d, blend.left, lane);
    const Vector signed_left = hn::Or(left, hn::And(q.w, hn::SignBit(d)));
    const Quaternions sum = scaled_sum(load(d, blend.sum, lane), hn::Set(d, 1.0F), q, signed_left);
    const Vector size = hn::Sqrt(dot(sum, sum));
    // Half of each of two opposite poses is none: the rest pose then stands.
    const auto none = hn::Lt(size, hn::Set(d, kWholeMin));
    store(d,
          {hn::IfThenElse(none, q.x, hn::Div(sum.x, size)),
           hn::IfThenElse(none, q.y, hn::Div(sum.y, size)),
           hn::IfThenElse(none, q.z, hn::Div(sum.z, size)),
           hn::IfThenElse(none, q.w, hn::Div(sum.w, size))},
          output, lane);
  }
}

HWY_INLINE void add_relative_block(const QuatBlock& turn, const LaneMask& mask, float weight,
                                   std::size_t lane_count, QuatBlock& pose) {
  const Tag d;
  const Vector one = hn::Set(d, 1.0F);
  for (std::size_t lane = 0; lane < lane_count; lane += hn::Lanes(d)) {
    const Vector share = hn::Mul(hn::Set(d, weight), load(d, mask.share, lane));
    const Quaternions q = load(d, turn, lane);
    const Vector signed_share = hn::Or(share, hn::And(q.w, hn::SignBit(d)));
    const Quaternions part = {hn::Mul(q.x, signed_share), hn::Mul(q.y, signed_share),
                              hn::Mul(q.z, signed_share),
                              hn::MulAdd(q.w, signed_share, hn::Sub(one, share))};
    const Vector size = hn::Sqrt(dot(part, part));
    const Quaternions turned = product(load(d, pose, lane), part);
    store(d,
          {hn::Div(turned.x, size), hn::Div(turned.y, size), hn::Div(turned.z, size),
           hn::Div(turned.w, size)},
          pose, lane);
  }
}

// The lanes of a block that hold joints: a machine of 8 lanes passes over the last half block.
HWY_INLINE std::size_t lanes_of(std::size_t block) {
  const std::size_t left = body::kJointCount - block * kLanes;
  return left < kLanes ? left : kLanes;
}

// One block of a sample; `scratch` where it must be computed.
HWY_INLINE const QuatBlock& sampled(const LayerSample& layer, std::size_t i, std::size_t lane_count,
                                    QuatBlock& scratch) {
  if (layer.squads != nullptr) {
    squad_block(layer.squads[i], layer.h, lane_count, scratch);
    return scratch;
  }
  if (layer.to == nullptr) return layer.from[i];
  slerp_block(layer.from[i], layer.to[i], layer.h, lane_count, scratch);
  return scratch;
}

void blend_all(std::span<const LayerSample> layers, const std::array<QuatBlock, kBlocks>& rest,
               std::array<QuatBlock, kBlocks>& output) {
  std::array<BlendSum, kBlocks> sums;
  std::array<std::uint16_t, kBlocks> hidden = {};
  QuatBlock scratch;
  for (std::size_t i = layers.size(); i-- > 0;) {
    const LayerSample& layer = layers[i];
    for (std::size_t b = 0; b < layer.blocks.size(); ++b) {
      const std::size_t block = layer.blocks[b];
      const LaneMask& mask = layer.masks[b];
      if ((mask.bits & ~hidden[block]) == 0) continue;
      const std::size_t lane_count = lanes_of(block);
      add_layer_block(sampled(layer, b, lane_count, scratch), mask, layer.weight, lane_count,
                      sums[block]);
      if (layer.weight == 1) hidden[block] = static_cast<std::uint16_t>(hidden[block] | mask.bits);
    }
  }
  for (std::size_t block = 0; block < kBlocks; ++block) {
    finish_block(rest[block], sums[block], lanes_of(block), output[block]);
  }
}

void add_relative_sample(const LayerSample& layer, std::array<QuatBlock, kBlocks>& pose) {
  QuatBlock scratch;
  for (std::size_t b = 0; b < layer.blocks.size(); ++b) {
    const std::size_t block = layer.blocks[b];
    const std::size_t lane_count = lanes_of(block);
    add_relative_block(sampled(layer, b, lane_count, scratch), layer.masks[b], layer.weight,
                       lane_count, pose[block]);
  }
}

void arc_between(const QuatBlock& from, const QuatBlock& to, VectorBlock& output) {
  const Tag d;
  for (std::size_t lane = 0; lane < kLanes; lane += hn::Lanes(d)) {
    const Quaternions a = load(d, from, lane);
    const Quaternions b = load(d, to, lane);
    const Vector side = hn::And(dot(a, b), hn::SignBit(d));
    const Vectors v = chord(
        d, a, {hn::Xor(b.x, side), hn::Xor(b.y, side), hn::Xor(b.z, side), hn::Xor(b.w, side)});
    hn::Store(v.x, d, output.x.data() + lane);
    hn::Store(v.y, d, output.y.data() + lane);
    hn::Store(v.z, d, output.z.data() + lane);
  }
}

void turned_on(const QuatBlock& from, const VectorBlock& arc, float scale, QuatBlock& output) {
  const Tag d;
  const Vector s = hn::Set(d, scale);
  for (std::size_t lane = 0; lane < kLanes; lane += hn::Lanes(d)) {
    const Vectors v = load(d, arc, lane);
    const Vectors scaled = {hn::Mul(v.x, s), hn::Mul(v.y, s), hn::Mul(v.z, s)};
    store(d, product(load(d, from, lane), exponential(d, scaled)), output, lane);
  }
}

void squad_all_lanes(const SquadBlock& interval, float h, QuatBlock& output) {
  squad_block(interval, h, kLanes, output);
}

void slerp_all_lanes(const QuatBlock& from, const QuatBlock& to, float h, QuatBlock& output) {
  slerp_block(from, to, h, kLanes, output);
}

void add_layer_all_lanes(const QuatBlock& layer, const LaneMask& mask, float weight,
                         BlendSum& blend) {
  add_layer_block(layer, mask, weight, kLanes, blend);
}

void finish_all_lanes(const QuatBlock& rest, const BlendSum& blend, QuatBlock& output) {
  finish_block(rest, blend, kLanes, output);
}

void add_relative_all_lanes(const QuatBlock& turn, const LaneMask& mask, float weight,
                            QuatBlock& pose) {
  add_relative_block(turn, mask, weight, kLanes, pose);
}

}  // namespace kine::pose::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace kine::pose {

HWY_EXPORT(slerp_all_lanes);
HWY_EXPORT(set_up_squad_of);
HWY_EXPORT(squad_all_lanes);
HWY_EXPORT(arc_between);
HWY_EXPORT(turned_on);
HWY_EXPORT(add_layer_all_lanes);
HWY_EXPORT(finish_all_lanes);
HWY_EXPORT(add_relative_all_lanes);
HWY_EXPORT(blend_all);
HWY_EXPORT(add_relative_sample);

void slerp(const QuatBlock& from, const QuatBlock& to, float h, QuatBlock& output) {
  HWY_DYNAMIC_DISPATCH(slerp_all_lanes)(from, to, h, output);
}

void set_up_squad(const SquadEnds& ends, SquadBlock& output) {
  HWY_DYNAMIC_DISPATCH(set_up_squad_of)(ends, output);
}

void squad(const SquadBlock& interval, float h, QuatBlock& output) {
  HWY_DYNAMIC_DISPATCH(squad_all_lanes)(interval, h, output);
}

void arc(const QuatBlock& from, const QuatBlock& to, VectorBlock& output) {
  HWY_DYNAMIC_DISPATCH(arc_between)(from, to, output);
}

void turn_on(const QuatBlock& from, const VectorBlock& arc, float scale, QuatBlock& output) {
  HWY_DYNAMIC_DISPATCH(turned_on)(from, arc, scale, output);
}

void add_layer(const QuatBlock& layer, const LaneMask& mask, float weight, BlendSum& blend) {
  HWY_DYNAMIC_DISPATCH(add_layer_all_lanes)(layer, mask, weight, blend);
}

void finish_blend(const QuatBlock& rest, const BlendSum& blend, QuatBlock& output) {
  HWY_DYNAMIC_DISPATCH(finish_all_lanes)(rest, blend, output);
}

void add_relative(const QuatBlock& turn, const LaneMask& mask, float weight, QuatBlock& pose) {
  HWY_DYNAMIC_DISPATCH(add_relative_all_lanes)(turn, mask, weight, pose);
}

void blend_layers(std::span<const LayerSample> layers, const std::array<QuatBlock, kBlocks>& rest,
                  std::array<QuatBlock, kBlocks>& output) {
  HWY_DYNAMIC_DISPATCH(blend_all)(layers, rest, output);
}

void add_relative(const LayerSample& layer, std::array<QuatBlock, kBlocks>& pose) {
  HWY_DYNAMIC_DISPATCH(add_relative_sample)(layer, pose);
}

}  // namespace kine::pose
#endif  // HWY_ONCE
