#include "realizer/speech/hearing/hearing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "realizer/speech/phones.h"
#include "server/voices/espeak_voice.h"
#include "server/voices/flite_voice.h"
#include "tests/support/catch.h"
#include "tests/support/server/espeak_program.h"
#include "tests/support/speech/tones.h"

namespace kine::speech::hearing_test {
namespace {

using Kind = Heard::Kind;

std::vector<Heard> heard_of(const std::vector<float>& samples, Hearing& hearing,
                            std::size_t chunk) {
  std::vector<Heard> all;
  for (std::size_t at = 0; at < samples.size(); at += chunk) {
    const auto heard =
        hearing.push(std::span(samples).subspan(at, std::min(chunk, samples.size() - at)));
    all.insert(all.end(), heard.begin(), heard.end());
  }
  const auto heard = hearing.finish();
  all.insert(all.end(), heard.begin(), heard.end());
  return all;
}

std::vector<Heard> heard_of(const std::vector<float>& samples, std::uint32_t rate_hz,
                            std::size_t chunk = 4'096) {
  auto hearing = Hearing::make({.rate_hz = rate_hz});
  REQUIRE(hearing);
  return heard_of(samples, *hearing, chunk);
}

std::vector<Heard> only(Kind kind, std::vector<Heard> all) {
  std::erase_if(all, [&](const Heard& heard) { return heard.kind != kind; });
  return all;
}

/// Syllables of a quarter of a second, the loudest in the middle of each. Pitch goes up in those
/// with even numbers.
std::vector<float> babble(double rate_hz, double length_s) {
  return test::harmonic_tone(
      rate_hz, length_s,
      [](double time_s) {
        const double within = std::fmod(time_s, 0.5) / 0.25;
        return within < 1 ? 150 * std::exp2(within / 3) : 150 * std::exp2((2 - within) / 3);
      },
      [](double time_s) {
        return 0.01 + 0.5 * std::pow(std::sin(4 * std::numbers::pi * time_s), 2);
      });
}

bool is_finite(const Heard& heard) {
  const auto& features = heard.features;
  return std::isfinite(heard.at.count()) && std::isfinite(heard.found.count()) &&
         std::isfinite(features.rise_st) && std::isfinite(features.fall_st) &&
         std::isfinite(features.level_db) && std::isfinite(features.duration.count()) &&
         std::isfinite(features.f0_hz.value_or(0)) &&
         heard.observation.symbol() < Observation::kSymbols && heard.observation.context < 4;
}

struct Agreement {
  double right = 0;
  double heard = 0;
  double said = 0;

  double f1() const { return 2 * right / (heard + said); }

  /// Each syllable may stand for one vowel, in it or 30 ms from it.
  void add(const SpeechTrack& track) {
    std::vector<float> samples;
    for (const auto sample : track.audio.samples) samples.push_back(sample / 32'768.0F);
    auto syllables = only(Kind::Syllable, heard_of(samples, track.audio.rate_hz));
    heard += static_cast<double>(syllables.size());
    for (const Phone& phone : track.phones) {
      if (phone.ipa.empty() || !is_nucleus(phone.ipa)) continue;
      ++said;
      const auto found = std::ranges::find_if(syllables, [&](const Heard& each) {
        return each.at >= phone.start - Seconds(0.03) && each.at <= phone.end + Seconds(0.03);
      });
      if (found == syllables.end()) continue;
      ++right;
      syllables.erase(found);
    }
  }
};

/// On sentences by which nothing was tuned.
Agreement agreement_with(const Voice& voice, const std::vector<std::string>& names) {
  Agreement agreement;
  for (const std::string& name : names) {
    for (const std::string text : {"My sister lives in a small village near the mountains.",
                                   "How many people do you think will come to the party?",
                                   "The doctor told him to rest for a couple of days.",
                                   "We need better tools to understand what is going on.",
                                   "Suddenly the lights went out, and everybody began to talk.",
                                   "It is easier to ask for forgiveness than for permission.",
                                   "The price of bread has doubled since last winter.",
                                   "Remember to lock the door when you leave the office.",
                                   "Animals in the zoo are fed twice a day by their keepers.",
                                   "I would rather walk than wait for another bus."}) {
      const auto track = voice.say({.text = text, .marks = {}, .voice = name});
      REQUIRE(track);
      agreement.add(*track);
    }
  }
  return agreement;
}

}  // namespace

TEST_CASE("syllables are heard where they are, with their pitch", "[hearing]") {
  for (const std::uint32_t rate_hz : {8'000U, 16'000U, 22'050U, 48'000U}) {
    CAPTURE(rate_hz);
    const auto syllables = only(Kind::Syllable, heard_of(babble(rate_hz, 4), rate_hz));
    REQUIRE(syllables.size() == 16);
    for (std::size_t i = 0; i < syllables.size(); ++i) {
      CAPTURE(i);
      const auto& features = syllables[i].features;
      CHECK(syllables[i].at.count() == Approx(0.125 + 0.25 * static_cast<double>(i)).margin(0.02));
      CHECK(features.f0_hz.value_or(0) == Approx(150 * std::exp2(1.0 / 6)).epsilon(0.03));
      if (i == 0 || i == 15) continue;
      CHECK(features.duration.count() == Approx(0.25).margin(0.03));
      // Four semitones from valley to valley, less what lies about the valleys.
      CHECK((i % 2 == 0 ? features.rise_st : features.fall_st) == Approx(3.3).margin(0.6));
      CHECK((i % 2 == 0 ? features.fall_st : features.rise_st) < 0.6);
    }
  }
}

TEST_CASE("the same is heard, bit for bit, for chunks of any size", "[hearing]") {
  for (const std::uint32_t rate_hz : {16'000U, 22'050U, 44'100U}) {
    const auto samples = babble(rate_hz, 2);
    const auto whole = heard_of(samples, rate_hz, samples.size());
    CHECK(whole.size() > 15);
    for (const std::size_t chunk : {std::size_t{1}, std::size_t{371}, std::size_t{rate_hz / 1'000},
                                    std::size_t{rate_hz / 100}, std::size_t{rate_hz / 50},
                                    std::size_t{rate_hz * 37 / 1'000}}) {
      CAPTURE(rate_hz, chunk);
      CHECK(heard_of(samples, rate_hz, chunk) == whole);
    }
  }
}

TEST_CASE("a voice that swells for four seconds is one syllable, 0.6 s long at most", "[hearing]") {
  constexpr std::uint32_t kRate_hz = 16'000;
  // A small dip after 0.5 s, and from there on 2 dB a second.
  const auto level_db = [](double time_s) {
    return -30 - (time_s < 0.5 ? 0 : std::exp(-std::pow((time_s - 0.6) / 0.05, 2))) +
           2 * std::max(0.0, time_s - 0.6);
  };
  const auto samples = test::harmonic_tone(
      kRate_hz, 4.6, [](double) { return 150.0; },
      [&](double time_s) { return std::pow(10, level_db(time_s) / 20); });
  const auto all = heard_of(samples, kRate_hz);
  CHECK(only(Kind::Peak, all).size() == 1);
  const auto syllables = only(Kind::Syllable, all);
  REQUIRE(syllables.size() == 1);
  CHECK(syllables[0].features.duration.count() <= 0.6);
  CHECK(syllables[0].found.count() < 2);
}

TEST_CASE("a peak is found within 75 ms, and its syllable with the next one", "[hearing]") {
  for (const std::uint32_t rate_hz : {8'000U, 16'000U, 48'000U}) {
    const auto all = heard_of(babble(rate_hz, 3), rate_hz);
    for (std::size_t i = 0; i < all.size(); ++i) {
      CHECK(all[i].found == Seconds(static_cast<double>(all[i].found_after) / rate_hz));
      if (i > 0) CHECK(all[i].found >= all[i - 1].found);
      if (all[i].kind == Kind::Peak) CHECK((all[i].found - all[i].at).count() <= 0.075);
      if (all[i].kind != Kind::Syllable || i + 1 == all.size()) continue;
      CHECK(all[i].found == all[i + 1].found);
      // In the end silence takes the place of the next peak.
      CHECK(all[i + 1].kind == (i + 2 == all.size() ? Kind::Silence : Kind::Peak));
    }
  }
}

TEST_CASE("in silence there is silence, every 0.35 s", "[hearing]") {
  const auto all = heard_of(std::vector<float>(32'000, 0), 16'000);
  CHECK(all.size() == 5);  // 2 s and the tail, less the 32 ms that a level waits
  for (const Heard& heard : all) {
    CHECK(heard.kind == Kind::Silence);
    CHECK(heard.observation.intensity == HeardIntensity::Silence);
  }

  // A pause flushes the last syllable.
  auto samples = babble(16'000, 1);
  samples.resize(32'000, 0);
  auto hearing = Hearing::make({});
  const auto heard = hearing->push(samples);
  const std::vector<Heard> before_end(heard.begin(), heard.end());
  CHECK(only(Kind::Syllable, before_end).size() == 4);
  CHECK(only(Kind::Silence, before_end).size() == 2);
}

TEST_CASE("sound that is no number, clipped, constant or noise brings finite events", "[hearing]") {
  auto broken = babble(16'000, 2);
  for (std::size_t i = 0; i < broken.size(); i += 97) {
    broken[i] = i % 2 == 0 ? std::numeric_limits<float>::quiet_NaN()
                           : std::numeric_limits<float>::infinity();
  }
  auto clipped = babble(16'000, 2);
  for (float& sample : clipped) sample *= 1e30F;
  auto lifted = babble(16'000, 2);
  for (std::size_t i = 0; i < lifted.size(); ++i) {
    // Set in and taken away within 0.1 s: a jump would be heard.
    const auto from_end = static_cast<float>(std::min(i, lifted.size() - i));
    lifted[i] = lifted[i] / 2 + 0.5F * std::min(1.0F, from_end / 1'600);
  }
  const auto tiny = std::vector<float>(32'000, 1e-38F);
  for (const auto& samples : {broken, clipped, lifted, tiny, std::vector<float>(32'000, 1),
                              std::vector<float>(100, std::numeric_limits<float>::max()),
                              test::noise(32'000, 1), std::vector<float>{}}) {
    for (const Heard& heard : heard_of(samples, 16'000)) CHECK(is_finite(heard));
  }
  // A constant is not heard.
  const auto plain = only(Kind::Syllable, heard_of(babble(16'000, 2), 16'000));
  CHECK(only(Kind::Syllable, heard_of(lifted, 16'000)).size() == plain.size());
}

TEST_CASE("bad samples are counted, and what is no number is silence", "[hearing]") {
  auto samples = babble(16'000, 1);
  auto silent = samples;
  samples[100] = std::numeric_limits<float>::quiet_NaN();
  samples[200] = -std::numeric_limits<float>::infinity();
  samples[300] = 1.5F;
  silent[100] = 0;
  silent[200] = 0;
  silent[300] = 1;
  auto hearing = Hearing::make({});
  const auto heard = heard_of(samples, *hearing, 160);
  CHECK(hearing->bad_samples() == BadSamples{.not_finite = 2, .clipped = 1});
  CHECK(heard == heard_of(silent, 16'000));
}

TEST_CASE("rates below 8,000 and above 48,000 Hz are refused", "[hearing]") {
  CHECK(Hearing::make({.rate_hz = 8'000}));
  CHECK(Hearing::make({.rate_hz = 48'000}));
  CHECK_FALSE(Hearing::make({.rate_hz = 0}));
  CHECK_FALSE(Hearing::make({.rate_hz = 7'999}));
  const auto fast = Hearing::make({.rate_hz = 192'000});
  REQUIRE_FALSE(fast);
  CHECK(fast.error().code == ErrorCode::OutOfRange);
  CHECK(fast.error().message == "sound has from 8000 to 48000 samples a second, and not '192000'");
}

TEST_CASE("syllables of a voice are those that it says", "[hearing][espeak]") {
  if (test::espeak_program().empty()) return;
  const auto espeak = server::EspeakVoice::start({.program = test::espeak_program()});
  REQUIRE(espeak);
  const Agreement agreement = agreement_with(**espeak, {"en", "en+f3"});
  CAPTURE(agreement.right, agreement.heard, agreement.said);
  CHECK(agreement.said > 100);
  CHECK(agreement.f1() >= 0.95);
}

TEST_CASE("syllables of voices that were recorded are those that they say", "[hearing][flite]") {
  const auto flite = server::FliteVoice::start();
  if (!flite) return;
  const Agreement agreement = agreement_with(**flite, {"slt", "rms"});
  CAPTURE(agreement.right, agreement.heard, agreement.said);
  CHECK(agreement.said > 100);
  CHECK(agreement.f1() >= 0.88);
}

}  // namespace kine::speech::hearing_test
