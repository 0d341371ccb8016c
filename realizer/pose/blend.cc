#include "realizer/pose/blend.h"

#include <algorithm>

#include "realizer/core/assert.h"
#include "realizer/pose/kernels.h"

namespace kine::pose {
namespace {

/// The time of a layer's keys.
float key_time_s(const Layer& layer) {
  if (!layer.contents.warps) return layer.time_s;
  return static_cast<float>(layer.keys->warps.key_time_s(layer.time_s));
}

float sampled(const ChannelKeys& keys, float time_s) {
  const KeyPlace place = place_among(keys.times_s, time_s);
  const float from = keys.values[place.before];
  if (place.h == 0) return from;
  return from + place.h * (keys.values[place.before + 1] - from);
}

void blend_joints(const BlendJob& job) {
  std::size_t first = job.samples.size();
  for (std::size_t i = job.layers.size(); i-- > 0;) {
    const Layer& layer = job.layers[i];
    // A weight of 0 is to the bit as if the layer were not there.
    const bool plays_clip = layer.contents.clip && !layer.keys->clip.blocks.empty();
    if (layer.weight == 0 || !(layer.contents.joints || plays_clip)) continue;
    LayerSample& sample = job.samples[--first];
    sample = plays_clip ? layer.interval->sample_at(layer.keys->clip, layer.time_s)
                        : layer.interval->sample_at(layer.keys->joints, key_time_s(layer));
    sample.weight = layer.weight;
  }
  blend_layers(job.samples.subspan(first), job.rest->rotations, job.ahead, job.output->rotations);
}

/// The channels and the hips of a clip, over what is there.
void blend_clip(const Layer& layer, Pose& output) {
  const ClipKeys& keys = layer.keys->clip;
  if (!keys.moves_hips() && !keys.moves_channels) return;
  const ClipMoment moment = moment_of(keys, layer.time_s);
  if (keys.moves_hips()) {
    const std::array<float, 4> hips_m = sampled_hips_m(keys, moment);
    for (std::size_t i = 0; i < hips_m.size(); ++i) {
      output.hips_m[i] = layer.weight * hips_m[i] + (1 - layer.weight) * output.hips_m[i];
    }
  }
  const std::size_t curves = keys.moves_channels ? keys.clip->curves.size() : 0;
  for (std::size_t i = 0; i < curves; ++i) {
    float& value = output.channels[keys.clip->curves[i].channel.index];
    value = layer.weight * sampled_curve(keys, moment, i) + (1 - layer.weight) * value;
  }
}

/// From the lowest upwards, each layer covers its share of what is there.
void blend_channels(const BlendJob& job) {
  job.output->channels = job.rest->channels;
  for (const Layer& layer : job.layers) {
    if (layer.weight == 0) continue;
    if (layer.contents.clip) blend_clip(layer, *job.output);
    if (!layer.contents.channels) continue;
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
  output->hips_m = rest->hips_m;
  blend_joints(*this);
  blend_channels(*this);
}

bool RelativeJob::valid() const {
  return pose != nullptr &&
         std::ranges::all_of(layers, [](const Layer& layer) { return pose::valid(layer); });
}

void RelativeJob::run() const {
  KINE_ASSERT(valid());
  for (const Layer& layer : layers) {
    if (layer.weight == 0) continue;
    if (layer.contents.joints) {
      LayerSample sample = layer.interval->sample_at(layer.keys->joints, key_time_s(layer));
      sample.weight = layer.weight;
      add_relative(sample, pose->rotations);
    }
    if (!layer.contents.channels) continue;
    const float time_s = key_time_s(layer);
    for (const ChannelKeys& keys : layer.keys->channels) {
      float& value = pose->channels[keys.channel.index];
      const float left = std::max(0.0F, 1.0F - value);
      value += layer.weight * sampled(keys, time_s) * left;
    }
  }
}

}  // namespace kine::pose
