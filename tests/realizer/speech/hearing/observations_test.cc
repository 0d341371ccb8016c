#include "realizer/speech/hearing/observations.h"

#include <cmath>
#include <set>
#include <vector>

#include "tests/support/catch.h"

namespace kine::speech::observations_test {
namespace {

using F0 = std::vector<std::optional<float>>;

/// Steps of a semitone each from 200 Hz.
F0 notes(const std::vector<int>& semitones) {
  F0 f0_hz;
  for (const int each : semitones) {
    f0_hz.emplace_back(static_cast<float>(200 * std::exp2(each / 12.0)));
  }
  return f0_hz;
}

constexpr ProsodyStatistics kStatistics{.rise_st = {1, 1},
                                        .fall_st = {1, 1},
                                        .level_db = {-20, 4},
                                        .duration_s = {0.2, 0.04},
                                        .context_db = {-20, 2}};

SyllableFeatures syllable(double rise_st, double fall_st, double level_db, double duration_s) {
  return {.rise_st = rise_st,
          .fall_st = fall_st,
          .level_db = level_db,
          .duration = Seconds(duration_s)};
}

/// What the first syllable behind training is taken for.
Observation first(const SyllableFeatures& features) {
  return Observer(kStatistics, Gain::AsInTraining).syllable(features);
}

}  // namespace

TEST_CASE("rise and fall are the largest, of means of three frames", "[observations]") {
  // The ends of a straight line are means of two.
  const PitchMoves up = moves_of(notes({0, 1, 2, 3, 4, 5, 6}));
  CHECK(up.rise_st == Approx(5).margin(1e-4));
  CHECK(up.fall_st == 0);

  // Down by 3 (its ends smoothed) and then up by more.
  const PitchMoves both = moves_of(notes({4, 4, 1, 1, 1, 6, 6}));
  CHECK(both.fall_st == Approx(3).margin(1e-4));
  CHECK(both.rise_st == Approx(5).margin(1e-4));
}

TEST_CASE("unvoiced frames are no pitch, and do not part a syllable", "[observations]") {
  F0 f0_hz = notes({0, 0, 0, 7, 7});
  f0_hz[1].reset();
  f0_hz[2].reset();
  CHECK(moves_of(f0_hz).rise_st == Approx(7).margin(1e-4));
  CHECK(moves_of({}).rise_st == 0);
  CHECK(moves_of(F0(5)).fall_st == 0);
}

TEST_CASE("statistics go on from thirty values of training", "[observations]") {
  // 30 values of mean 2 and deviation 3, as 15 times -1 and 5; then five more.
  std::vector<double> all;
  for (int i = 0; i < 15; ++i) all.insert(all.end(), {-1, 5});
  RunningStatistics statistics({2, 3});
  for (const double value : {1.0, 4.0, 4.0, 9.0, -3.0}) {
    statistics.push(value);
    all.push_back(value);
  }
  double mean = 0;
  for (const double value : all) mean += value / static_cast<double>(all.size());
  double squares = 0;
  for (const double value : all) squares += (value - mean) * (value - mean);
  CHECK(statistics.mean() == Approx(mean));
  CHECK(statistics.deviation() == Approx(std::sqrt(squares / static_cast<double>(all.size()))));
}

TEST_CASE("a mean without weight is that of the values alone", "[observations]") {
  RunningStatistics statistics({-20, 3}, 0);
  statistics.push(-50);
  CHECK(statistics.mean() == -50);
  CHECK(statistics.deviation() == Approx(3 * std::sqrt(30.0 / 31)));
  statistics.push(-40);
  CHECK(statistics.mean() == -45);
}

TEST_CASE("what lies well above the mean is a symbol of its own", "[observations]") {
  CHECK(words_of(first(syllable(1, 1, -20, 0.2))) == "standard");
  CHECK(words_of(first(syllable(2.5, 1, -20, 0.2))) == "rise");
  CHECK(words_of(first(syllable(1, 2.5, -20, 0.2))) == "fall");
  CHECK(words_of(first(syllable(1.9, 1.9, -18.5, 0.23))) == "standard");
  CHECK(words_of(first(syllable(1, 1, -17.5, 0.2))) == "high");
  CHECK(words_of(first(syllable(1, 1, -20, 0.25))) == "long");
  CHECK(words_of(first(syllable(1, 1, -20, 0.17))) == "short");
  CHECK(words_of(first(syllable(9, 9, 0, 0.5))) == "rise fall high long");
  CHECK(words_of(Observer(kStatistics, Gain::AsInTraining).silence()) == "silence");
}

TEST_CASE("there are 36 symbols", "[observations]") {
  std::set<std::size_t> symbols;
  for (int i = 0; i < 36; ++i) {
    const Observation observation{.rises = i % 2 == 1,
                                  .falls = i / 2 % 2 == 1,
                                  .intensity = static_cast<HeardIntensity>(i / 4 % 3),
                                  .length = static_cast<HeardLength>(i / 12)};
    symbols.insert(observation.symbol());
  }
  CHECK(symbols.size() == Observation::kSymbols);
  CHECK(*symbols.rbegin() == Observation::kSymbols - 1);
}

TEST_CASE("the context is the quarter of the last eight levels", "[observations]") {
  for (const auto& [level_db, quarter] :
       std::vector<std::pair<double, int>>{{-24, 0}, {-20.5, 1}, {-19.5, 2}, {-16, 3}}) {
    CAPTURE(level_db);
    CHECK(int{first(syllable(1, 1, level_db, 0.2)).context} == quarter);
  }
  // Eight loud ones leave nothing of the quiet ones before them.
  Observer observer(kStatistics, Gain::AsInTraining);
  for (int i = 0; i < 8; ++i) observer.syllable(syllable(1, 1, -26, 0.2));
  CHECK(int{observer.silence().context} == 0);
  for (int i = 0; i < 8; ++i) observer.syllable(syllable(1, 1, -14, 0.2));
  CHECK(int{observer.silence().context} == 3);
}

TEST_CASE("a microphone that is 20 dB quieter changes no symbol", "[observations]") {
  Observer loud(kStatistics, Gain::Unknown);
  Observer quiet(kStatistics, Gain::Unknown);
  for (int i = 0; i < 100; ++i) {
    const double level_db = -20 + 6 * std::sin(i);
    const auto one = loud.syllable(syllable(1, 1, level_db, 0.2));
    const auto other = quiet.syllable(syllable(1, 1, level_db - 20, 0.2));
    CAPTURE(i);
    CHECK(one == other);
  }
}

}  // namespace kine::speech::observations_test
