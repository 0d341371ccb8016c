// Tests for realizer/gesture/heard_phrases.h.
#include "realizer/gesture/heard_phrases.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "realizer/speech/phones.h"
#include "server/voices/espeak_voice.h"
#include "server/voices/flite_voice.h"
#include "tests/support/catch.h"
#include "tests/support/server/espeak_program.h"
#include "tests/support/speech/tones.h"

namespace kine::gesture::heard_phrases_test {
namespace {

constexpr double kRate_hz = 16'000;

/// A syllable that is made: where its middle is, how long and how loud, and by how much its pitch
/// goes up.
struct Burst {
  double at_s = 0;
  double length_s = 0.2;
  double level_db = -20;
  double rise_st = 0;
};

double share_of(const Burst& burst, double time_s) {
  return (time_s - burst.at_s) / burst.length_s + 0.5;
}

const Burst* burst_at(const std::vector<Burst>& bursts, double time_s) {
  const auto found = std::ranges::find_if(bursts, [&](const Burst& each) {
    const double share = share_of(each, time_s);
    return share > 0 && share < 1;
  });
  return found == bursts.end() ? nullptr : &*found;
}

speech::Audio sound_of(const std::vector<Burst>& bursts) {
  const auto tone = test::harmonic_tone(
      kRate_hz, bursts.back().at_s + 1,
      [&](double time_s) {
        const Burst* const burst = burst_at(bursts, time_s);
        return burst == nullptr ? 150
                                : 150 * std::exp2(burst->rise_st * share_of(*burst, time_s) / 12);
      },
      [&](double time_s) {
        const Burst* const burst = burst_at(bursts, time_s);
        if (burst == nullptr) return 0.0;
        return std::pow(10, burst->level_db / 20) *
               std::pow(std::sin(std::numbers::pi * share_of(*burst, time_s)), 2);
      });
  speech::Audio audio{.rate_hz = static_cast<std::uint32_t>(kRate_hz), .samples = {}};
  for (const float sample : tone) {
    audio.samples.push_back(static_cast<std::int16_t>(std::lround(sample * 32'767)));
  }
  return audio;
}

/// So many syllables, each 0.25 s after the one before.
std::vector<Burst> row_of(double from_s, int count, double level_db = -20) {
  std::vector<Burst> bursts;
  for (int i = 0; i < count; ++i) {
    bursts.push_back({.at_s = from_s + 0.25 * i, .level_db = level_db});
  }
  return bursts;
}

std::vector<std::size_t> stressed_of(const SpokenPhrase& phrase) {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < phrase.syllables.size(); ++i) {
    if (phrase.syllables[i].stressed) all.push_back(i);
  }
  return all;
}

std::vector<SpokenPhrase> heard(const std::vector<Burst>& bursts) {
  auto phrases = phrases_heard(sound_of(bursts));
  REQUIRE(phrases);
  return *std::move(phrases);
}

const char* const kTexts[] = {
    "My sister lives in a small village near the mountains.",
    "How many people do you think will come to the party?",
    "The doctor told him to rest for a couple of days.",
    "We need better tools to understand what is going on.",
    "Suddenly the lights went out, and everybody began to talk.",
    "It is easier to ask for forgiveness than for permission.",
    "The price of bread has doubled since last winter.",
    "Remember to lock the door when you leave the office.",
    "Animals in the zoo are fed twice a day by their keepers.",
    "I would rather walk than wait for another bus.",
};

/// How what is heard of a voice agrees with what it says of its phones.
struct Agreement {
  std::vector<double> late_s;  // of a nucleus, behind the middle of its vowel
  double stressed = 0;         // nuclei that were heard and have a vowel …
  double unstressed = 0;
  double stressed_found = 0;  // … and are taken for stressed
  double unstressed_found = 0;

  void add(const speech::SpeechTrack& track) {
    const auto phrases = phrases_heard(track.audio);
    REQUIRE(phrases);
    for (const SpokenPhrase& phrase : *phrases) {
      for (const SpokenSyllable& each : phrase.syllables) add(each, track);
    }
  }

  double late_quantile_s(double share, bool absolute) const {
    auto values = late_s;
    if (absolute) {
      for (double& value : values) value = std::abs(value);
    }
    std::ranges::sort(values);
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
  }

 private:
  void add(const SpokenSyllable& syllable, const speech::SpeechTrack& track) {
    for (const speech::Phone& phone : track.phones) {
      if (phone.ipa.empty() || !speech::is_nucleus(phone.ipa)) continue;
      if (syllable.nucleus_s < phone.start.count() - 0.03 ||
          syllable.nucleus_s > phone.end.count() + 0.03) {
        continue;
      }
      late_s.push_back(syllable.nucleus_s - (phone.start.count() + phone.end.count()) / 2);
      (phone.stress == 1 ? stressed : unstressed) += 1;
      if (syllable.stressed) (phone.stress == 1 ? stressed_found : unstressed_found) += 1;
      return;
    }
  }
};

Agreement agreement_with(const speech::Voice& voice, const std::vector<std::string>& names) {
  Agreement agreement;
  for (const std::string& name : names) {
    for (const char* const text : kTexts) {
      const auto track = voice.say({.text = text, .marks = {}, .voice = name});
      REQUIRE(track);
      agreement.add(*track);
    }
  }
  return agreement;
}

/// What heard_phrases.h says of voices, with some room.
void check(const Agreement& found) {
  const double median_s = found.late_quantile_s(0.5, false);
  const double p95_s = found.late_quantile_s(0.95, true);
  CAPTURE(median_s, p95_s, found.stressed, found.unstressed);
  CAPTURE(found.stressed_found, found.unstressed_found);
  CHECK(found.late_s.size() > 200);
  CHECK(std::abs(median_s) <= 0.012);
  CHECK(p95_s <= 0.075);
  CHECK(found.stressed_found >= 0.5 * found.stressed);
  CHECK(found.unstressed_found <= 0.25 * found.unstressed);
}

}  // namespace

TEST_CASE("phrases are heard from pause to pause", "[gesture][hearing]") {
  auto bursts = row_of(0.5, 8);
  const auto after_gap = row_of(bursts.back().at_s + 0.4, 6);  // a gap of 0.2 s is none
  bursts.insert(bursts.end(), after_gap.begin(), after_gap.end());
  const double paused_s = bursts.back().at_s + 0.8;  // nothing is heard for 0.6 s
  const auto after_pause = row_of(paused_s, 5);
  bursts.insert(bursts.end(), after_pause.begin(), after_pause.end());

  const auto phrases = heard(bursts);
  REQUIRE(phrases.size() == 2);
  CHECK(phrases[0].syllables.size() == 14);
  CHECK(phrases[1].syllables.size() == 5);
  CHECK(phrases[0].from_s == Approx(0.4).margin(0.05));
  CHECK(phrases[0].to_s == Approx(paused_s - 0.7).margin(0.05));
  CHECK(phrases[1].from_s == Approx(paused_s - 0.1).margin(0.05));
  for (std::size_t i = 0; i < phrases[1].syllables.size(); ++i) {
    CHECK(phrases[1].syllables[i].nucleus_s ==
          Approx(paused_s + 0.25 * static_cast<double>(i)).margin(0.02));
  }
}

TEST_CASE("a syllable that is louder, longer or rises is heard as stressed", "[gesture][hearing]") {
  auto bursts = row_of(0.5, 24);
  SECTION("louder") {
    for (const std::size_t i : {3U, 10U, 17U}) bursts[i].level_db += 5;
  }
  SECTION("rising") {
    for (const std::size_t i : {3U, 10U, 17U}) bursts[i].rise_st = 6;
  }
  SECTION("longer") {
    for (const std::size_t i : {3U, 10U, 17U}) {
      bursts[i].length_s = 0.34;
      bursts[i].at_s += 0.07;
      for (std::size_t later = i + 1; later < bursts.size(); ++later) bursts[later].at_s += 0.14;
    }
  }
  const auto phrases = heard(bursts);
  REQUIRE(phrases.size() == 1);
  REQUIRE(phrases[0].syllables.size() == bursts.size());
  CHECK(stressed_of(phrases[0]) == std::vector<std::size_t>{3, 10, 17});
  for (std::size_t i = 0; i < bursts.size(); ++i) {
    CHECK((phrases[0].syllables[i].prominence > 0.4) == (i % 7 == 3 && i < 20));
  }
}

TEST_CASE("a louder phrase and a livelier one are more aroused", "[gesture][hearing]") {
  std::vector<Burst> bursts;
  for (int phrase = 0; phrase < 6; ++phrase) {
    auto more = row_of(0.5 + 3 * phrase, 8, phrase % 2 == 0 ? -23 : -17);
    if (phrase >= 4) {
      for (Burst& each : more) each.rise_st = 6;
    }
    bursts.insert(bursts.end(), more.begin(), more.end());
  }
  const auto phrases = heard(bursts);
  REQUIRE(phrases.size() == 6);
  for (std::size_t i = 0; i < 6; i += 2) {
    CHECK(phrases[i].arousal < 0.4);
    CHECK(phrases[i + 1].arousal > 0.6);
  }
  CHECK(phrases[4].arousal > phrases[0].arousal + 0.05);
  CHECK(phrases[5].arousal >= phrases[1].arousal);
}

TEST_CASE("where all syllables are alike none is stressed, and no phrase is lively",
          "[gesture][hearing]") {
  const auto phrases = heard(row_of(0.5, 20));
  REQUIRE(phrases.size() == 1);
  CHECK(phrases[0].arousal == Approx(0.5));
  CHECK(stressed_of(phrases[0]).empty());
}

TEST_CASE("in silence there is no phrase, and a rate that cannot be heard is refused",
          "[gesture][hearing]") {
  const auto silent =
      phrases_heard({.rate_hz = 16'000, .samples = std::vector<std::int16_t>(32'000)});
  REQUIRE(silent);
  CHECK(silent->empty());
  CHECK(phrases_heard({.rate_hz = 16'000, .samples = {}})->empty());
  const auto fast = phrases_heard({.rate_hz = 192'000, .samples = std::vector<std::int16_t>(10)});
  REQUIRE_FALSE(fast);
  CHECK(fast.error().code == ErrorCode::OutOfRange);
}

TEST_CASE("stresses of espeak are heard, nuclei next to the middle of vowels",
          "[gesture][hearing][espeak]") {
  if (test::espeak_program().empty()) return;
  const auto espeak = server::EspeakVoice::start({.program = test::espeak_program()});
  REQUIRE(espeak);
  check(agreement_with(**espeak, {"en", "en+f3"}));
}

TEST_CASE("stresses of recorded voices are heard, nuclei next to the middle of vowels",
          "[gesture][hearing][flite]") {
  const auto flite = server::FliteVoice::start();
  if (!flite) return;
  check(agreement_with(**flite, {"slt", "rms"}));
}

}  // namespace kine::gesture::heard_phrases_test
