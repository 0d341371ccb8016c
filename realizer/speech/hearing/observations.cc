#include "realizer/speech/hearing/observations.h"

#include <algorithm>
#include <cmath>

namespace kine::speech {
namespace {

constexpr double kSemitones = 12;

// A quarter of a normal distribution lies above this many deviations.
constexpr double kQuarter = 0.6745;

double semitones(float f0_hz) { return kSemitones * std::log2(f0_hz); }

/// The mean of a voiced frame and those of its neighbours that are voiced.
double smoothed_semitones(std::span<const std::optional<float>> f0_hz, std::size_t at) {
  double sum = semitones(*f0_hz[at]);
  double count = 1;
  if (at > 0 && f0_hz[at - 1]) {
    sum += semitones(*f0_hz[at - 1]);
    ++count;
  }
  if (at + 1 < f0_hz.size() && f0_hz[at + 1]) {
    sum += semitones(*f0_hz[at + 1]);
    ++count;
  }
  return sum / count;
}

double mean_weight_of(Gain gain) {
  return gain == Gain::AsInTraining ? RunningStatistics::kSeedWeight : 0;
}

std::uint8_t quarter_of(double value, const RunningStatistics& statistics) {
  const double away = value - statistics.mean();
  const double edge = kQuarter * statistics.deviation();
  return static_cast<std::uint8_t>((away > -edge ? 1 : 0) + (away > 0 ? 1 : 0) +
                                   (away > edge ? 1 : 0));
}

}  // namespace

PitchMoves moves_of(std::span<const std::optional<float>> f0_hz) {
  PitchMoves moves;
  std::optional<double> lowest;
  std::optional<double> highest;
  for (std::size_t i = 0; i < f0_hz.size(); ++i) {
    if (!f0_hz[i]) continue;
    const double here = smoothed_semitones(f0_hz, i);
    lowest = std::min(lowest.value_or(here), here);
    highest = std::max(highest.value_or(here), here);
    moves.rise_st = std::max(moves.rise_st, here - *lowest);
    moves.fall_st = std::max(moves.fall_st, *highest - here);
  }
  return moves;
}

double RecentLevels::push(double level_db) {
  levels_db_[pushed_ % kCount] = level_db;
  ++pushed_;
  double sum = 0;
  const std::size_t count = std::min(pushed_, kCount);
  for (std::size_t i = 0; i < count; ++i) sum += levels_db_[i];
  return sum / static_cast<double>(count);
}

RunningStatistics::RunningStatistics(MeanAndDeviation seed, double mean_weight)
    : mean_count_(mean_weight),
      mean_(seed.mean),
      squares_(seed.deviation * seed.deviation * kSeedWeight) {}

void RunningStatistics::push(double value) {
  ++count_;
  ++mean_count_;
  const double before = value - mean_;
  mean_ += before / mean_count_;
  squares_ += before * (value - mean_);
}

double RunningStatistics::deviation() const { return std::sqrt(squares_ / count_); }

std::size_t Observation::symbol() const {
  std::size_t number = rises ? 1 : 0;
  number = 2 * number + (falls ? 1 : 0);
  number = 3 * number + static_cast<std::size_t>(intensity);
  return 3 * number + static_cast<std::size_t>(length);
}

bool is_silence(std::size_t symbol) {
  return symbol / 3 % 3 == static_cast<std::size_t>(HeardIntensity::Silence);
}

std::string words_of(const Observation& observation) {
  std::string words;
  if (observation.rises) words += "rise ";
  if (observation.falls) words += "fall ";
  if (observation.intensity == HeardIntensity::Silence) words += "silence ";
  if (observation.intensity == HeardIntensity::High) words += "high ";
  if (observation.length == HeardLength::Short) words += "short ";
  if (observation.length == HeardLength::Long) words += "long ";
  if (words.empty()) return "standard";
  words.pop_back();
  return words;
}

Observer::Observer(const ProsodyStatistics& training, Gain gain)
    : rise_st_(training.rise_st),
      fall_st_(training.fall_st),
      level_db_(training.level_db, mean_weight_of(gain)),
      duration_s_(training.duration_s),
      context_db_(training.context_db, mean_weight_of(gain)),
      context_(quarter_of(training.context_db.mean, context_db_)) {}

Observation Observer::syllable(const SyllableFeatures& features) {
  const double duration_s = features.duration.count();
  rise_st_.push(features.rise_st);
  fall_st_.push(features.fall_st);
  level_db_.push(features.level_db);
  duration_s_.push(duration_s);
  const double context_db = levels_.push(features.level_db);
  context_db_.push(context_db);
  context_ = quarter_of(context_db, context_db_);

  Observation observation{.context = context_};
  observation.rises = features.rise_st > rise_st_.mean() + rise_st_.deviation();
  observation.falls = features.fall_st > fall_st_.mean() + fall_st_.deviation();
  if (features.level_db > level_db_.mean() + level_db_.deviation() / 2) {
    observation.intensity = HeardIntensity::High;
  }
  if (duration_s > duration_s_.mean() + duration_s_.deviation()) {
    observation.length = HeardLength::Long;
  } else if (duration_s < duration_s_.mean() - duration_s_.deviation() / 2) {
    observation.length = HeardLength::Short;
  }
  return observation;
}

Observation Observer::silence() const {
  return {.intensity = HeardIntensity::Silence, .context = context_};
}

}  // namespace kine::speech
