#include "server/live/lips_on_face.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "realizer/speech/visemes.h"

namespace kine::server {
namespace {

/// As a speaker's whose words are known (speaker.cc).
constexpr std::array<std::pair<std::string_view, double>, 3> kBrows = {
    {{"browInnerUp", 1.0}, {"browOuterUpLeft", 0.8}, {"browOuterUpRight", 0.8}}};

}  // namespace

FaceWeights with_lips(const FaceWeights& face, const speech::LipWeights& lips, std::uint8_t brows) {
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
  for (const auto& [name, share] : kBrows) {
    float& channel = both[body::find_channel(name)->index];
    channel = std::max(channel, static_cast<float>(share * brows / kWhole));
  }
  return both;
}

}  // namespace kine::server
