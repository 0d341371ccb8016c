#include "realizer/motion/transit.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "realizer/math/ease.h"

namespace kine::motion {
namespace {

constexpr Seconds kWave{0.35};  // how long a wave takes, about

// At 1.
constexpr double kTouch = 1.5;     // exponent of time, above 1
constexpr double kSettles = 0.15;  // of its time a hard stop has to settle …
constexpr double kCut = 0.25;      // of its time a movement waits before it sets out
constexpr double kPush = 0.85;     // of its speed a wave loses and gains

}  // namespace

double rounded_of(Seconds length) {
  constexpr Seconds kMost{0.06};
  constexpr double kShareMost = 0.15;
  return std::min(kMost / length, kShareMost);
}

double arrival_of(const Transit& transit) { return 1 - kSettles * std::max(transit.touch, 0.0); }

double bent_time(const Transit& transit, double time, Seconds length) {
  const double waits = kCut * std::max(-transit.flow, 0.0);
  double bent = std::max(time - waits, 0.0) / (1 - waits);
  if (transit.touch > 0) {
    bent = std::pow(std::min(bent / arrival_of(transit), 1.0), 1 + kTouch * transit.touch);
  }
  if (transit.touch < 0) bent = 1 - std::pow(1 - bent, 1 - kTouch * transit.touch);
  if (transit.waves > 0) {
    const double turns = 2 * std::numbers::pi * std::max(1.0, std::round(length / kWave));
    bent -= kPush * transit.waves * std::sin(turns * bent) / turns;
  }
  return std::clamp(bent, 0.0, 1.0);
}

double place_at(const Transit& transit, double time, Seconds length) {
  const double rounded = rounded_of(length);
  const auto place_of = [&](double share) {
    const double bent = bent_time(transit, share, length);
    return transit.curve ? transit.curve->at(bent) : bent;
  };
  const auto rounded_over = [&](double share, double place, double slope) {
    const double h = share / rounded;
    const double most = 3 * std::abs(place) / rounded;  // or it would go beyond
    slope = std::clamp(slope, -most, most);
    return h * h * ((3 - 2 * h) * place + (h - 1) * rounded * slope);
  };
  constexpr double kStep = 1e-3;
  if (time < rounded) {
    const double slope = (place_of(rounded + kStep) - place_of(rounded)) / kStep;
    return rounded_over(time, place_of(rounded), slope);
  }
  if (time > 1 - rounded) {
    const double slope = (place_of(1 - rounded) - place_of(1 - rounded - kStep)) / kStep;
    return 1 - rounded_over(1 - time, 1 - place_of(1 - rounded), slope);
  }
  return place_of(time);
}

double way_back_at(const Transit& transit, double time, Seconds length) {
  const double gone = std::clamp(time, 0.0, 1.0);
  if (!transit.curve) return eased(bent_time(transit, gone, length));
  return std::clamp(place_at(transit, gone, length), 0.0, 1.0);
}

}  // namespace kine::motion
