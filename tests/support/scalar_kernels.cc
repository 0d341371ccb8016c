#include "tests/support/scalar_kernels.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace kine::test::scalar {
namespace {

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

float polynomial(std::initializer_list<float> low_to_high, float x) {
  float sum = 0;
  bool first = true;
  for (auto c = std::rbegin(low_to_high); c != std::rend(low_to_high); ++c) {
    sum = first ? *c : std::fma(sum, x, *c);
    first = false;
  }
  return sum;
}

float sinc(float angle_squared) {
  return polynomial(
      {0.9999999957F, -0.1666665795F, 8.333050171e-3F, -1.980901741e-4F, 2.605107638e-6F},
      angle_squared);
}

float squared_angle(float cosine) {
  return std::max(0.0F, 1.0F - cosine) *
         polynomial({2.467400981F, -0.6741762080F, 0.3254758199F, -0.1949595590F, 0.1231864018F,
                     -0.06857372117F, 0.02663907610F, -0.004992857007F},
                    cosine);
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
    put({std::fma(b.x, weight_b, a.x * weight_a), std::fma(b.y, weight_b, a.y * weight_a),
         std::fma(b.z, weight_b, a.z * weight_a), std::fma(b.w, weight_b, a.w * weight_a)},
        output, lane);
  }
}

void add_layer(const pose::QuatBlock& layer, const std::array<float, pose::kLanes>& mask,
               float weight, pose::BlendSum& blend) {
  for (std::size_t lane = 0; lane < pose::kLanes; ++lane) {
    const Four q = at(layer, lane);
    const Four sum = at(blend.sum, lane);
    const float share = weight * mask[lane] * blend.left[lane];
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
    put({whole.x / size, whole.y / size, whole.z / size, whole.w / size}, output, lane);
  }
}

}  // namespace kine::test::scalar
