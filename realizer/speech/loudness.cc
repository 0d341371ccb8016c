#include "realizer/speech/loudness.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace kine::speech {
namespace {

constexpr double kFullScale = 32'767;

// What lies further below the loudest is a pause.
constexpr double kSpoken_db = 25;

// Windows on either side that a jaw's own inertia takes the mean over: 70 ms in all.
constexpr std::size_t kReach = 3;

constexpr double kGainMin = 0.7;
constexpr double kGainMax = 1.2;

// How many decibels make the whole difference of gain.
constexpr double kGainPer_db = 1.0 / 40;

double decibels_of(const Audio& audio, std::size_t begin, std::size_t end) {
  double sum = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const double sample = audio.samples[i] / kFullScale;
    sum += sample * sample;
  }
  if (sum == 0) return kQuietest_db;
  return std::max(kQuietest_db, 10 * std::log10(sum / static_cast<double>(end - begin)));
}

/// The mean of what is no pause.
double spoken_db(const std::vector<double>& db) {
  const double loudest = std::ranges::max(db);
  double sum = 0;
  double count = 0;
  for (const double each : db) {
    if (each < loudest - kSpoken_db) continue;
    sum += each;
    ++count;
  }
  return sum / count;
}

}  // namespace

double Loudness::at(Seconds time) const {
  if (db.empty()) return kQuietest_db;
  const double place = time / kWindow - 0.5;
  if (place <= -1 || place >= static_cast<double>(db.size())) return kQuietest_db;
  const double inside = std::clamp(place, 0.0, static_cast<double>(db.size() - 1));
  const auto before = static_cast<std::size_t>(inside);
  const std::size_t after = std::min(before + 1, db.size() - 1);
  return std::lerp(db[before], db[after], inside - static_cast<double>(before));
}

Loudness loudness_of(const Audio& audio) {
  Loudness loudness;
  if (audio.rate_hz == 0) return loudness;
  const double samples_a_window = Loudness::kWindow.count() * audio.rate_hz;
  for (std::size_t window = 0;; ++window) {
    const auto edge = [&](std::size_t at) {
      return static_cast<std::size_t>(std::lround(static_cast<double>(at) * samples_a_window));
    };
    const std::size_t begin = edge(window);
    const std::size_t end = std::min(edge(window + 1), audio.samples.size());
    if (begin >= audio.samples.size()) return loudness;
    loudness.db.push_back(begin < end ? decibels_of(audio, begin, end) : kQuietest_db);
  }
}

std::vector<double> mouth_gains(const Loudness& loudness) {
  std::vector<double> gains;
  if (loudness.db.empty()) return gains;
  const double mean = spoken_db(loudness.db);
  for (std::size_t i = 0; i < loudness.db.size(); ++i) {
    const std::size_t begin = i < kReach ? 0 : i - kReach;
    const std::size_t end = std::min(i + kReach + 1, loudness.db.size());
    double sum = 0;
    for (std::size_t j = begin; j < end; ++j) {
      sum += std::clamp(1 + (loudness.db[j] - mean) * kGainPer_db, kGainMin, kGainMax);
    }
    gains.push_back(sum / static_cast<double>(end - begin));
  }
  return gains;
}

}  // namespace kine::speech
