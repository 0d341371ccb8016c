#include "realizer/pose/blend.h"

#include <algorithm>

#include "realizer/core/assert.h"
#include "realizer/pose/kernels.h"

namespace kine::pose {
namespace {

/// The time of a layer's keys.
float key_time_s(const Layer& layer) {
  if (layer.keys->warps.empty()) return layer.time_s;
  return static_cast<float>(layer.keys->warps.key_time_s(layer.time_s));
}

float sampled(const ChannelKeys& keys, float time_s) {
  const KeyPlace place = place_among(keys.times_s, time_s);
  const float from = keys.values[place.before];
  if (place.h == 0) return from;
  return from + place.h * (keys.values[place.before + 1] - from);
}

void blend_joints(const BlendJob& job) {
  std::size_t count = 0;
  for (const Layer& layer : job.layers) {
    // A weight of 0 is to the bit as if the layer were not there.
    if (layer.weight == 0 || layer.keys->joints.blocks.empty()) continue;
    LayerSample& sample = job.samples[count++];
    sample = layer.interval->sample_at(layer.keys->joints, key_time_s(layer));
    sample.weight = layer.weight;
  }
  blend_layers(job.samples.first(count), job.rest->rotations, job.output->rotations);
}

/// From the lowest upwards, each layer covers its share of what is there.
void blend_channels(const BlendJob& job) {
  job.output->channels = job.rest->channels;
  for (const Layer& layer : job.layers) {
    if (layer.weight == 0 || layer.keys->channels.empty()) continue;
    const float time_s = key_time_s(layer);
    for (const ChannelKeys& keys : layer.keys->channels) {
      float& value = job.output->channels[keys.channel.index];
      value = layer.weight * sampled(keys, time_s) + (1 - layer.weight) * value;
    }
  }
}

}  // namespace

bool valid(const Layer& layer) {
  return layer.keys != nullptr && layer.interval != nullptr && layer.weight >= 0 &&
         layer.weight <= 1;
}

bool BlendJob::valid() const {
  const bool present = rest != nullptr && output != nullptr && output != rest;
  return present && samples.size() >= layers.size() &&
         std::ranges::all_of(layers, [](const Layer& layer) { return pose::valid(layer); });
}

void BlendJob::run() const {
  KINE_ASSERT(valid());
  blend_joints(*this);
  blend_channels(*this);
  output->hips_m = rest->hips_m;
}

bool RelativeJob::valid() const {
  return pose != nullptr &&
         std::ranges::all_of(layers, [](const Layer& layer) { return pose::valid(layer); });
}

void RelativeJob::run() const {
  KINE_ASSERT(valid());
  for (const Layer& layer : layers) {
    if (layer.weight == 0) continue;
    if (!layer.keys->joints.blocks.empty()) {
      LayerSample sample = layer.interval->sample_at(layer.keys->joints, key_time_s(layer));
      sample.weight = layer.weight;
      add_relative(sample, pose->rotations);
    }
    const float time_s = key_time_s(layer);
    for (const ChannelKeys& keys : layer.keys->channels) {
      float& value = pose->channels[keys.channel.index];
      const float left = std::max(0.0F, 1.0F - value);
      value += layer.weight * sampled(keys, time_s) * left;
    }
  }
}

}  // namespace kine::pose
