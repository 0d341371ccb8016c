// Tests for server/corpus/taught_takes.h.
#include "server/corpus/taught_takes.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>

#include "realizer/gesture/heard_phrases.h"
#include "server/offline/soundtrack.h"
#include "server/scene/casts.h"
#include "server/voices/flite_voice.h"
#include "tests/support/catch.h"
#include "tests/support/speech/sayings.h"
#include "tests/support/speech/syllables.h"
#include "tests/support/temporary_folder.h"

namespace kine::taught_takes_test {

using namespace kine;

namespace {

/// A phrase with a syllable each quarter of a second.
gesture::SpokenPhrase phrase(double from_s, double to_s) {
  gesture::SpokenPhrase made{.from_s = from_s, .to_s = to_s};
  for (double at_s = from_s + 0.125; at_s < to_s; at_s += 0.25) {
    made.syllables.push_back({.nucleus_s = at_s});
  }
  return made;
}

std::vector<server::CorpusTake> taught(const speech::Audio& talk) {
  const auto casts = server::make_casts({{.name = "ada", .body = "ada", .placement = {}}}).value();
  std::vector<server::CorpusTake> takes;
  const auto made =
      server::teach(talk, 1, 0, casts.front(), [&](std::size_t, const server::CorpusTake& take) {
        takes.push_back(take);
        return Result<Done>(Done{});
      });
  REQUIRE(made);
  CHECK(made->takes == takes.size());
  return takes;
}

/// Where strokes of a take end, in its own time.
std::vector<double> strokes_of(const std::string& truth) {
  std::vector<double> ends_s;
  std::istringstream lines(truth);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("gesture,")) continue;
    const std::string to = line.substr(line.find(',', 8) + 1);
    ends_s.push_back(std::stod(to));
  }
  return ends_s;
}

speech::Audio tone(double speech_s, double silence_s) {
  return {.rate_hz = 16'000, .samples = test::syllables(speech_s, silence_s, 16'000)};
}

}  // namespace

TEST_CASE("a long talk is cut in pauses, a little after each fifty seconds", "[corpus]") {
  std::vector<gesture::SpokenPhrase> phrases;
  for (int i = 0; i < 30; ++i) phrases.push_back(phrase(1 + 4 * i, 4 + 4 * i));
  const auto parts = server::parts_of(phrases, Seconds(121));
  REQUIRE(parts.size() == 3);
  CHECK(parts.front().from == Seconds(0));
  CHECK(parts.back().to == Seconds(121));
  std::size_t kept = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    kept += parts[i].phrases.size();
    CHECK((parts[i].to - parts[i].from).count() <= 52);
    if (i == 0) continue;
    CHECK(parts[i].from == parts[i - 1].to);
    CHECK(std::fmod(parts[i].from.count(), 4) == Approx(0.5));  // in the middle of a pause
  }
  CHECK(kept == phrases.size());
}

TEST_CASE("somebody who never pauses is cut between syllables", "[corpus]") {
  const auto parts = server::parts_of({phrase(0, 130)}, Seconds(130));
  REQUIRE(parts.size() == 3);
  std::size_t syllables = 0;
  for (const server::TalkPart& part : parts) {
    CHECK((part.to - part.from).count() < 51);
    for (const auto& each : part.phrases) {
      syllables += each.syllables.size();
      for (const auto& syllable : each.syllables) {
        CHECK(syllable.nucleus_s > part.from.count());
        CHECK(syllable.nucleus_s < part.to.count());
      }
    }
  }
  CHECK(syllables == 520);
}

TEST_CASE("takes of a talk are its sound, with strokes on stresses that are heard",
          "[corpus][flite]") {
  const auto flite = server::FliteVoice::start();
  if (!flite) return;
  speech::Audio talk;
  for (int i = 0; i < 4; ++i) {
    const auto said = (*flite)->say({.text = test::kLongSaying, .marks = {}, .voice = "rms"});
    REQUIRE(said);
    const speech::Audio& audio = said->audio;
    talk.rate_hz = audio.rate_hz;
    talk.samples.insert(talk.samples.end(), audio.samples.begin(), audio.samples.end());
  }
  std::vector<double> stresses_s;
  const auto phrases = gesture::phrases_heard(talk);
  REQUIRE(phrases);
  for (const gesture::SpokenPhrase& phrase : *phrases) {
    for (const auto& each : phrase.syllables) {
      if (each.stressed) stresses_s.push_back(each.nucleus_s);
    }
  }
  const auto takes = taught(talk);
  CHECK(takes.size() == 2);
  std::vector<std::int16_t> samples;
  std::size_t strokes = 0;
  for (const server::CorpusTake& take : takes) {
    const double from_s = static_cast<double>(samples.size()) / talk.rate_hz;
    samples.insert(samples.end(), take.audio.samples.begin(), take.audio.samples.end());
    for (const double end_s : strokes_of(take.truth)) {
      ++strokes;
      CAPTURE(from_s, end_s);
      CHECK(std::ranges::any_of(stresses_s, [&](double stress_s) {
        const double lead_s = stress_s - (from_s + end_s);
        return lead_s > -0.001 && lead_s < gesture::kStrokeLead_s + 0.001;
      }));
    }
  }
  CHECK(samples == talk.samples);
  CHECK(strokes >= 10);
}

TEST_CASE("a talk in which nobody speaks, or that is too short, is refused", "[corpus]") {
  const auto casts = server::make_casts({{.name = "ada", .body = "ada", .placement = {}}}).value();
  const auto ignore = [](std::size_t, const server::CorpusTake&) -> Result<Done> { return Done{}; };
  for (const speech::Audio& talk : {tone(0, 5), tone(1, 0.5), speech::Audio{.rate_hz = 16'000}}) {
    const auto made = server::teach(talk, 1, 0, casts.front(), ignore);
    REQUIRE_FALSE(made);
    CHECK(made.error().message ==
          "a talk to learn from lasts 2 s at least, and somebody is heard in it");
  }
  CHECK_FALSE(server::teach({.rate_hz = 96'000, .samples = {}}, 1, 0, casts.front(), ignore));
}

TEST_CASE("talks are files and those of folders, and what is wrong with one is told with its name",
          "[corpus]") {
  const test::TemporaryFolder folder;
  const auto wave = server::wave_of(tone(3, 0.5));
  folder.write("b.wav", wave);
  folder.write("a.wav", wave);
  folder.write("c.txt", "no sound");
  std::size_t takes = 0;
  const auto count = [&](std::size_t number, const server::CorpusTake&) -> Result<Done> {
    CHECK(number == takes);
    ++takes;
    return Done{};
  };
  const std::string path = folder.path().string();
  REQUIRE(server::teach_files({path, folder.file("a.wav")}, 1, count));
  CHECK(takes == 3);
  takes = 0;
  const auto missing = server::teach_files({folder.file("none.wav")}, 1, count);
  REQUIRE_FALSE(missing);
  CHECK(missing.error().message.starts_with(folder.file("none.wav") + ": "));
  const auto text = server::teach_files({folder.file("c.txt")}, 1, count);
  REQUIRE_FALSE(text);
  CHECK(text.error().message == folder.file("c.txt") + ": no .wav file");
  const test::TemporaryFolder empty;
  const auto none = server::teach_files({empty.path().string()}, 1, count);
  REQUIRE_FALSE(none);
  CHECK(none.error().message == empty.path().string() + ": there is no .wav in it");
}

}  // namespace kine::taught_takes_test
