#include "tests/support/motion/posed.h"

#include <array>

namespace kine::test {

pose::Pose posed(const pose::Keys& keys, double time_s, float weight, const pose::Pose& rest) {
  pose::Interval interval;
  const std::array<pose::Layer, 1> layers = {{{.keys = &keys,
                                               .contents = pose::Contents::of(keys),
                                               .interval = &interval,
                                               .time_s = static_cast<float>(time_s),
                                               .weight = weight}}};
  std::array<pose::LayerSample, 1> samples;
  pose::Pose output;
  pose::BlendJob{.layers = layers, .rest = &rest, .samples = samples, .output = &output}.run();
  return output;
}

}  // namespace kine::test
