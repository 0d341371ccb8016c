#include "realizer/tick/solving/fading_feet.h"

#include <array>
#include <cstddef>

#include "realizer/body/skeleton.h"
#include "realizer/motion/ground/footing.h"

namespace kine {
namespace {

using enum body::Joint;

/// A sole that is to be so high has half the say of one on the ground.
constexpr double kHalfSay_m = 0.02;

constexpr body::JointSet below_the_waist() {
  body::JointSet joints;
  for (const body::Joint joint :
       {Hips, LeftUpperLeg, LeftLowerLeg, LeftFoot, RightUpperLeg, RightLowerLeg, RightFoot}) {
    joints.insert(joint);
  }
  return joints;
}

/// How high the soles are to be, as the layers cover each other.
struct Soles {
  const pose::ClipKeys* keys = nullptr;  // of a clip that stands; null: none does
  bool half_there = false;
  std::array<double, 2> heights_m = {};
};

Soles soles_of(std::span<const pose::Layer> layers) {
  Soles soles;
  for (const pose::Layer& layer : layers) {
    if (layer.weight == 0) continue;
    const pose::ClipKeys& clip = layer.keys->clip;
    if (!layer.contents.clip || !clip.stands) {
      const body::JointSet driven = layer.keys->joints.joints | clip.joints;
      if (!(driven & below_the_waist()).empty()) return {};
      continue;
    }
    const pose::ClipMoment moment = pose::moment_of(clip, layer.time_s);
    const std::array<double, 2> clip_m = pose::sampled_soles_m(clip, moment);
    const double weight = static_cast<double>(layer.weight);
    for (std::size_t side = 0; side < clip_m.size(); ++side) {
      soles.heights_m[side] += weight * (clip_m[side] - soles.heights_m[side]);
    }
    const bool whole = layer.weight == 1 && moment.passed == 1;
    soles.half_there = !whole && (soles.half_there || layer.weight < 1 || moment.passed < 1);
    soles.keys = &clip;
  }
  return soles;
}

}  // namespace

void keep_soles(const body::Body& body, std::span<const pose::Layer> layers, pose::Pose& pose) {
  const Soles soles = soles_of(layers);
  if (soles.keys == nullptr || !soles.half_there) return;
  const std::array<double, 2> are_m = motion::lowest_soles_m(body, soles.keys->legs, pose);
  double sum_m = 0;
  double says = 0;
  for (std::size_t side = 0; side < are_m.size(); ++side) {
    const double high = soles.heights_m[side] / kHalfSay_m;
    const double say = 1 / (1 + high * high);
    sum_m += say * (soles.heights_m[side] - are_m[side]);
    says += say;
  }
  pose.hips_m[1] += static_cast<float>(sum_m / says);
}

}  // namespace kine
