#include "realizer/speech/hearing/heard_brows.h"

#include <cmath>

#include "realizer/math/ease.h"

namespace kine::speech {
namespace {

// As brows go on accents of words that are known (small_motion.cc).
constexpr double kLeast = 0.25;
constexpr double kMost = 0.4;
constexpr Seconds kUp{0.16};
constexpr Seconds kStay{0.12};
constexpr Seconds kDown{0.35};

/// Louder than usual, and higher or longer, too.
bool is_stressed(const Observation& syllable) {
  return syllable.intensity == HeardIntensity::High &&
         (syllable.rises || syllable.length == HeardLength::Long);
}

}  // namespace

void HeardBrows::push(const Heard& heard) {
  if (heard.kind != Heard::Kind::Syllable || !is_stressed(heard.observation)) return;
  if (rose_ && heard.found - *rose_ < kBetweenBrows) return;
  rose_ = heard.found;
  height_ = heard.observation.rises ? kMost : kLeast;
}

std::uint8_t HeardBrows::at(Seconds time) const {
  if (!rose_) return 0;
  constexpr double kWhole = 255;
  const Seconds since = time - *rose_;
  const double up = eased(since / kUp) * (1 - eased((since - kUp - kStay) / kDown));
  return static_cast<std::uint8_t>(std::lround(kWhole * height_ * up));
}

}  // namespace kine::speech
