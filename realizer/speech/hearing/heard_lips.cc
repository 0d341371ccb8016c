#include "realizer/speech/hearing/heard_lips.h"

#include <algorithm>
#include <cmath>

#include "realizer/speech/phones.h"

namespace kine::speech {
namespace {

constexpr double kHum_hz = 150;

// Nothing is as quiet as this, and the loudest of late is at least so loud: what is 40 dB below a
// voice close by is a room.
constexpr double kNoEnergy = 1e-12;
constexpr double kLoudestLeast_db = -46;

// The loudest of late fades so much a frame: 3 dB a second.
constexpr double kFade_db = 0.03;

// A mouth is closed so far below the loudest, and open at it.
constexpr double kOpens_db = 24;

// Share of hiss from which a frame begins to be hiss, and where it is nothing else.
constexpr double kHissBegins = 0.2;
constexpr double kHissAlone = 0.5;

// A s has more of its hiss than this above 5,500 Hz.
constexpr double kSharpFrom = 0.35;
constexpr double kSharpAll = 0.55;

// The middle band against the low one, as it may be before anybody has spoken: the mean of vowels
// by the formants of Peterson and Barney (1952), over a source that falls 6 dB an octave. Voices
// and microphones differ, so the mean of what is heard takes its place, within so many frames.
constexpr double kTiltFirst_db = -27;
constexpr double kTiltsFirst = 200;
constexpr double kTiltsMost = 500;

// An o or u is so far below the mean, an e or i so far above it.
constexpr double kTiltReach_db = 8;

// As open as this, a mouth is less and less spread: at last it is an a.
constexpr double kWideFrom = 0.7;

constexpr double kAllOfIt = 255;

double db_of(double energy) { return 10 * std::log10(std::max(energy, kNoEnergy)); }

/// 0 at `from`, 1 at `to`.
double share_between(double value, double from, double to) {
  return std::clamp((value - from) / (to - from), 0.0, 1.0);
}

}  // namespace

HeardLips::HeardLips(std::uint32_t rate_hz)
    : resampler_(rate_hz),
      above_hum_(Biquad::high_pass(kHum_hz)),
      above_400_(Biquad::high_pass(400)),
      below_2500_(Biquad::low_pass(2'500)),
      above_250_(Biquad::high_pass(250)),
      below_1000_(Biquad::low_pass(1'000)),
      above_1700_(Biquad::high_pass(1'700)),
      above_1700_again_(Biquad::high_pass(1'700)),
      below_3500_(Biquad::low_pass(3'500)),
      above_3500_(Biquad::high_pass(3'500)),
      above_3500_again_(Biquad::high_pass(3'500)),
      above_5500_(Biquad::high_pass(5'500)),
      loudest_db_(kLoudestLeast_db),
      mean_tilt_db_(kTiltFirst_db) {}

void HeardLips::add(double sample) {
  const auto square = [](double value) { return value * value / kHop; };
  energies_.all += square(above_hum_.filter(sample));
  energies_.vowels += square(below_2500_.filter(above_400_.filter(sample)));
  energies_.low += square(below_1000_.filter(above_250_.filter(sample)));
  const double above_low = above_1700_again_.filter(above_1700_.filter(sample));
  energies_.middle += square(below_3500_.filter(above_low));
  const double hiss = above_3500_again_.filter(above_3500_.filter(sample));
  energies_.hiss += square(hiss);
  energies_.sharp += square(above_5500_.filter(hiss));
}

HeardLips::Shape HeardLips::shape_of_frame() {
  const double all_db = db_of(energies_.all);
  loudest_db_ = std::max({loudest_db_ - kFade_db, all_db, kLoudestLeast_db});
  const double closed_db = loudest_db_ - kOpens_db;
  const bool is_quiet = all_db <= closed_db;
  quiet_ = is_quiet ? quiet_ + 1 : 0;
  if (is_quiet) return {};
  const double hiss = share_between(energies_.hiss / energies_.all, kHissBegins, kHissAlone) *
                      share_between(all_db, closed_db, closed_db + kOpens_db / 2);
  const double sharp =
      share_between(energies_.sharp / std::max(energies_.hiss, kNoEnergy), kSharpFrom, kSharpAll);
  const double open = share_between(db_of(energies_.vowels), closed_db, loudest_db_) * (1 - hiss);
  const double tilt_db = db_of(energies_.middle) - db_of(energies_.low);
  tilts_ = std::min(tilts_ + open, kTiltsMost);
  mean_tilt_db_ += (tilt_db - mean_tilt_db_) * open / (kTiltsFirst + tilts_);
  const double front = share_between(tilt_db - mean_tilt_db_, -kTiltReach_db, kTiltReach_db);
  return {.sharp = hiss * sharp, .broad = hiss * (1 - sharp), .open = open, .front = front};
}

LipWeights HeardLips::moved_towards(const Shape& shape) {
  std::array<double, body::kVisemeChannelCount> targets{};
  const auto aim = [&](Viseme viseme, double weight) { targets[index_of(viseme)] = weight; };
  // In the middle of the scale it is aa; towards its ends E and I, or O and U.
  const double narrow = 1 - share_between(shape.open, kWideFrom, 1);
  const double spread = std::max(0.0, 2 * shape.front - 1) * narrow;
  const double round = std::max(0.0, 1 - 2 * shape.front);
  aim(Viseme::AA, shape.open * (1 - spread - round));
  aim(Viseme::E, shape.open * spread * shape.open);
  aim(Viseme::IH, shape.open * spread * (1 - shape.open));
  aim(Viseme::OH, shape.open * round * shape.open);
  aim(Viseme::OU, shape.open * round * (1 - shape.open));
  aim(Viseme::SS, shape.sharp);
  aim(Viseme::CH, shape.broad);
  const bool pauses = static_cast<double>(quiet_) * kFrameStep >= kLipsPause;
  LipWeights shown{};
  double sum = 0;
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    const bool goes_fast = pauses || targets[i] > weights_[i];
    const Seconds takes = goes_fast ? kLipsAttack : kLipsRelease;
    weights_[i] += (targets[i] - weights_[i]) * (1 - std::exp(-kFrameStep / takes));
    sum += weights_[i];
    shown[i] = static_cast<std::uint8_t>(std::lround(kAllOfIt * weights_[i]));
  }
  shown[index_of(Viseme::Sil)] =
      static_cast<std::uint8_t>(std::lround(kAllOfIt * std::clamp(1 - sum, 0.0, 1.0)));
  return shown;
}

bool HeardLips::completes_frame(float sample) {
  add(sample);
  if (--due_ > 0) return false;
  due_ = kHop;
  return true;
}

std::optional<LipWeights> HeardLips::push(float sample) {
  std::optional<LipWeights> weights;
  const float sound = std::isfinite(sample) ? std::clamp(sample, -1.0F, 1.0F) : 0;
  for (const float resampled : resampler_.push(sound)) {
    if (!completes_frame(resampled)) continue;
    weights = moved_towards(shape_of_frame());
    energies_ = {};
  }
  return weights;
}

}  // namespace kine::speech
