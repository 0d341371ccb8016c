// Tests for realizer/speech/hearing/heard_lips.h, by sounds whose spectrum is known.
#include "realizer/speech/hearing/heard_lips.h"

#include <cmath>
#include <numbers>
#include <vector>

#include "realizer/speech/phones.h"
#include "tests/support/catch.h"
#include "tests/support/speech/tones.h"

namespace kine::speech::heard_lips_test {
namespace {

constexpr std::uint32_t kRate_hz = 16'000;
using Sound = std::vector<float>;

/// Two resonances and a third at 2,600 Hz over harmonics of 120 Hz that fall 6 dB an octave: the
/// source and filter of Fant (1960).
Sound vowel(double first_hz, double second_hz, double length_s, double level = 0.3) {
  constexpr double kPitch_hz = 120;
  constexpr int kHarmonics = 58;
  const auto resonance = [](double at_hz, double width_hz, double hz) {
    return at_hz * at_hz / std::hypot(at_hz * at_hz - hz * hz, width_hz * hz);
  };
  std::vector<double> gains;
  double power = 0;
  for (int k = 1; k <= kHarmonics; ++k) {
    const double hz = kPitch_hz * k;
    gains.push_back(resonance(first_hz, 80, hz) * resonance(second_hz, 100, hz) *
                    resonance(2'600, 150, hz) / k);
    power += gains.back() * gains.back();
  }
  Sound sound;
  for (double i = 0; i < length_s * kRate_hz; ++i) {
    double sum = 0;
    for (int k = 1; k <= kHarmonics; ++k) {
      const double phase = 2 * std::numbers::pi * kPitch_hz * k * i / kRate_hz + k * k;
      sum += gains[static_cast<std::size_t>(k - 1)] * std::sin(phase);
    }
    sound.push_back(static_cast<float>(level * sum / std::sqrt(power)));
  }
  return sound;
}

/// Noise of a band, as tones all over it.
Sound hiss(double from_hz, double to_hz, double length_s) {
  Sound sound(static_cast<std::size_t>(length_s * kRate_hz), 0);
  int count = 0;
  for (double hz = from_hz; hz < to_hz; hz += 37, ++count) {
    for (std::size_t i = 0; i < sound.size(); ++i) {
      const double phase = 2 * std::numbers::pi * hz * static_cast<double>(i) / kRate_hz;
      sound[i] += static_cast<float>(0.02 * std::sin(phase + count * count));
    }
  }
  return sound;
}

Sound followed_by(Sound first, const Sound& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

Sound silence(double length_s) { return Sound(static_cast<std::size_t>(length_s * kRate_hz), 0); }

std::vector<LipWeights> lips_of(const Sound& sound, std::uint32_t rate_hz = kRate_hz) {
  HeardLips lips(rate_hz);
  std::vector<LipWeights> all;
  for (const float sample : sound) {
    if (const auto weights = lips.push(sample)) all.push_back(*weights);
  }
  return all;
}

double of(const LipWeights& weights, Viseme viseme) { return weights[index_of(viseme)] / 255.0; }

/// All but the silent one.
double open_in(const LipWeights& weights) {
  double sum = 0;
  for (std::size_t i = 1; i < weights.size(); ++i) sum += weights[i] / 255.0;
  return sum;
}

}  // namespace

TEST_CASE("lips are closed in a pause, and open on a vowel", "[lips]") {
  const auto lips =
      lips_of(followed_by(followed_by(silence(0.3), vowel(750, 1'200, 0.5)), silence(0.5)));
  CHECK(open_in(lips[29]) == 0);
  CHECK(of(lips[29], Viseme::Sil) == 1);
  CHECK(open_in(lips[78]) > 0.8);
  CHECK(open_in(lips[84]) > 0.2);  // not at once …
  for (std::size_t i = 105; i < lips.size(); ++i) CHECK(open_in(lips[i]) < 0.02);
}

TEST_CASE("lips open with 30 ms and close with 80 ms", "[lips]") {
  const auto lips = lips_of(followed_by(vowel(750, 1'200, 0.5), silence(0.07)));
  const double all = open_in(lips[49]);
  CHECK(open_in(lips[2]) == Approx(all * (1 - std::exp(-1))).margin(0.12));
  CHECK(open_in(lips[56]) == Approx(all * std::exp(-7.0 / 8)).margin(0.05));
}

TEST_CASE("a quiet vowel opens a mouth less than a loud one", "[lips]") {
  const auto lips = lips_of(followed_by(vowel(750, 1'200, 0.5), vowel(750, 1'200, 0.5, 0.06)));
  CHECK(open_in(lips[98]) < 0.7 * open_in(lips[48]));
  CHECK(open_in(lips[98]) > 0.1);
}

TEST_CASE("rounded vowels round the lips, and others do not", "[lips]") {
  const auto end_of = [](double first_hz, double second_hz) {
    return lips_of(vowel(first_hz, second_hz, 0.2)).back();
  };
  // Formants of Peterson and Barney (1952), in Hz, of men.
  for (const auto& round : {end_of(570, 840), end_of(440, 1'020), end_of(300, 870)}) {
    CHECK(of(round, Viseme::OH) + of(round, Viseme::OU) > 0.5);
    CHECK(of(round, Viseme::E) + of(round, Viseme::IH) < 0.05);
  }
  for (const auto& spread : {end_of(270, 2'290), end_of(390, 1'990), end_of(530, 1'840)}) {
    CHECK(of(spread, Viseme::OH) + of(spread, Viseme::OU) < 0.1);
    CHECK(of(spread, Viseme::E) + of(spread, Viseme::IH) > 0.1);
  }
}

TEST_CASE("hiss is SS where it is sharp, and CH where it is not", "[lips]") {
  const LipWeights sharp = lips_of(hiss(5'000, 7'800, 0.5)).back();
  CHECK(of(sharp, Viseme::SS) > 0.8);
  CHECK(of(sharp, Viseme::CH) < 0.1);
  const LipWeights broad = lips_of(hiss(3'000, 5'200, 0.5)).back();
  CHECK(of(broad, Viseme::CH) > 0.6);
  CHECK(of(broad, Viseme::SS) < 0.2);
  CHECK(of(lips_of(vowel(750, 1'200, 0.5)).back(), Viseme::SS) < 0.01);
}

TEST_CASE("a gain of the microphone changes nothing that is seen", "[lips]") {
  const auto loud = lips_of(vowel(530, 1'840, 1)).back();
  const auto low = lips_of(vowel(530, 1'840, 1, 0.03)).back();
  for (std::size_t i = 0; i < loud.size(); ++i) CHECK(std::abs(loud[i] - low[i]) <= 2);
}

TEST_CASE("lips are the same at any rate of the sound", "[lips]") {
  // 48,000 Hz of a sound whose samples at 16,000 Hz are every third.
  Sound slow;
  Sound fast;
  for (int i = 0; i < 48'000; ++i) {
    const double time_s = i / 48'000.0;
    double sum = 0;
    for (int k = 1; k <= 20; ++k) sum += std::sin(2 * std::numbers::pi * 150 * k * time_s) / k;
    fast.push_back(static_cast<float>(0.2 * sum));
    if (i % 3 == 0) slow.push_back(fast.back());
  }
  const auto at_16 = lips_of(slow);
  const auto at_48 = lips_of(fast, 48'000);
  for (std::size_t i = 20; i < at_48.size(); ++i) {
    for (std::size_t k = 0; k < at_48[i].size(); ++k) {
      CHECK(std::abs(at_48[i][k] - at_16[i][k]) <= 3);
    }
  }
}

TEST_CASE("what is no sound closes the lips", "[lips]") {
  Sound bad(8'000, std::nanf(""));
  bad.insert(bad.end(), 8'000, 1.0F);  // DC
  for (const LipWeights& each : lips_of(bad)) {
    double sum = 0;
    for (const auto weight : each) sum += weight / 255.0;
    CHECK(sum <= 1.2);
  }
  CHECK(open_in(lips_of(bad).back()) == 0);
}

}  // namespace kine::speech::heard_lips_test
