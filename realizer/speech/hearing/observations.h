// What a syllable is like beside those before it: one of 36 symbols, and one of four levels of
// what lies behind (Levine, Theobalt and Koltun 2009).
//
//   SyllableBounds, f0 ──features_of──▶ SyllableFeatures ──Observer──▶ Observation
//
// Mean and deviation go on from those of training, which weigh as much as 30 syllables.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "realizer/core/time.h"

namespace kine::speech {

struct SyllableFeatures {
  std::optional<float> f0_hz =
      {};               // of the voiced frame next to the nucleus; empty: none within 50 ms
  double rise_st = 0;   // the largest rise, in semitones, 0 or more …
  double fall_st = 0;   // … and the largest fall, 0 or more
  double level_db = 0;  // at the peak
  Seconds duration{0};

  friend bool operator==(const SyllableFeatures&, const SyllableFeatures&) = default;
};

/// The largest rise and fall of f0 from one frame to any later one, each the mean of its voiced
/// neighbours and itself.
struct PitchMoves {
  double rise_st = 0;
  double fall_st = 0;
};
PitchMoves moves_of(std::span<const std::optional<float>> f0_hz);

struct MeanAndDeviation {
  double mean = 0;
  double deviation = 1;

  friend bool operator==(const MeanAndDeviation&, const MeanAndDeviation&) = default;
};

/// What syllables of training are like. Those by default are of 411 that espeak's English voice
/// said.
struct ProsodyStatistics {
  MeanAndDeviation rise_st{0.5, 0.7};
  MeanAndDeviation fall_st{1, 1.2};
  MeanAndDeviation level_db{-18.5, 3.2};
  MeanAndDeviation duration_s{0.16, 0.055};
  MeanAndDeviation context_db{-18.5, 0.9};  // of the mean of eight levels

  friend bool operator==(const ProsodyStatistics&, const ProsodyStatistics&) = default;
};

/// The context of a syllable is how loud the last eight were, or those that there are.
class RecentLevels {
 public:
  /// Their mean with this one.
  double push(double level_db);

 private:
  static constexpr std::size_t kCount = 8;

  std::array<double, kCount> levels_db_{};  // in any order
  std::size_t pushed_ = 0;
};

/// Mean and deviation of what has come so far (Welford 1962), after a seed of so many values. One
/// with no weight for its mean tells the deviation alone: the first value is the mean then.
class RunningStatistics {
 public:
  static constexpr double kSeedWeight = 30;

  explicit RunningStatistics(MeanAndDeviation seed, double mean_weight = kSeedWeight);

  void push(double value);
  double mean() const { return mean_; }
  double deviation() const;

 private:
  double count_ = kSeedWeight;
  double mean_count_;  // of the values that the mean counts
  double mean_;
  double squares_;  // the sum of squared differences from the mean
};

enum class HeardIntensity : std::uint8_t { Silence, Standard, High };
enum class HeardLength : std::uint8_t { Short, Normal, Long };

struct Observation {
  static constexpr std::size_t kSymbols = 36;

  bool rises = false;  // more than a deviation above the mean
  bool falls = false;
  HeardIntensity intensity = HeardIntensity::Standard;  // High: half a deviation above the mean
  HeardLength length = HeardLength::Normal;  // Long: one above the mean; Short: half a one below
  std::uint8_t context = 0;  // the quarter in which the mean of the last eight levels lies, 0 to 3

  /// Below 36; all but the context.
  std::size_t symbol() const;
  friend bool operator==(const Observation&, const Observation&) = default;
};

/// Whether it is one of the symbols in which nobody speaks.
bool is_silence(std::size_t symbol);

/// "rise fall high long", "standard", "silence": what is not normal, in this order.
std::string words_of(const Observation& observation);

/// Whether levels are those of training. A microphone has a gain of its own: then training says
/// only how far levels are apart.
enum class Gain : std::uint8_t { Unknown, AsInTraining };

class Observer {
 public:
  Observer(const ProsodyStatistics& training, Gain gain);

  Observation syllable(const SyllableFeatures& features);
  Observation silence() const;

 private:
  RunningStatistics rise_st_;
  RunningStatistics fall_st_;
  RunningStatistics level_db_;
  RunningStatistics duration_s_;
  RunningStatistics context_db_;
  RecentLevels levels_;
  std::uint8_t context_ = 0;
};

}  // namespace kine::speech
