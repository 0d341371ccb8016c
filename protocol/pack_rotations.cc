// pack() of packed_rotations.h: the hot half, compiled for the instructions that the program asks
// for at its start. No fused multiply-add is written, so that every machine gives the same bytes.
#include <algorithm>
#include <cstdint>
#include <cstring>

#include "hwy/highway.h"
#include "protocol/packed_rotations.h"

namespace kine::protocol {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using Integers = hn::ScalableTag<std::int32_t>;
using FloatLanes = hn::Vec<Floats>;
using IntegerLanes = hn::Vec<Integers>;

constexpr std::size_t kLanes = HWY_MAX_BYTES / sizeof(float);
constexpr float kSteps = 16'383;
constexpr float kStepsToOne = kSteps * 1.4142135623730951F;

/// The nearest step to each component, as the number that stands for it.
IntegerLanes numbers_of(FloatLanes components, FloatLanes steps_to_one) {
  const Floats floats;
  const auto numbers = hn::Add(hn::Mul(components, steps_to_one), hn::Set(floats, kSteps + 0.5F));
  const auto bounded = hn::Min(hn::Max(numbers, hn::Zero(floats)), hn::Set(floats, 2 * kSteps));
  return hn::ConvertTo(Integers(), bounded);
}

struct Packed {
  HWY_ALIGN std::array<std::int32_t, kLanes> low;   // bits 0 to 31
  HWY_ALIGN std::array<std::int32_t, kLanes> high;  // bits 32 to 47
};

/// As many rotations as there are lanes.
void pack_lanes(const Rotation* rotations, Packed& packed) {
  const Floats floats;
  const Integers integers;
  FloatLanes x, y, z, w;
  hn::LoadInterleaved4(floats, rotations->data(), x, y, z, w);

  const auto y_over_x = hn::Gt(hn::Abs(y), hn::Abs(x));
  const auto w_over_z = hn::Gt(hn::Abs(w), hn::Abs(z));
  const auto xy = hn::IfThenElse(y_over_x, y, x);
  const auto zw = hn::IfThenElse(w_over_z, w, z);
  const auto zw_over_xy = hn::Gt(hn::Abs(zw), hn::Abs(xy));
  const auto largest = hn::IfThenElse(zw_over_xy, zw, xy);
  const auto steps_to_one = hn::CopySign(hn::Set(floats, kStepsToOne), largest);

  const auto is_w = hn::And(zw_over_xy, w_over_z);
  const auto is_y = hn::AndNot(zw_over_xy, y_over_x);
  const auto is_x = hn::AndNot(zw_over_xy, hn::Not(y_over_x));
  const auto first = numbers_of(hn::IfThenElse(is_x, y, x), steps_to_one);
  const auto second = numbers_of(hn::IfThenElse(zw_over_xy, y, z), steps_to_one);
  const auto third = numbers_of(hn::IfThenElse(is_w, z, w), steps_to_one);

  const auto bit_0 = hn::RebindMask(integers, hn::Or(is_w, is_y));
  const auto bit_1 = hn::RebindMask(integers, zw_over_xy);
  const auto index = hn::Or(hn::IfThenElseZero(bit_0, hn::Set(integers, 1)),
                            hn::IfThenElseZero(bit_1, hn::Set(integers, 2)));
  const auto low = hn::Or(index, hn::Or(hn::ShiftLeft<2>(first), hn::ShiftLeft<17>(second)));
  hn::Store(low, integers, packed.low.data());
  hn::Store(third, integers, packed.high.data());
}

char* write(const Packed& packed, std::size_t count, char* out) {
  for (std::size_t i = 0; i < count; ++i) {
    const auto high = static_cast<std::uint16_t>(packed.high[i]);
    std::memcpy(out, &packed.low[i], sizeof(packed.low[i]));
    std::memcpy(out + sizeof(packed.low[i]), &high, sizeof(high));
    out += kPackedRotationBytes;
  }
  return out;
}

}  // namespace

char* pack(std::span<const Rotation> rotations, char* out) {
  const std::size_t lanes = hn::Lanes(Floats());
  Packed packed;
  std::size_t begin = 0;
  for (; begin + lanes <= rotations.size(); begin += lanes) {
    pack_lanes(&rotations[begin], packed);
    out = write(packed, lanes, out);
  }
  std::array<Rotation, kLanes> rest{};  // lanes past the last one are packed and not written
  const std::size_t count = rotations.size() - begin;
  std::copy_n(rotations.data() + begin, count, rest.data());
  pack_lanes(rest.data(), packed);
  return write(packed, count, out);
}

}  // namespace kine::protocol
