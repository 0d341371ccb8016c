// Tests for realizer/speech/visemes.h.
#include "realizer/speech/visemes.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <string>

#include "realizer/speech/voice.h"
#include "tests/support/catch.h"

using namespace std::chrono_literals;

namespace kine::speech::visemes_test {
namespace {

using enum Viseme;

constexpr Seconds kFrame{1.0 / 60};

/// What is hard for a mouth: lips in a row, rounding, rests, sounds that hardly last.
const char* const kTexts[] = {
    "Hello, my name is Ada. Would you mind helping me with this big problem?",
    "Peter Piper picked a peck of pickled peppers; five brave maids improve the fabric.",
    "You two knew whose blue shoes grew through the roof.",
    "Mama! Papa? Um... bump.",
    "W",
};

SpeechTrack said(const std::string& text) {
  auto track = silent_voice().say({.text = text, .ssml = false, .marks = {}, .voice = {}});
  REQUIRE(track);
  return *std::move(track);
}

/// The same, slower or faster.
SpeechTrack at_speed(SpeechTrack track, double speed) {
  const auto hasten = [&](auto& each) {
    each.start /= speed;
    each.end /= speed;
  };
  std::ranges::for_each(track.phones, hasten);
  std::ranges::for_each(track.words, hasten);
  track.length /= speed;
  return track;
}

/// A track of phones one after the other.
SpeechTrack track_of(const std::vector<std::pair<const char*, Seconds>>& phones) {
  SpeechTrack track;
  for (const auto& [ipa, length] : phones) {
    track.phones.push_back({.ipa = ipa, .start = track.length, .end = track.length + length});
    track.length += length;
  }
  return track;
}

double weight(const VisemeWeights& weights, Viseme viseme) { return weights[index_of(viseme)]; }

double sum(const VisemeWeights& weights) {
  return std::accumulate(weights.begin(), weights.end(), 0.0);
}

/// How long the viseme is at least this much, around a time.
Seconds time_above(const Mouth& mouth, Viseme viseme, double least, Seconds around) {
  int milliseconds = 0;
  for (Seconds time = around - 80ms; time < around + 80ms; time += 1ms) {
    milliseconds += weight(mouth.at(time), viseme) >= least ? 1 : 0;
  }
  return Seconds(milliseconds / 1000.0);
}

/// When the viseme is most, within a stretch of time.
Seconds peak(const Mouth& mouth, Viseme viseme, Seconds start, Seconds end) {
  Seconds best = start;
  for (Seconds time = start; time < end; time += 1ms) {
    if (weight(mouth.at(time), viseme) > weight(mouth.at(best), viseme)) best = time;
  }
  return best;
}

}  // namespace

TEST_CASE("the lips of every p, b and m meet for 40 ms, at any speed", "[visemes]") {
  int closures = 0;
  for (const char* text : kTexts) {
    for (const double speed : {0.5, 1.0, 1.5, 2.5}) {
      const SpeechTrack track = at_speed(said(text), speed);
      const Mouth mouth(track);
      for (const Phone& phone : track.phones) {
        if (viseme_parts(phone.ipa)[0].viseme != PP) continue;
        CAPTURE(text, speed, phone.start.count());
        CHECK(time_above(mouth, PP, kLipClosure, (phone.start + phone.end) / 2) >= kClosureTime);
        ++closures;
      }
    }
  }
  CHECK(closures > 80);
}

TEST_CASE("the lip of every f and v touches the teeth, but next to lips that press", "[visemes]") {
  constexpr Seconds kAtOnce{0.060};  // what lies nearer than that cannot be seen twice
  const auto presses_near = [&](const SpeechTrack& track, Seconds time) {
    return std::ranges::any_of(track.phones, [&](const Phone& phone) {
      const Seconds away = (phone.start + phone.end) / 2 - time;
      return viseme_parts(phone.ipa)[0].viseme == PP && std::abs(away.count()) < kAtOnce.count();
    });
  };
  int contacts = 0;
  for (const char* text : kTexts) {
    const SpeechTrack track = said(text);
    const Mouth mouth(track);
    for (const Phone& phone : track.phones) {
      const Seconds centre = (phone.start + phone.end) / 2;
      if (viseme_parts(phone.ipa)[0].viseme != FF || presses_near(track, centre)) continue;
      CAPTURE(text, phone.start.count());
      CHECK(time_above(mouth, FF, kLipContact, centre) >= 10ms);
      ++contacts;
    }
  }
  CHECK(contacts >= 4);
}

TEST_CASE("a v next to an m is seen at a pace that leaves it time", "[visemes]") {
  const SpeechTrack track =
      track_of({{"eɪ", 160ms}, {"v", 80ms}, {"m", 80ms}, {"eɪ", 160ms}, {"b", 80ms}, {"f", 80ms}});
  const Mouth mouth(track);
  CHECK(time_above(mouth, FF, kLipContact, 200ms) >= 10ms);
  CHECK(time_above(mouth, PP, kLipClosure, 280ms) >= kClosureTime);
  CHECK(time_above(mouth, PP, kLipClosure, 520ms) >= kClosureTime);
  CHECK(time_above(mouth, FF, kLipContact, 600ms) >= 10ms);
}

TEST_CASE("weights add up to 1, to 1.2 at most, and none jumps", "[visemes]") {
  for (const char* text : kTexts) {
    for (const double speed : {0.5, 1.0, 1.5, 2.5}) {
      const SpeechTrack track = at_speed(said(text), speed);
      const Mouth mouth(track);
      for (Seconds time = -500ms; time < track.length + 500ms; time += 2ms) {
        CAPTURE(text, speed, time.count());
        const VisemeWeights now = mouth.at(time);
        const VisemeWeights next = mouth.at(time + kFrame);
        CHECK(sum(now) <= 1.2);
        CHECK(sum(now) >= 1 - 1e-9);
        for (std::size_t i = 0; i < now.size(); ++i) {
          CAPTURE(i);
          CHECK(now[i] >= 0);
          CHECK(std::abs(next[i] - now[i]) <= kWeightStepMax);
        }
      }
    }
  }
}

TEST_CASE("each long vowel is most itself in its middle", "[visemes]") {
  int vowels = 0;
  for (const char* text : kTexts) {
    const SpeechTrack track = said(text);
    const Mouth mouth(track, {.lead = 0s});
    for (std::size_t i = 0; i < track.phones.size(); ++i) {
      const Phone& phone = track.phones[i];
      const auto parts = viseme_parts(phone.ipa);
      const Viseme look = parts[0].viseme;
      const bool one_look = parts.size() == 1 && parts[0].second_weight == 0;
      if (!one_look || !is_nucleus(phone.ipa) || phone.end - phone.start <= 80ms) continue;
      // The w of "would" looks as its vowel does.
      if (i > 0 && viseme_parts(track.phones[i - 1].ipa).back().viseme == look) continue;
      CAPTURE(text, phone.ipa, phone.start.count());
      const Seconds centre = (phone.start + phone.end) / 2;
      CHECK(std::abs((peak(mouth, look, phone.start, phone.end) - centre).count()) <= 0.040);
      ++vowels;
    }
  }
  CHECK(vowels > 20);
}

TEST_CASE("a sound is seen before it is heard, by the lead", "[visemes]") {
  const SpeechTrack track = track_of({{"", 300ms}, {"ɑː", 200ms}, {"", 300ms}});
  for (const Seconds lead : {Seconds(0), Seconds(0.03), Seconds(0.06)}) {
    const Mouth mouth(track, {.lead = lead});
    CHECK(peak(mouth, AA, 100ms, 700ms).count() == Approx(0.4 - lead.count()).margin(0.002));
  }
}

TEST_CASE("lips are rounded for an u while the consonant before it is said", "[visemes]") {
  const Mouth rounded(track_of({{"", 300ms}, {"t", 80ms}, {"uː", 160ms}, {"", 300ms}}));
  const Mouth spread(track_of({{"", 300ms}, {"t", 80ms}, {"iː", 160ms}, {"", 300ms}}));
  const auto pucker = *body::find_channel("mouthPucker");
  CHECK(projected(rounded.at(310ms), pucker) > 0.1);
  CHECK(projected(spread.at(310ms), pucker) < 0.01);
  // Rounding comes early; a spread mouth does not.
  CHECK(weight(rounded.at(270ms), OU) > 1.3 * weight(spread.at(270ms), IH));
}

TEST_CASE("a pause closes the mouth, and before and after all it rests", "[visemes]") {
  const SpeechTrack track = track_of({{"ɑː", 200ms}, {"", 600ms}, {"ɑː", 200ms}});
  const Mouth mouth(track);
  CHECK(weight(mouth.at(470ms), Sil) > 0.98);
  CHECK(weight(mouth.at(-1s), Sil) > 0.999);
  CHECK(weight(mouth.at(3s), Sil) > 0.999);
  CHECK(weight(mouth.at(1000s), Sil) == 1);
  const Mouth nothing({});
  CHECK(weight(nothing.at(0s), Sil) == 1);
}

TEST_CASE("a sound that is held for minutes keeps its look", "[visemes]") {
  const Mouth mouth(track_of({{"a", 600s}}));
  for (Seconds time = 500ms; time < 599s; time += 7.3s) {
    CAPTURE(time.count());
    CHECK(weight(mouth.at(time), AA) == Approx(1));
    CHECK(sum(mouth.at(time)) == Approx(1));
  }
}

TEST_CASE("a gap between two sounds is a pause too", "[visemes]") {
  SpeechTrack track = track_of({{"ɑː", 200ms}, {"", 600ms}, {"ɑː", 200ms}});
  const VisemeWeights with_pause = Mouth(track).at(300ms);
  track.phones.erase(track.phones.begin() + 1);
  CHECK(Mouth(track).at(300ms) == with_pause);
}

TEST_CASE("who speaks fast opens the mouth less", "[visemes]") {
  const auto most_open = [](double speed) {
    SpeechTrack track;
    for (int i = 0; i < 30; ++i) {
      const Seconds syllable(0.1 / speed);
      track.phones.push_back({.ipa = "ɑː", .start = track.length, .end = track.length + syllable});
      track.length += syllable;
    }
    const Mouth mouth(track, {.lead = 0s});
    return weight(mouth.at(track.length / 2), AA);
  };
  CHECK(most_open(0.7) == Approx(1).margin(0.02));
  CHECK(most_open(1.4) == Approx(0.5).margin(0.03));  // 14 a second, twice as many as 7
}

TEST_CASE("loud speech opens the mouth wider than quiet speech, and closes it as well",
          "[visemes]") {
  SpeechTrack track = track_of({{"ɑː", 200ms},
                                {"p", 80ms},
                                {"ɑː", 200ms},
                                {"", 400ms},
                                {"ɑː", 200ms},
                                {"p", 80ms},
                                {"ɑː", 200ms}});
  track.audio.rate_hz = 16'000;
  const auto samples = static_cast<std::size_t>(track.length.count() * 16'000);
  for (std::size_t i = 0; i < samples; ++i) {
    const int amplitude = i < samples / 2 ? 20'000 : 3'000;
    track.audio.samples.push_back(
        static_cast<std::int16_t>(i / 20 % 2 == 0 ? amplitude : -amplitude));
  }
  const Mouth mouth(track, {.lead = 0s});
  CHECK(weight(mouth.at(80ms), AA) > 1);
  CHECK(weight(mouth.at(1260ms), AA) < 0.95);
  CHECK(time_above(mouth, PP, kLipClosure, 240ms) >= kClosureTime);
  CHECK(time_above(mouth, PP, kLipClosure, 1120ms) >= kClosureTime);
  for (Seconds time = -100ms; time < track.length + 100ms; time += 2ms) {
    const VisemeWeights now = mouth.at(time);
    const VisemeWeights next = mouth.at(time + kFrame);
    CHECK(sum(now) <= 1.2 + 1e-9);
    for (std::size_t i = 0; i < now.size(); ++i) {
      CHECK(std::abs(next[i] - now[i]) <= kWeightStepMax);
    }
  }
}

TEST_CASE("a first p is closed when the mouth can be seen", "[visemes]") {
  const SpeechTrack track = track_of({{"p", 60ms}, {"ɑː", 200ms}});
  const Mouth mouth(track, {.seen_from = 60ms});
  int closed_ms = 0;
  for (Seconds time = 60ms; time < 160ms; time += 1ms) {
    closed_ms += weight(mouth.at(time), PP) >= kLipClosure ? 1 : 0;
  }
  CHECK(closed_ms >= 40);
}

TEST_CASE("ARKit's shapes are those of the visemes", "[visemes]") {
  const auto shape = [](Viseme viseme, const char* name) {
    VisemeWeights weights{};
    weights[index_of(viseme)] = 1;
    return projected(weights, *body::find_channel(name));
  };
  CHECK(shape(PP, "mouthPressLeft") == Approx(0.5));
  CHECK(shape(PP, "mouthPressRight") == Approx(0.5));
  CHECK(shape(PP, "mouthClose") == Approx(0.35));
  CHECK(shape(PP, "jawOpen") == 0);
  CHECK(shape(FF, "mouthRollLower") == Approx(0.55));
  CHECK(shape(AA, "jawOpen") == Approx(0.55));
  CHECK(shape(OU, "mouthPucker") == Approx(0.7));
  CHECK(shape(IH, "mouthSmileRight") == Approx(0.3));
  CHECK(shape(TH, "tongueOut") == Approx(0.35));
  CHECK(shape(Sil, "jawOpen") == 0);
  for (const ShapeShare& share : arkit_shares()) {
    CHECK(share.channel.index < body::kArkitChannelCount);
  }
}

}  // namespace kine::speech::visemes_test
