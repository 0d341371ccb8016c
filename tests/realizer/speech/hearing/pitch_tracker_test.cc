#include "realizer/speech/hearing/pitch_tracker.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>

#include "realizer/speech/hearing/frame_grid.h"
#include "realizer/speech/hearing/resampler.h"
#include "server/voices/espeak_voice.h"
#include "tests/support/catch.h"
#include "tests/support/hash.h"
#include "tests/support/server/espeak_program.h"
#include "tests/support/source_files.h"
#include "tests/support/speech/tones.h"

namespace kine::speech::pitch_tracker_test {
namespace {

/// f0 of each frame; 0 where it is unvoiced. What waits in the end is left out.
std::vector<float> track_of(const std::vector<float>& samples, std::uint32_t rate_hz = 16'000) {
  Resampler resampler(rate_hz);
  PitchTracker tracker;
  std::vector<float> f0_hz;
  for (const float sample : samples) {
    for (const float each : resampler.push(sample)) {
      const auto frame = tracker.push(each);
      if (!frame) continue;
      REQUIRE(frame->frame == static_cast<std::int64_t>(f0_hz.size()));
      f0_hz.push_back(frame->f0_hz.value_or(0));
    }
  }
  return f0_hz;
}

double always(double /*time_s*/) { return 0.3; }

/// A line of the fixture: voice, hash of the samples, text.
struct Spoken {
  std::string voice;
  std::string hash;
  std::string text;
};

Spoken spoken_of(const std::string& line) {
  const auto first = line.find(',');
  const auto second = line.find(',', first + 1);
  return {line.substr(0, first), line.substr(first + 1, second - first - 1),
          line.substr(second + 1)};
}

std::vector<float> samples_of(const Audio& audio) {
  std::vector<float> samples;
  for (const auto sample : audio.samples) samples.push_back(sample / 32'768.0F);
  // To whole frames, for Praat puts its frames about the middle of a sound.
  while (samples.size() * 100 % audio.rate_hz != 0) samples.push_back(0);
  return samples;
}

struct Differences {
  double frames = 0;
  double voiced = 0;   // by both
  double voicing = 0;  // voiced by one alone
  double gross = 0;    // by more than a fifth

  /// Praat's from the frame at 20 ms on.
  void add(const std::vector<float>& track, const std::string& f0_of_praat_hz) {
    std::istringstream numbers(f0_of_praat_hz);
    std::size_t frame = 2;
    for (std::string number; std::getline(numbers, number, ','); ++frame) {
      REQUIRE(frame < track.size());
      const double praat_hz = std::strtod(number.c_str(), nullptr);
      const double ours_hz = track[frame];
      ++frames;
      if ((praat_hz > 0) != (ours_hz > 0)) ++voicing;
      if (praat_hz == 0 || ours_hz == 0) continue;
      ++voiced;
      if (std::abs(ours_hz / praat_hz - 1) > 0.2) ++gross;
    }
  }
};

}  // namespace

TEST_CASE("a tone with harmonics has its pitch in every frame", "[pitch_tracker]") {
  for (const double f0_hz : {80.0, 100.0, 133.0, 180.0, 250.0, 333.0, 450.0, 590.0}) {
    const auto track = track_of(test::harmonic_tone(
        16'000, 1, [&](double) { return f0_hz; }, always));
    CAPTURE(f0_hz);
    REQUIRE(track.size() > 90);
    for (std::size_t i = 3; i < track.size(); ++i) {
      CHECK(track[i] == Approx(f0_hz).epsilon(0.005));
    }
  }
}

TEST_CASE("a sweep over two octaves has no error of an octave", "[pitch_tracker]") {
  for (const bool up : {true, false}) {
    const auto f0_hz = [&](double time_s) {
      return up ? 90 * std::exp2(time_s * 2 / 3) : 360 * std::exp2(-time_s * 2 / 3);
    };
    const auto track = track_of(test::harmonic_tone(16'000, 3, f0_hz, always));
    for (std::size_t i = 3; i < track.size(); ++i) {
      CAPTURE(i, up);
      CHECK(track[i] == Approx(f0_hz(static_cast<double>(i) / 100)).epsilon(0.01));
    }
  }
}

TEST_CASE("a pitch is there without its fundamental, and beside a constant", "[pitch_tracker]") {
  auto samples = test::harmonic_tone(
      16'000, 1, [](double) { return 150.0; }, always);
  const auto fundamental = test::sine(16'000, 1, 150, 0.15);
  for (std::size_t i = 0; i < samples.size(); ++i) samples[i] += 0.5F - fundamental[i];
  const auto track = track_of(samples);
  for (std::size_t i = 5; i < track.size(); ++i) CHECK(track[i] == Approx(150).epsilon(0.005));
}

TEST_CASE("silence is unvoiced, and so is most of noise", "[pitch_tracker]") {
  for (const float f0_hz : track_of(std::vector<float>(16'000, 0))) CHECK(f0_hz == 0);
  const auto track = track_of(test::noise(160'000, 0.3));
  const auto unvoiced = static_cast<double>(std::ranges::count(track, 0.0F));
  CHECK(unvoiced > 0.97 * static_cast<double>(track.size()));
}

TEST_CASE("the pitch of a frame is known 50 ms after it", "[pitch_tracker]") {
  PitchTracker tracker;
  int taken = 1;
  while (!tracker.push(0)) ++taken;
  CHECK(taken == 800);
}

TEST_CASE("the pitch of speech is that of Praat", "[pitch_tracker][praat][espeak]") {
  if (test::espeak_program().empty()) return;
  const auto espeak = server::EspeakVoice::start({.program = test::espeak_program()});
  REQUIRE(espeak);
  std::istringstream fixture(
      test::text_of(test::source_path("tests/realizer/speech/hearing/praat_pitch.csv")));
  Differences differences;
  std::string head;
  std::string f0_of_praat_hz;
  while (std::getline(fixture, head)) {
    if (head.starts_with("#")) continue;
    REQUIRE(std::getline(fixture, f0_of_praat_hz));
    const Spoken spoken = spoken_of(head);
    const auto said = (*espeak)->say({.text = spoken.text, .marks = {}, .voice = spoken.voice});
    REQUIRE(said);
    auto samples = samples_of(said->audio);
    test::Hash hash;
    hash.add(samples);
    if (hash.text() != spoken.hash) {
      WARN("another espeak than that of the fixture: " << hash.text());
      return;
    }
    samples.resize(samples.size() + said->audio.rate_hz / 5, 0);
    differences.add(track_of(samples, said->audio.rate_hz), f0_of_praat_hz);
  }
  CAPTURE(differences.frames, differences.voicing, differences.gross);
  CHECK(differences.frames > 1'000);
  CHECK(differences.gross <= 0.005 * differences.voiced);
  CHECK(differences.voicing + differences.gross <= 0.03 * differences.frames);
}

}  // namespace kine::speech::pitch_tracker_test
