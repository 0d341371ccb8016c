// Tests for realizer/speech/hearing/prosody_statistics.h.
#include "realizer/speech/hearing/prosody_statistics.h"

#include <cmath>

#include "tests/support/catch.h"

namespace kine::speech::prosody_statistics_test {
namespace {

Heard syllable(const SyllableFeatures& features) {
  return {.kind = Heard::Kind::Syllable, .features = features};
}

std::vector<Heard> levels(const std::vector<double>& levels_db) {
  std::vector<Heard> take;
  for (const double level_db : levels_db) take.push_back(syllable({.level_db = level_db}));
  return take;
}

}  // namespace

TEST_CASE("statistics are the mean and deviation of the syllables of all takes", "[hearing]") {
  const std::vector<std::vector<Heard>> takes = {
      {syllable({.rise_st = 1, .fall_st = 0, .duration = Seconds(0.1)}),
       {.kind = Heard::Kind::Peak},
       syllable({.rise_st = 3, .fall_st = 2, .duration = Seconds(0.2)})},
      {syllable({.rise_st = 2, .fall_st = 4, .duration = Seconds(0.3)}),
       {.kind = Heard::Kind::Silence}}};
  const ProsodyStatistics statistics = statistics_of(takes);
  CHECK(statistics.rise_st.mean == Approx(2));
  CHECK(statistics.rise_st.deviation == Approx(std::sqrt(2.0 / 3)));
  CHECK(statistics.fall_st.mean == Approx(2));
  CHECK(statistics.fall_st.deviation == Approx(std::sqrt(8.0 / 3)));
  CHECK(statistics.duration_s.mean == Approx(0.2));
}

TEST_CASE("takes of different gain do not make levels wider", "[hearing]") {
  const std::vector<std::vector<Heard>> takes = {levels({-20, -24}), levels({-40, -44})};
  const ProsodyStatistics statistics = statistics_of(takes);
  CHECK(statistics.level_db.mean == Approx(-32));
  CHECK(statistics.level_db.deviation == Approx(2));
  // The contexts of a take are -20, -22: 1 from their mean.
  CHECK(statistics.context_db.mean == Approx(-31));
  CHECK(statistics.context_db.deviation == Approx(1));
}

TEST_CASE("the context is the mean of the last eight levels", "[hearing]") {
  RecentLevels recent;
  CHECK(recent.push(8) == Approx(8));
  CHECK(recent.push(0) == Approx(4));
  for (int i = 0; i < 6; ++i) recent.push(0);
  CHECK(recent.push(16) == Approx(2));  // the first one is forgotten
}

TEST_CASE("what does not vary, or is not there, is as usual", "[hearing]") {
  const ProsodyStatistics usual;
  CHECK(statistics_of({}) == usual);
  const std::vector<std::vector<Heard>> takes = {levels({-20.1, -20.1, -20.1}), {}};
  CHECK(statistics_of(takes).level_db.mean == Approx(-20.1));
  CHECK(statistics_of(takes).level_db.deviation == usual.level_db.deviation);
}

TEST_CASE("a take is observed as somebody would who was trained so", "[hearing]") {
  const ProsodyStatistics training{.rise_st = {.mean = 5, .deviation = 1},
                                   .fall_st = {.mean = 0.5, .deviation = 0.1}};
  std::vector<Heard> take = {syllable({.rise_st = 4, .fall_st = 4}),
                             {.kind = Heard::Kind::Silence},
                             {.kind = Heard::Kind::Peak}};
  const auto observed = observe_again(take, training, Gain::Unknown);
  REQUIRE(observed.size() == 3);
  CHECK_FALSE(observed[0].observation.rises);
  CHECK(observed[0].observation.falls);
  CHECK(observed[1].observation.intensity == HeardIntensity::Silence);
  CHECK(observed[2] == take[2]);
  Observer observer(training, Gain::Unknown);
  CHECK(observed[0].observation == observer.syllable(take[0].features));
}

}  // namespace kine::speech::prosody_statistics_test
