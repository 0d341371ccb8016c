#include "tests/support/motion/scalar_kernels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

namespace kine::test::scalar {
namespace {

struct Three {
  float x, y, z;
};

struct Four {
  float x, y, z, w;
};

Four at(const pose::QuatBlock& block, std::size_t lane) {
  return {block.x[lane], block.y[lane], block.z[lane], block.w[lane]};
}

void put(const Four& q, pose::QuatBlock& block, std::size_t lane) {
  block.x[lane] = q.x;
  block.y[lane] = q.y;
  block.z[lane] = q.z;
  block.w[lane] = q.w;
}

float dot(const Four& a, const Four& b) {
  return std::fma(a.w, b.w, std::fma(a.z, b.z, std::fma(a.y, b.y, a.x * b.x)));
}

Four product(const Four& a, const Four& b) {
  return {std::fma(-a.z, b.y, std::fma(a.y, b.z, std::fma(a.x, b.w, a.w * b.x))),
          std::fma(-a.x, b.z, std::fma(a.z, b.x, std::fma(a.y, b.w, a.w * b.y))),
          std::fma(-a.y, b.x, std::fma(a.x, b.y, std::fma(a.z, b.w, a.w * b.z))),
          std::fma(-a.z, b.z, std::fma(-a.y, b.y, std::fma(-a.x, b.x, a.w * b.w)))};
}

Four scaled_sum(const Four& a, float scale_a, const Four& b, float scale_b) {
  return {std::fma(b.x, scale_b, a.x * scale_a), std::fma(b.y, scale_b, a.y * scale_a),
          std::fma(b.z, scale_b, a.z * scale_a), std::fma(b.w, scale_b, a.w * scale_a)};
}

Three scaled_sum(const Three& a, float scale_a, const Three& b, float scale_b) {
  return {std::fma(b.x, scale_b, a.x * scale_a), std::fma(b.y, scale_b, a.y * scale_a),
          std::fma(b.z, scale_b, a.z * scale_a)};
}

float polynomial(std::span<const float> low_to_high, float x) {
  float sum = 0;
  bool first = true;
  for (auto c = low_to_high.rbegin(); c != low_to_high.rend(); ++c) {
    sum = first ? *c : std::fma(sum, x, *c);
    first = false;
  }
  return sum;
}

constexpr std::array kSinc = {0.9999999957F, -0.1666665795F, 8.333050171e-3F, -1.980901741e-4F,
                              2.605107638e-6F};

float sinc(float angle_squared) { return polynomial(kSinc, angle_squared); }

float cosine(float angle_squared) {
  constexpr std::array kCosine = {0.9999999998F,    -0.4999999936F,  0.04166663616F,
                                  -1.388836028e-3F, 2.476010967e-5F, -2.605065749e-7F};
  return polynomial(kCosine, angle_squared);
}

float squared_angle(float cosine) {
  constexpr std::array kSquaredAngle = {2.467400981F,   -0.6741762080F,  0.3254758199F,
                                        -0.1949595590F, 0.1231864018F,   -0.06857372117F,
                                        0.02663907610F, -0.004992857007F};
  return std::max(0.0F, 1.0F - cosine) * polynomial(kSquaredAngle, cosine);
}

constexpr float kPi = 3.14159265358979F;
constexpr float kRightAngle2 = 2.46740110027F;
constexpr float kWholeMin = 1e-3F;
constexpr float kNarrowMax = 1.57F;

float squared_wide_angle(float cosine) {
  const float narrow = squared_angle(std::abs(cosine));
  if (!(cosine < 0)) return narrow;
  const float angle = kPi - std::sqrt(narrow);
  return angle * angle;
}

float wide_sinc(float angle2) {
  if (!(angle2 > kRightAngle2)) return sinc(angle2);
  const float quarter = angle2 * 0.25F;
  return sinc(quarter) * cosine(quarter);
}

/// share * sin(share * angle) / (share * angle): the share is a part of the coefficients.
float weight_at(float share, float angle2) {
  const float part2 = share * share * angle2;
  if (part2 > kRightAngle2) return share * wide_sinc(part2);
  std::array<float, kSinc.size()> low_to_high = kSinc;
  float power = share;
  for (float& each : low_to_high) {
    each *= power;
    power *= share * share;
  }
  return polynomial(low_to_high, angle2);
}

Four scaled(const Four& q, float scale) {
  return {q.x * scale, q.y * scale, q.z * scale, q.w * scale};
}

Three chord(const Four& from, const Four& to) {
  const Four turn = product({-from.x, -from.y, -from.z, from.w}, to);
  const float scale = 1.0F / sinc(squared_angle(turn.w));
  return {turn.x * scale, turn.y * scale, turn.z * scale};
}

Four exponential(const Three& v) {
  const float angle2 = std::fma(v.z, v.z, std::fma(v.y, v.y, v.x * v.x)) * 0.0625F;
  const float scale = sinc(angle2) * 0.25F;
  const Four quarter = {v.x * scale, v.y * scale, v.z * scale, cosine(angle2)};
  const Four half = product(quarter, quarter);
  return product(half, half);
}

Three half_difference(const Three& a, const Three& b) {
  return {(a.x - b.x) * 0.5F, (a.y - b.y) * 0.5F, (a.z - b.z) * 0.5F};
}

Three vector_at(const pose::VectorBlock& block, std::size_t lane) {
  return {block.x[lane], block.y[lane], block.z[lane]};
}

}  // namespace

void slerp(const pose::QuatBlock& from, const pose::QuatBlock& to, float h,
           pose::QuatBlock& output) {
  for (std::size_t lane = 0; lane < pose::kLanes; ++lane) {
    const Four a = at(from, lane);
    const Four b = at(to, lane);
    const float angle2 = squared_angle(dot(a, b));
    const float whole = sinc(angle2);
    const float rest = 1.0F - h;
    const float weight_a = rest * sinc(rest * rest * angle2) / whole;
    const float weight_b = h * sinc(h * h * angle2) / whole;
    put(scaled_sum(a, weight_a, b, weight_b), output, lane);
  }
}

pose::Arcs set_up_squad(const pose::SquadEnds& ends, pose::SquadBlock& output) {
  bool narrow = true;
  for (std::size_t lane = 0; lane < pose::kLanes; ++lane) {
    const Four from = at(*ends.from, lane);
    const Four to = at(*ends.to, lane);
    const Three own = chord(from, to);
    const Three before = ends.before == nullptr ? Three{} : chord(at(*ends.before, lane), from);
    const Three after = ends.after == nullptr ? Three{} : chord(to, at(*ends.after, lane));
    Three out = scaled_sum(before, ends.out_of_before, own, ends.out_of_own);
    if (ends.first_tangent != nullptr) out = vector_at(*ends.first_tangent, lane);
    const Three in = scaled_sum(own, ends.in_of_own, after, ends.in_of_after);

    const Four near_start = product(from, exponential(half_difference(out, own)));
    const Four near_end = product(to, exponential(half_difference(own, in)));
    const float key_angle2 = squared_angle(dot(from, to));
    const float inner_angle2 = squared_wide_angle(dot(near_start, near_end));
    const float key_scale = 1.0F / sinc(key_angle2);
    const float inner_scale = 1.0F / std::max(wide_sinc(inner_angle2), kWholeMin);
    output.key_angle2[lane] = key_angle2;
    output.inner_angle2[lane] = inner_angle2;
    put(scaled(from, key_scale), output.from, lane);
    put(scaled(to, key_scale), output.to, lane);
    put(scaled(near_start, inner_scale), output.near_start, lane);
    put(scaled(near_end, inner_scale), output.near_end, lane);

    const float apart2 =
        std::max(squared_wide_angle(dot(from, near_start)), squared_wide_angle(dot(to, near_end)));
    const float farthest =
        std::fma(std::sqrt(key_angle2) + std::sqrt(inner_angle2), 0.5F, std::sqrt(apart2));
    narrow = narrow && farthest < kNarrowMax && inner_angle2 < kNarrowMax * kNarrowMax;
  }
  return narrow ? pose::Arcs::Narrow : pose::Arcs::Wide;
}

void squad(const pose::SquadBlock& interval, float h, pose::QuatBlock& output) {
  const float inner = 2.0F * h * (1.0F - h);
  const float outer = 1.0F - inner;
  for (std::size_t lane = 0; lane < pose::kLanes; ++lane) {
    const float key_angle2 = interval.key_angle2[lane];
    const Four on_keys = scaled_sum(at(interval.from, lane), weight_at(1.0F - h, key_angle2),
                                    at(interval.to, lane), weight_at(h, key_angle2));
    const float inner_angle2 = interval.inner_angle2[lane];
    const Four on_inner =
        scaled_sum(at(interval.near_start, lane), weight_at(1.0F - h, inner_angle2),
                   at(interval.near_end, lane), weight_at(h, inner_angle2));
    const float angle2 = squared_wide_angle(dot(on_keys, on_inner));
    const float whole = std::max(wide_sinc(angle2), kWholeMin);
    put(scaled_sum(on_keys, weight_at(outer, angle2) / whole, on_inner,
                   weight_at(inner, angle2) / whole),
        output, lane);
  }
}

void arc(const pose::QuatBlock& from, const pose::QuatBlock& to, pose::VectorBlock& output) {
  for (std::size_t lane = 0; lane < pose::kLanes; ++lane) {
    const Four a = at(from, lane);
    Four b = at(to, lane);
    if (std::signbit(dot(a, b))) b = {-b.x, -b.y, -b.z, -b.w};
    const Three v = chord(a, b);
    output.x[lane] = v.x;
    output.y[lane] = v.y;
    output.z[lane] = v.z;
  }
}

void turn_on(const pose::QuatBlock& from, const pose::VectorBlock& arc, float scale,
             pose::QuatBlock& output) {
  for (std::size_t lane = 0; lane < pose::kLanes; ++lane) {
    const Three v = vector_at(arc, lane);
    put(product(at(from, lane), exponential({v.x * scale, v.y * scale, v.z * scale})), output,
        lane);
  }
}

void add_layer(const pose::QuatBlock& layer, const pose::LaneMask& mask, float weight,
               pose::BlendSum& blend) {
  for (std::size_t lane = 0; lane < pose::kLanes; ++lane) {
    const Four q = at(layer, lane);
    const Four sum = at(blend.sum, lane);
    const float share = mask.has(lane) ? weight * blend.left[lane] : 0.0F;
    const float signed_share = std::copysign(share, q.w);
    put({std::fma(q.x, signed_share, sum.x), std::fma(q.y, signed_share, sum.y),
         std::fma(q.z, signed_share, sum.z), std::fma(q.w, signed_share, sum.w)},
        blend.sum, lane);
    blend.left[lane] -= share;
  }
}

void finish_blend(const pose::QuatBlock& rest, const pose::BlendSum& blend,
                  pose::QuatBlock& output) {
  for (std::size_t lane = 0; lane < pose::kLanes; ++lane) {
    const Four q = at(rest, lane);
    const Four sum = at(blend.sum, lane);
    const float share = std::copysign(blend.left[lane], q.w);
    const Four whole = {std::fma(q.x, share, sum.x), std::fma(q.y, share, sum.y),
                        std::fma(q.z, share, sum.z), std::fma(q.w, share, sum.w)};
    const float size = std::sqrt(dot(whole, whole));
    if (size < kWholeMin) {
      put(q, output, lane);
    } else {
      const float scale = 1.0F / size;
      put({whole.x * scale, whole.y * scale, whole.z * scale, whole.w * scale}, output, lane);
    }
  }
}

void add_relative(const pose::QuatBlock& turn, const pose::LaneMask& mask, float weight,
                  pose::QuatBlock& pose) {
  for (std::size_t lane = 0; lane < pose::kLanes; ++lane) {
    const float share = mask.has(lane) ? weight : 0.0F;
    const Four q = at(turn, lane);
    const float signed_share = std::copysign(share, q.w);
    const Four part = {q.x * signed_share, q.y * signed_share, q.z * signed_share,
                       std::fma(q.w, signed_share, 1.0F - share)};
    const float scale = 1.0F / std::sqrt(dot(part, part));
    const Four turned = product(at(pose, lane), part);
    put({turned.x * scale, turned.y * scale, turned.z * scale, turned.w * scale}, pose, lane);
  }
}

}  // namespace kine::test::scalar
