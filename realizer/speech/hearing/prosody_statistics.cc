#include "realizer/speech/hearing/prosody_statistics.h"

#include <cmath>
#include <cstdint>
#include <numeric>

namespace kine::speech {
namespace {

constexpr double kLeast = 1e-9;  // less is rounding

/// Numbers of several takes.
using NumbersOfTakes = std::vector<std::vector<double>>;

enum class Around : std::uint8_t { MeanOfAll, MeanOfEachTake };

double mean_of(const std::vector<double>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
}

MeanAndDeviation pooled(const NumbersOfTakes& takes, Around around, const MeanAndDeviation& usual) {
  std::vector<double> all;
  for (const auto& take : takes) all.insert(all.end(), take.begin(), take.end());
  if (all.empty()) return usual;
  const double mean = mean_of(all);
  double squares = 0;
  for (const auto& take : takes) {
    if (take.empty()) continue;
    const double centre = around == Around::MeanOfAll ? mean : mean_of(take);
    for (const double each : take) squares += (each - centre) * (each - centre);
  }
  const double deviation = std::sqrt(squares / static_cast<double>(all.size()));
  return {.mean = mean, .deviation = deviation > kLeast ? deviation : usual.deviation};
}

template <typename Number>
NumbersOfTakes numbers_of(std::span<const std::vector<Heard>> takes, Number number) {
  NumbersOfTakes numbers;
  for (const auto& take : takes) {
    auto& its = numbers.emplace_back();
    for (const Heard& heard : take) {
      if (heard.kind == Heard::Kind::Syllable) its.push_back(number(heard.features));
    }
  }
  return numbers;
}

/// Each take's levels as those of contexts.
NumbersOfTakes contexts_of(const NumbersOfTakes& levels_db) {
  NumbersOfTakes contexts_db;
  for (const auto& take : levels_db) {
    RecentLevels recent;
    auto& its = contexts_db.emplace_back();
    for (const double level_db : take) its.push_back(recent.push(level_db));
  }
  return contexts_db;
}

}  // namespace

ProsodyStatistics statistics_of(std::span<const std::vector<Heard>> takes) {
  using Features = const SyllableFeatures&;
  const ProsodyStatistics usual;
  const auto rises = numbers_of(takes, [](Features each) { return each.rise_st; });
  const auto falls = numbers_of(takes, [](Features each) { return each.fall_st; });
  const auto levels = numbers_of(takes, [](Features each) { return each.level_db; });
  const auto durations = numbers_of(takes, [](Features each) { return each.duration.count(); });
  return {
      .rise_st = pooled(rises, Around::MeanOfAll, usual.rise_st),
      .fall_st = pooled(falls, Around::MeanOfAll, usual.fall_st),
      .level_db = pooled(levels, Around::MeanOfEachTake, usual.level_db),
      .duration_s = pooled(durations, Around::MeanOfAll, usual.duration_s),
      .context_db = pooled(contexts_of(levels), Around::MeanOfEachTake, usual.context_db),
  };
}

std::vector<Heard> observe_again(std::vector<Heard> take, const ProsodyStatistics& training,
                                 Gain gain) {
  Observer observer(training, gain);
  for (Heard& heard : take) {
    if (heard.kind == Heard::Kind::Syllable) heard.observation = observer.syllable(heard.features);
    if (heard.kind == Heard::Kind::Silence) heard.observation = observer.silence();
  }
  return take;
}

}  // namespace kine::speech
