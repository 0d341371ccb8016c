// Tests for realizer/gesture/authored.h.
#include "realizer/gesture/authored.h"

#include <algorithm>
#include <cmath>

#include "tests/support/catch.h"

namespace kine::gesture::authored_test {
namespace {

/// Phrases of 3 s and a pause of 0.5 s; each third of a syllable every 0.25 s is stressed, each
/// second of these prominent.
std::vector<SpokenPhrase> talk(double arousal, std::size_t phrases = 40) {
  std::vector<SpokenPhrase> all;
  for (std::size_t i = 0; i < phrases; ++i) {
    const double from_s = 0.5 + 3.5 * static_cast<double>(i);
    SpokenPhrase phrase{.from_s = from_s, .to_s = from_s + 3, .arousal = arousal};
    for (int k = 0; k < 12; ++k) {
      phrase.syllables.push_back({.nucleus_s = from_s + 0.125 + 0.25 * k,
                                  .stressed = k % 3 == 0,
                                  .prominence = k % 6 == 0 ? 1.0 : 0.35});
    }
    all.push_back(phrase);
  }
  return all;
}

AuthoredMotion author(double arousal, std::uint64_t seed = 1) {
  Random random({.seed = seed});
  return author_motion(talk(arousal), random);
}

double mean_size(const AuthoredMotion& motion) {
  double sum = 0;
  for (const ArmGesture& each : motion.arms) sum += each.size;
  return sum / static_cast<double>(motion.arms.size());
}

}  // namespace

TEST_CASE("an authored stroke ends on a stressed syllable, at most 60 ms early", "[gesture]") {
  const AuthoredMotion motion = author(1);
  REQUIRE(motion.arms.size() > 20);
  for (const ArmGesture& each : motion.arms) {
    double early_s = 10;
    for (const SpokenPhrase& phrase : talk(1)) {
      for (const SpokenSyllable& syllable : phrase.syllables) {
        const double lead_s = syllable.nucleus_s - each.stroke_end_s;
        if (syllable.stressed && lead_s >= 0) early_s = std::min(early_s, lead_s);
      }
    }
    CHECK(early_s <= 0.06);
  }
}

TEST_CASE("authored gestures come in order and leave room for each other", "[gesture]") {
  const AuthoredMotion motion = author(1);
  for (std::size_t i = 0; i < motion.arms.size(); ++i) {
    CHECK(motion.arms[i].start_s < motion.arms[i].stroke_end_s);
    CHECK(motion.arms[i].stroke_end_s <= motion.arms[i].relax_s);
    CHECK(std::abs(motion.arms[i].size) <= 1);
    if (i == 0) continue;
    CHECK(motion.arms[i].start_s >= motion.arms[i - 1].stroke_end_s);
  }
}

TEST_CASE("a livelier speaker makes more gestures, and larger ones", "[gesture]") {
  const AuthoredMotion calm = author(0);
  const AuthoredMotion lively = author(1);
  CHECK(lively.arms.size() > 2 * calm.arms.size());
  CHECK(mean_size(lively) > mean_size(calm) + 0.5);
}

TEST_CASE("an authored head is never still for long, and goes on in time", "[gesture]") {
  const AuthoredMotion motion = author(0.5);
  REQUIRE(motion.head.size() > 100);
  double lowest_deg = 0;
  double deepest_deg = 0;
  for (std::size_t i = 1; i < motion.head.size(); ++i) {
    const double step_s = motion.head[i].time_s - motion.head[i - 1].time_s;
    CHECK(step_s > 0.1);
    CHECK(step_s < 1.5);
    CHECK(motion.head[i].turn_deg != motion.head[i - 1].turn_deg);
    lowest_deg = std::min(lowest_deg, motion.head[i].nod_deg);
    deepest_deg = std::max(deepest_deg, motion.head[i].nod_deg);
  }
  CHECK(deepest_deg - lowest_deg > 5);  // it nods
}

TEST_CASE("an authored weight stays on a side for four seconds at least", "[gesture]") {
  const AuthoredMotion motion = author(1);
  REQUIRE(motion.weight.size() > 3);
  for (std::size_t i = 1; i < motion.weight.size(); ++i) {
    CHECK(motion.weight[i].time_s - motion.weight[i - 1].time_s >= 4);
  }
}

TEST_CASE("the same seed authors the same motion, another seed another one", "[gesture]") {
  const auto ends_of = [](const AuthoredMotion& motion) {
    std::vector<double> ends;
    for (const ArmGesture& each : motion.arms) ends.push_back(each.stroke_end_s);
    return ends;
  };
  CHECK(ends_of(author(0.5, 3)) == ends_of(author(0.5, 3)));
  CHECK(ends_of(author(0.5, 3)) != ends_of(author(0.5, 4)));
}

}  // namespace kine::gesture::authored_test
