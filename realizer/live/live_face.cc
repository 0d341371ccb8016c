#include "realizer/live/live_face.h"

#include <cstddef>

#include "realizer/math/ease.h"

namespace kine {

FaceWeights LiveFace::weights_at(Tick tick, TickRate rate) const {
  if (is_settled(tick, rate)) return to;
  const auto share = static_cast<float>(eased(rate.between(since, tick) / over));
  FaceWeights weights;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    weights[i] = from[i] + share * (to[i] - from[i]);
  }
  return weights;
}

bool LiveFace::is_settled(Tick tick, TickRate rate) const {
  return rate.between(since, tick) >= over;
}

LiveFace changed(const std::optional<LiveFace>& before, const FaceChange& change, Tick tick,
                 TickRate rate) {
  return {.from = before ? before->weights_at(tick, rate) : FaceWeights{},
          .to = change.channels,
          .since = tick,
          .over = change.over};
}

}  // namespace kine
