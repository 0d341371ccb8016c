#include "realizer/pose/blend.h"

#include <algorithm>

#include "realizer/core/assert.h"
#include "realizer/pose/kernels.h"

namespace kine::pose {
namespace {

struct Accumulator {
  std::array<BlendSum, kBlocks> rotations;
  std::array<float, kChannelLanes> channels = {};
  std::array<float, kChannelLanes> channels_left = {};

  Accumulator() { channels_left.fill(1); }
};

const QuatBlock& sampled(const JointKeys& keys, const KeyPlace& place, std::size_t block,
                         QuatBlock& scratch) {
  const std::size_t stride = keys.blocks.size();
  const QuatBlock& from = keys.rotations[place.before * stride + block];
  if (place.h == 0) return from;
  slerp(from, keys.rotations[(place.before + 1) * stride + block], place.h, scratch);
  return scratch;
}

void add_joints(const BlendJob::Layer& layer, Accumulator& accumulator) {
  const JointKeys& keys = layer.keys->joints;
  if (keys.blocks.empty()) return;
  const KeyPlace place = place_among(keys.times_s, layer.time_s);
  QuatBlock scratch;
  for (std::size_t i = 0; i < keys.blocks.size(); ++i) {
    add_layer(sampled(keys, place, i, scratch), keys.masks[i], layer.weight,
              accumulator.rotations[keys.blocks[i]]);
  }
}

float sampled(const ChannelKeys& keys, float time_s) {
  const KeyPlace place = place_among(keys.times_s, time_s);
  const float from = keys.values[place.before];
  if (place.h == 0) return from;
  return from + place.h * (keys.values[place.before + 1] - from);
}

void add_channels(const BlendJob::Layer& layer, Accumulator& accumulator) {
  for (const ChannelKeys& keys : layer.keys->channels) {
    const std::size_t lane = keys.channel.index;
    const float share = layer.weight * accumulator.channels_left[lane];
    accumulator.channels[lane] += share * sampled(keys, layer.time_s);
    accumulator.channels_left[lane] -= share;
  }
}

}  // namespace

bool BlendJob::valid() const {
  const bool present = rest != nullptr && output != nullptr && output != rest;
  return present && std::ranges::all_of(layers, [](const Layer& layer) {
           return layer.keys != nullptr && layer.weight >= 0 && layer.weight <= 1;
         });
}

void BlendJob::run() const {
  KINE_ASSERT(valid());
  Accumulator accumulator;
  for (std::size_t i = layers.size(); i-- > 0;) {
    if (layers[i].weight == 0) continue;  // to the bit as if it were not there
    add_joints(layers[i], accumulator);
    add_channels(layers[i], accumulator);
  }
  for (std::size_t block = 0; block < kBlocks; ++block) {
    finish_blend(rest->rotations[block], accumulator.rotations[block], output->rotations[block]);
  }
  for (std::size_t lane = 0; lane < kChannelLanes; ++lane) {
    output->channels[lane] =
        accumulator.channels[lane] + accumulator.channels_left[lane] * rest->channels[lane];
  }
  output->hips_m = rest->hips_m;
}

}  // namespace kine::pose
