#include "realizer/pose/kernels.h"

#include <cstddef>
#include <cstdint>
#include <type_traits>

// This file is compiled once for each target that has a fused multiply-add; narrower ones round
// differently and are left out.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "realizer/pose/kernels.cc"
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_EMU128 | HWY_SCALAR)
#include "hwy/cache_control.h"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace kine::pose::HWY_NAMESPACE {
#include "realizer/pose/lane_math.inc"
#include "realizer/pose/squad_math.inc"

// The lanes of a block that hold joints: a machine of 8 lanes passes over the last half block.
HWY_INLINE std::size_t lanes_of(std::size_t block) {
  const std::size_t left = body::kJointCount - block * kLanes;
  return left < kLanes ? left : kLanes;
}

template <class Block>
HWY_INLINE void slerp_block(const QuatBlock& from, const QuatBlock& to, float h,
                            std::size_t lane_count, Block& output) {
  const Tag d;
  for (std::size_t lane = 0; lane < lane_count; lane += hn::Lanes(d)) {
    store(d, slerp_lanes(d, load(d, from, lane), load(d, to, lane), h), output, lane);
  }
}

// `value` in the lanes of the mask from `lane` on, 0 in the others.
HWY_INLINE Vector where(Tag d, const LaneMask& mask, std::size_t lane, Vector value) {
  const hn::RebindToUnsigned<Tag> u;
  const auto one_bit_each = hn::Shl(hn::Set(u, 1), hn::Iota(u, 0));
  const auto has = hn::TestBit(hn::Set(u, mask.bits >> lane), one_bit_each);
  return hn::IfThenElseZero(hn::RebindMask(d, has), value);
}

template <class Block>
HWY_INLINE void add_layer_block(const Block& layer, const LaneMask& mask, float weight,
                                std::size_t lane_count, BlendSum& blend) {
  const Tag d;
  for (std::size_t lane = 0; lane < lane_count; lane += hn::Lanes(d)) {
    const Quaternions q = load(d, layer, lane);
    const Vector left = load(d, blend.left, lane);
    const Vector share = where(d, mask, lane, hn::Mul(hn::Set(d, weight), left));
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
    const Vector scale = hn::Div(hn::Set(d, 1.0F), size);
    // Half of each of two opposite poses is none: the rest pose then stands.
    const auto none = hn::Lt(size, hn::Set(d, kWholeMin));
    store(d,
          {hn::IfThenElse(none, q.x, hn::Mul(sum.x, scale)),
           hn::IfThenElse(none, q.y, hn::Mul(sum.y, scale)),
           hn::IfThenElse(none, q.z, hn::Mul(sum.z, scale)),
           hn::IfThenElse(none, q.w, hn::Mul(sum.w, scale))},
          output, lane);
  }
}

template <class Block>
HWY_INLINE void add_relative_block(const Block& turn, const LaneMask& mask, float weight,
                                   std::size_t lane_count, QuatBlock& pose) {
  const Tag d;
  const Vector one = hn::Set(d, 1.0F);
  for (std::size_t lane = 0; lane < lane_count; lane += hn::Lanes(d)) {
    const Vector share = where(d, mask, lane, hn::Set(d, weight));
    const Quaternions q = load(d, turn, lane);
    const Vector signed_share = hn::Or(share, hn::And(q.w, hn::SignBit(d)));
    const Quaternions part = {hn::Mul(q.x, signed_share), hn::Mul(q.y, signed_share),
                              hn::Mul(q.z, signed_share),
                              hn::MulAdd(q.w, signed_share, hn::Sub(one, share))};
    const Vector scale = hn::Div(one, hn::Sqrt(dot(part, part)));
    const Quaternions turned = product(load(d, pose, lane), part);
    store(d,
          {hn::Mul(turned.x, scale), hn::Mul(turned.y, scale), hn::Mul(turned.z, scale),
           hn::Mul(turned.w, scale)},
          pose, lane);
  }
}

// The blocks of a sample, as far as they are computed.
using Sampled = std::array<RawBlock, kBlocks>;

HWY_INLINE bool is_computed(const LayerSample& layer) {
  return layer.squads != nullptr || layer.to != nullptr;
}

// How much of the next character's squads comes nearer in each of the three steps that a block of
// each layer takes; the four of the end bring what lies beside them.
constexpr std::size_t kLinesAStep = sizeof(SquadBlock) / kCacheLineBytes / 3;

// Walks through memory and brings it into the second cache, a few lines at a time.
class Fetcher {
 public:
  explicit Fetcher(std::span<const Stretch> pieces) : pieces_(pieces) {}

  HWY_INLINE void fetch(std::size_t lines) {
    while (left_.empty()) {
      if (pieces_.empty()) return;
      left_ = pieces_.front();
      pieces_ = pieces_.subspan(1);
    }
    const std::size_t bytes = std::min(lines * kCacheLineBytes, left_.size());
    for (std::size_t at = 0; at < bytes; at += kCacheLineBytes) bring_near(&left_[at]);
    left_ = left_.subspan(bytes);
  }

  void fetch_all() {
    do {
      fetch(left_.size() / kCacheLineBytes + 1);
    } while (!left_.empty() || !pieces_.empty());
  }

 private:
  std::span<const Stretch> pieces_;
  Stretch left_;
};

template <Arcs kArcs>
HWY_INLINE void squad_block(const LayerSample& layer, std::size_t i, const SquadWeights& weights,
                            Fetcher& ahead, RawBlock& output) {
  const Tag d;
  const std::size_t lane_count = lanes_of(layer.blocks[i]);
  SquadMiddle middle;
  ahead.fetch(kLinesAStep);
  for (std::size_t lane = 0; lane < lane_count; lane += hn::Lanes(d)) {
    squad_arcs<kArcs>(d, layer.squads[i], weights, lane, middle);
  }
  ahead.fetch(kLinesAStep);
  for (std::size_t lane = 0; lane < lane_count; lane += hn::Lanes(d)) {
    store(d, squad_between<kArcs>(d, middle, weights, lane), output, lane);
  }
}

// Of the layer's blocks those whose bits are in `wanted`.
HWY_INLINE void sample_squads(const LayerSample& layer, unsigned wanted, Fetcher& ahead,
                              Sampled& output) {
  const SquadWeights weights = weights_at(layer.h);
  for (std::size_t i = 0; i < layer.blocks.size(); ++i) {
    if ((wanted >> i & 1U) == 0) continue;
    if (HWY_LIKELY(layer.arcs[i] == Arcs::Narrow)) {
      squad_block<Arcs::Narrow>(layer, i, weights, ahead, output[i]);
    } else {
      squad_block<Arcs::Wide>(layer, i, weights, ahead, output[i]);
    }
  }
}

HWY_INLINE void sample_arcs(const LayerSample& layer, unsigned wanted, Sampled& output) {
  for (std::size_t i = 0; i < layer.blocks.size(); ++i) {
    if ((wanted >> i & 1U) == 0) continue;
    slerp_block(layer.from[i], layer.to[i], layer.h, lanes_of(layer.blocks[i]), output[i]);
  }
}

HWY_INLINE void sample(const LayerSample& layer, unsigned wanted, Fetcher& ahead, Sampled& output) {
  if (layer.squads != nullptr) {
    sample_squads(layer, wanted, ahead, output);
  } else if (layer.to != nullptr) {
    sample_arcs(layer, wanted, output);
  }
}

// The layer's blocks of which something is not hidden.
HWY_INLINE unsigned visible_blocks(const LayerSample& layer,
                                   const std::array<std::uint16_t, kBlocks>& hidden) {
  unsigned visible = 0;
  for (std::size_t i = 0; i < layer.blocks.size(); ++i) {
    if ((layer.masks[i].bits & ~hidden[layer.blocks[i]]) != 0) visible |= 1U << i;
  }
  return visible;
}

void blend_all(std::span<const LayerSample> layers, const std::array<QuatBlock, kBlocks>& rest,
               std::span<const Stretch> ahead, std::array<QuatBlock, kBlocks>& output) {
  Fetcher fetcher(ahead);
  std::array<BlendSum, kBlocks> sums;
  std::array<std::uint16_t, kBlocks> hidden = {};
  Sampled sampled;
  for (std::size_t top = layers.size(); top-- > 0;) {
    const LayerSample& layer = layers[top];
    const unsigned visible = visible_blocks(layer, hidden);
    sample(layer, visible, fetcher, sampled);
    for (std::size_t i = 0; i < layer.blocks.size(); ++i) {
      if ((visible >> i & 1U) == 0) continue;
      const std::size_t block = layer.blocks[i];
      const LaneMask& mask = layer.masks[i];
      fetcher.fetch(kLinesAStep);
      if (is_computed(layer)) {
        add_layer_block(sampled[i], mask, layer.weight, lanes_of(block), sums[block]);
      } else {
        add_layer_block(layer.from[i], mask, layer.weight, lanes_of(block), sums[block]);
      }
      if (layer.weight == 1) hidden[block] = static_cast<std::uint16_t>(hidden[block] | mask.bits);
    }
  }
  for (std::size_t block = 0; block < kBlocks; ++block) {
    fetcher.fetch(kLinesAStep);
    finish_block(rest[block], sums[block], lanes_of(block), output[block]);
  }
  fetcher.fetch_all();
}

void add_relative_sample(const LayerSample& layer, std::array<QuatBlock, kBlocks>& pose) {
  constexpr unsigned kAll = (1U << kBlocks) - 1;
  Sampled sampled;
  Fetcher nothing({});
  sample(layer, kAll, nothing, sampled);
  for (std::size_t i = 0; i < layer.blocks.size(); ++i) {
    const std::size_t block = layer.blocks[i];
    if (is_computed(layer)) {
      add_relative_block(sampled[i], layer.masks[i], layer.weight, lanes_of(block), pose[block]);
    } else {
      add_relative_block(layer.from[i], layer.masks[i], layer.weight, lanes_of(block), pose[block]);
    }
  }
}

void stream_pose(const Pose& from, Pose& to) {
  static_assert(sizeof(Pose) % kCacheLineBytes == 0 && std::is_trivially_copyable_v<Pose>);
  const hn::CappedTag<std::uint8_t, kCacheLineBytes> d;
  const auto* source = reinterpret_cast<const std::uint8_t*>(&from);
  auto* target = reinterpret_cast<std::uint8_t*>(&to);
  for (std::size_t at = 0; at < sizeof(Pose); at += hn::Lanes(d)) {
    hn::Stream(hn::Load(d, source + at), d, target + at);
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

template <Arcs kArcs>
void squad_of(const SquadBlock& interval, float h, QuatBlock& output) {
  const Tag d;
  const SquadWeights weights = weights_at(h);
  SquadMiddle middle;
  for (std::size_t lane = 0; lane < kLanes; lane += hn::Lanes(d)) {
    squad_arcs<kArcs>(d, interval, weights, lane, middle);
  }
  for (std::size_t lane = 0; lane < kLanes; lane += hn::Lanes(d)) {
    store(d, squad_between<kArcs>(d, middle, weights, lane), output, lane);
  }
}

void squad_all_lanes(const SquadBlock& interval, Arcs arcs, float h, QuatBlock& output) {
  if (arcs == Arcs::Narrow) {
    squad_of<Arcs::Narrow>(interval, h, output);
  } else {
    squad_of<Arcs::Wide>(interval, h, output);
  }
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

HWY_EXPORT(stream_pose);
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

Arcs set_up_squad(const SquadEnds& ends, SquadBlock& output) {
  return HWY_DYNAMIC_DISPATCH(set_up_squad_of)(ends, output);
}

void squad(const SquadBlock& interval, Arcs arcs, float h, QuatBlock& output) {
  HWY_DYNAMIC_DISPATCH(squad_all_lanes)(interval, arcs, h, output);
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
                  std::span<const Stretch> ahead, std::array<QuatBlock, kBlocks>& output) {
  HWY_DYNAMIC_DISPATCH(blend_all)(layers, rest, ahead, output);
}

void stream(const Pose& from, Pose& to) { HWY_DYNAMIC_DISPATCH(stream_pose)(from, to); }

void finish_streams() { hwy::FlushStream(); }

void add_relative(const LayerSample& layer, std::array<QuatBlock, kBlocks>& pose) {
  HWY_DYNAMIC_DISPATCH(add_relative_sample)(layer, pose);
}

}  // namespace kine::pose
#endif  // HWY_ONCE
