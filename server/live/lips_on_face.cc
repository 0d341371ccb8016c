#include "server/live/lips_on_face.h"

#include <algorithm>

#include "realizer/speech/visemes.h"

namespace kine::server {

FaceWeights with_lips(const FaceWeights& face, const speech::LipWeights& lips) {
  constexpr double kWhole = 255;
  FaceWeights both = face;
  speech::VisemeWeights weights{};
  const std::size_t first = speech::channel_of(speech::Viseme::Sil).index;
  for (std::size_t i = 0; i < lips.size(); ++i) {
    weights[i] = lips[i] / kWhole;
    both[first + i] = std::max(both[first + i], static_cast<float>(weights[i]));
  }
  for (const speech::ShapeShare& share : speech::arkit_shares()) {
    float& channel = both[share.channel.index];
    channel = std::max(channel, static_cast<float>(speech::projected(weights, share.channel)));
  }
  return both;
}

}  // namespace kine::server
