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
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<float, kLanes>;
using Vector = hn::Vec<Lanes>;

struct Quaternions {
  Vector x, y, z, w;
};

HWY_INLINE Quaternions load(Lanes d, const QuatBlock& block, std::size_t lane) {
  return {hn::Load(d, block.x.data() + lane), hn::Load(d, block.y.data() + lane),
          hn::Load(d, block.z.data() + lane), hn::Load(d, block.w.data() + lane)};
}

HWY_INLINE void store(Lanes d, const Quaternions& q, QuatBlock& block, std::size_t lane) {
  hn::Store(q.x, d, block.x.data() + lane);
  hn::Store(q.y, d, block.y.data() + lane);
  hn::Store(q.z, d, block.z.data() + lane);
  hn::Store(q.w, d, block.w.data() + lane);
}

HWY_INLINE Vector dot(const Quaternions& a, const Quaternions& b) {
  return hn::MulAdd(a.w, b.w, hn::MulAdd(a.z, b.z, hn::MulAdd(a.y, b.y, hn::Mul(a.x, b.x))));
}

HWY_INLINE Quaternions scaled_sum(const Quaternions& a, Vector scale_a, const Quaternions& b,
                                  Vector scale_b) {
  return {hn::MulAdd(b.x, scale_b, hn::Mul(a.x, scale_a)),
          hn::MulAdd(b.y, scale_b, hn::Mul(a.y, scale_a)),
          hn::MulAdd(b.z, scale_b, hn::Mul(a.z, scale_a)),
          hn::MulAdd(b.w, scale_b, hn::Mul(a.w, scale_a))};
}

// acos(x)^2 = (1 - x) P(x) on [0, 1]: smooth, without a root or a singularity at x = 1. A Chebyshev
// fit, error 1.6e-7.
HWY_INLINE Vector squared_angle(Lanes d, Vector cosine) {
  constexpr float kFit[] = {2.467400981F,  -0.6741762080F,  0.3254758199F,  -0.1949595590F,
                            0.1231864018F, -0.06857372117F, 0.02663907610F, -0.004992857007F};
  Vector p = hn::Set(d, kFit[7]);
  for (int i = 6; i >= 0; --i) p = hn::MulAdd(p, cosine, hn::Set(d, kFit[i]));
  // A dot product of units may round to more than 1.
  return hn::Mul(hn::Max(hn::Zero(d), hn::Sub(hn::Set(d, 1.0F), cosine)), p);
}

// sin(a) / a as a polynomial of a^2 for a up to a right angle, error 8e-9.
HWY_INLINE Vector sinc(Lanes d, Vector angle_squared) {
  constexpr float kFit[] = {0.9999999957F, -0.1666665795F, 8.333050171e-3F, -1.980901741e-4F,
                            2.605107638e-6F};
  Vector p = hn::Set(d, kFit[4]);
  for (int i = 3; i >= 0; --i) p = hn::MulAdd(p, angle_squared, hn::Set(d, kFit[i]));
  return p;
}

void slerp(const QuatBlock& from, const QuatBlock& to, float h, QuatBlock& output) {
  const Lanes d;
  const Vector to_share = hn::Set(d, h);
  const Vector from_share = hn::Set(d, 1.0F - h);
  for (std::size_t lane = 0; lane < kLanes; lane += hn::Lanes(d)) {
    const Quaternions a = load(d, from, lane);
    const Quaternions b = load(d, to, lane);
    const Vector angle2 = squared_angle(d, dot(a, b));
    const Vector whole = sinc(d, angle2);
    const Vector weight_a = hn::Div(
        hn::Mul(from_share, sinc(d, hn::Mul(hn::Mul(from_share, from_share), angle2))), whole);
    const Vector weight_b =
        hn::Div(hn::Mul(to_share, sinc(d, hn::Mul(hn::Mul(to_share, to_share), angle2))), whole);
    store(d, scaled_sum(a, weight_a, b, weight_b), output, lane);
  }
}

void add_layer(const QuatBlock& layer, const std::array<float, kLanes>& mask, float weight,
               BlendSum& blend) {
  const Lanes d;
  for (std::size_t lane = 0; lane < kLanes; lane += hn::Lanes(d)) {
    const Quaternions q = load(d, layer, lane);
    const Vector left = hn::LoadU(d, blend.left.data() + lane);
    const Vector share =
        hn::Mul(hn::Mul(hn::Set(d, weight), hn::LoadU(d, mask.data() + lane)), left);
    const Vector signed_share = hn::Or(share, hn::And(q.w, hn::SignBit(d)));
    const Quaternions sum = load(d, blend.sum, lane);
    store(d,
          {hn::MulAdd(q.x, signed_share, sum.x), hn::MulAdd(q.y, signed_share, sum.y),
           hn::MulAdd(q.z, signed_share, sum.z), hn::MulAdd(q.w, signed_share, sum.w)},
          blend.sum, lane);
    hn::StoreU(hn::Sub(left, share), d, blend.left.data() + lane);
  }
}

void finish_blend(const QuatBlock& rest, const BlendSum& blend, QuatBlock& output) {
  const Lanes d;
  for (std::size_t lane = 0; lane < kLanes; lane += hn::Lanes(d)) {
    const Quaternions q = load(d, rest, lane);
    const Vector left = hn::LoadU(d, blend.left.data() + lane);
    const Vector signed_left = hn::Or(left, hn::And(q.w, hn::SignBit(d)));
    const Quaternions sum = scaled_sum(load(d, blend.sum, lane), hn::Set(d, 1.0F), q, signed_left);
    const Vector size = hn::Sqrt(dot(sum, sum));
    store(d,
          {hn::Div(sum.x, size), hn::Div(sum.y, size), hn::Div(sum.z, size), hn::Div(sum.w, size)},
          output, lane);
  }
}

}  // namespace kine::pose::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace kine::pose {

HWY_EXPORT(slerp);
HWY_EXPORT(add_layer);
HWY_EXPORT(finish_blend);

void slerp(const QuatBlock& from, const QuatBlock& to, float h, QuatBlock& output) {
  HWY_DYNAMIC_DISPATCH(slerp)(from, to, h, output);
}

void add_layer(const QuatBlock& layer, const std::array<float, kLanes>& mask, float weight,
               BlendSum& blend) {
  HWY_DYNAMIC_DISPATCH(add_layer)(layer, mask, weight, blend);
}

void finish_blend(const QuatBlock& rest, const BlendSum& blend, QuatBlock& output) {
  HWY_DYNAMIC_DISPATCH(finish_blend)(rest, blend, output);
}

}  // namespace kine::pose
#endif
