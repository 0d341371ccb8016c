#include "realizer/speech/hearing/syllable_detector.h"

#include <cmath>
#include <numbers>
#include <vector>

#include "tests/support/catch.h"

namespace kine::speech::syllable_detector_test {
namespace {

struct Seen {
  std::vector<std::int64_t> peaks;
  std::vector<std::int64_t> peaks_seen_at;  // the last level that was pushed
  std::vector<SyllableBounds> syllables;
  std::vector<std::int64_t> silences;
};

/// Voicing is known two frames after the level, as in Hearing.
Seen seen_of(const std::vector<float>& levels_db, const std::vector<bool>& voiced,
             SyllableDetector::Options options = {}) {
  SyllableDetector detector(options);
  Seen seen;
  const auto take = [&](const SyllableStep& step, std::size_t frame) {
    if (step.ended) seen.syllables.push_back(*step.ended);
    if (step.peak) {
      seen.peaks.push_back(*step.peak);
      seen.peaks_seen_at.push_back(static_cast<std::int64_t>(frame));
    }
    if (step.silence) seen.silences.push_back(static_cast<std::int64_t>(frame));
  };
  for (std::size_t i = 0; i < levels_db.size(); ++i) {
    if (i >= 2) take(detector.push_voicing(voiced[i - 2]), i - 1);
    take(detector.push_level(levels_db[i]), i);
  }
  return seen;
}

Seen seen_of(const std::vector<float>& levels_db) {
  return seen_of(levels_db, std::vector<bool>(levels_db.size(), true));
}

/// Between -30 and -20 dB, with peaks at frames 10, 30, 50 and so on.
std::vector<float> waves(int peaks) {
  std::vector<float> levels_db;
  for (int i = 0; i <= 20 * peaks; ++i) {
    levels_db.push_back(static_cast<float>(-25 - 5 * std::cos(2 * std::numbers::pi * i / 20)));
  }
  return levels_db;
}

}  // namespace

TEST_CASE("a syllable goes from valley to valley, and ends with the next peak",
          "[syllable_detector]") {
  const Seen seen = seen_of(waves(4));
  CHECK(seen.peaks == std::vector<std::int64_t>{10, 30, 50, 70});
  CHECK(seen.peaks_seen_at == std::vector<std::int64_t>{11, 31, 51, 71});
  REQUIRE(seen.syllables.size() == 3);
  CHECK(seen.syllables[0] == SyllableBounds{0, 10, 20, -20});
  CHECK(seen.syllables[1] == SyllableBounds{20, 30, 40, -20});
  CHECK(seen.syllables[2] == SyllableBounds{40, 50, 60, -20});
  CHECK(seen.silences.empty());
}

TEST_CASE("a rise of less than two decibels is none, unless one asks for it",
          "[syllable_detector]") {
  auto levels_db = waves(4);
  for (float& level_db : levels_db) level_db = -25 + (level_db + 25) * 0.19F;
  const std::vector<bool> voiced(levels_db.size(), true);
  // Only the one with which sound begins.
  CHECK(seen_of(levels_db, voiced).peaks == std::vector<std::int64_t>{10});
  CHECK(seen_of(levels_db, voiced, {.rise_db = 1.5, .fall_db = 1.5}).peaks.size() == 4);
}

TEST_CASE("peaks that are not voiced are none", "[syllable_detector]") {
  const auto levels_db = waves(4);
  std::vector<bool> voiced(levels_db.size(), false);
  CHECK(seen_of(levels_db, voiced).peaks.empty());

  // Two frames behind the peak, which is known four frames after it.
  voiced[32] = true;
  const Seen late = seen_of(levels_db, voiced);
  CHECK(late.peaks == std::vector<std::int64_t>{30});
  CHECK(late.peaks_seen_at == std::vector<std::int64_t>{33});
  voiced[32] = false;
  voiced[33] = true;
  CHECK(seen_of(levels_db, voiced).peaks.empty());
}

TEST_CASE("a higher level before the fall moves the peak, without another event",
          "[syllable_detector]") {
  std::vector<float> levels_db = {-40, -36, -32, -28, -24, -25, -24.5, -22, -20, -21};
  levels_db.resize(20, -35);
  levels_db.insert(levels_db.end(), {-30, -20, -25});
  const Seen seen = seen_of(levels_db);
  CHECK(seen.peaks == std::vector<std::int64_t>{4, 21});
  REQUIRE(seen.syllables.size() == 1);
  CHECK(seen.syllables[0].nucleus == 8);
  CHECK(seen.syllables[0].peak_db == -20);
}

TEST_CASE("sound 25 dB below the loudest is silence: it ends the syllable, again and again",
          "[syllable_detector]") {
  std::vector<float> levels_db = waves(1);
  levels_db.resize(21 + 110, -60);
  const Seen seen = seen_of(levels_db);
  REQUIRE(seen.syllables.size() == 1);
  CHECK(seen.syllables[0] == SyllableBounds{0, 10, 21, -20});
  CHECK(seen.silences == std::vector<std::int64_t>{55, 90, 125});
}

TEST_CASE("a quiet peak counts again when the loudest has faded", "[syllable_detector]") {
  // 2 dB a second: from -0 to -15 dB it takes 7.5 s.
  std::vector<float> levels_db = {-60, -20, 0, -20, -60, -60, -40, -60};
  std::vector<bool> voiced(2'000, true);
  levels_db.resize(1'000, -60);
  levels_db.insert(levels_db.end(), {-40, -60, -60, -60});
  const Seen seen = seen_of(levels_db, voiced);
  CHECK(seen.peaks == std::vector<std::int64_t>{2, 1'000});
}

TEST_CASE("a sound that stays is a syllable after a second, of 0.6 s at most",
          "[syllable_detector]") {
  std::vector<float> levels_db(100, -40);
  levels_db.insert(levels_db.end(), {-30, -20});
  levels_db.resize(400, -20.5);
  const Seen seen = seen_of(levels_db);
  CHECK(seen.peaks == std::vector<std::int64_t>{101});
  REQUIRE(seen.syllables.size() == 1);
  CHECK(seen.syllables[0].nucleus == 101);
  CHECK(seen.syllables[0].end <= 131);
  CHECK(seen.syllables[0].begin >= 71);
}

TEST_CASE("a sound that swells for seconds is a syllable a second after its peak was found",
          "[syllable_detector]") {
  std::vector<float> levels_db = {-50, -46, -42, -40, -40.5};  // found at the dip
  for (int frame = 0; frame < 400; ++frame) levels_db.push_back(-40 + 0.02F * frame);
  levels_db.resize(levels_db.size() + 60, -70);
  const Seen seen = seen_of(levels_db, std::vector<bool>(levels_db.size(), true));
  CHECK(seen.peaks == std::vector<std::int64_t>{3});
  REQUIRE(seen.syllables.size() == 1);
  // It ends 1 s after frame 3, where the level is highest so far, and reaches 0.3 s back.
  CHECK(seen.syllables[0].nucleus == 103);
  CHECK(seen.syllables[0].begin >= 73);
  CHECK(seen.syllables[0].end - seen.syllables[0].begin <= 60);
}

}  // namespace kine::speech::syllable_detector_test
