#include "realizer/gesture/heard_phrases.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "realizer/speech/hearing/hear_all.h"

namespace kine::gesture {
namespace {

constexpr float kHalfRange = 32'768;

/// A stretch of frames of hearing, the last one within it.
struct Frames {
  std::int64_t first = 0;
  std::int64_t last = 0;
};

struct WholeSound {
  std::vector<speech::Heard> syllables;
  std::vector<float> levels_db;  // a frame each
};

Result<WholeSound> hear(const speech::Audio& audio) {
  auto all = speech::hear_all(audio);
  if (!all) return all.error();
  std::erase_if(
      *all, [](const speech::Heard& each) { return each.kind != speech::Heard::Kind::Syllable; });
  WholeSound whole{.syllables = *std::move(all), .levels_db = {}};
  speech::Resampler resampler(audio.rate_hz);
  speech::Intensity intensity;
  const auto push_level = [&](float sample) {
    for (const float resampled : resampler.push(sample)) {
      if (const auto level = intensity.push(resampled)) whole.levels_db.push_back(level->db);
    }
  };
  for (const std::int16_t sample : audio.samples) push_level(sample / kHalfRange);
  for (std::uint32_t i = 0; i < audio.rate_hz / 10; ++i) push_level(0);
  return whole;
}

/// The level that so many of the frames are below. Pre: one at least.
double level_of_share(std::vector<float> values, double share) {
  const auto at = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::ranges::nth_element(values, values.begin() + at);
  return values[static_cast<std::size_t>(at)];
}

// A pause is so far below the syllables. Where the room is louder than that, it is as loud as the
// room or a little more, but still well below the syllables.
constexpr double kPauseBelow_db = 20;
constexpr double kRoomShare = 0.05;
constexpr double kAboveRoom_db = 4;
constexpr double kPauseBelowLeast_db = 10;

/// Stretches that no pause interrupts.
std::vector<Frames> stretches_of(const WholeSound& whole) {
  double syllable_db = 0;
  for (const speech::Heard& each : whole.syllables) syllable_db += each.features.level_db;
  syllable_db /= static_cast<double>(whole.syllables.size());
  const double room_db = level_of_share(whole.levels_db, kRoomShare) + kAboveRoom_db;
  const double pause_db =
      std::clamp(room_db, syllable_db - kPauseBelow_db, syllable_db - kPauseBelowLeast_db);

  std::vector<Frames> stretches;
  for (std::size_t i = 0; i < whole.levels_db.size(); ++i) {
    if (whole.levels_db[i] < pause_db) continue;
    const auto frame = static_cast<std::int64_t>(i);
    const bool goes_on =
        !stretches.empty() && frame - stretches.back().last - 1 < speech::frames_in(kPhrasePause);
    if (goes_on) {
      stretches.back().last = frame;
    } else {
      stretches.push_back({.first = frame, .last = frame});
    }
  }
  return stretches;
}

double moves_st(const speech::Heard& syllable) {
  return std::max(syllable.features.rise_st, syllable.features.fall_st);
}

/// Mean and deviation of what each syllable has, the deviation no less than `least`.
template <typename Of>
speech::MeanAndDeviation spread_of(std::span<const speech::Heard> syllables, double least,
                                   const Of& of) {
  double sum = 0;
  for (const speech::Heard& each : syllables) sum += of(each);
  const auto count = static_cast<double>(syllables.size());
  const double mean = sum / count;
  double squares = 0;
  for (const speech::Heard& each : syllables) squares += std::pow(of(each) - mean, 2);
  return {.mean = mean, .deviation = std::max(least, std::sqrt(squares / count))};
}

/// How far each syllable stands out, in deviations: by its level among those near it, by its length
/// and by how far its pitch moves.
std::vector<double> standing_out(std::span<const speech::Heard> syllables) {
  constexpr Seconds kNear{3};
  constexpr double kOfLevel = 0.6;
  constexpr double kOfLength = 0.35;
  constexpr double kOfMoves = 0.35;
  const auto level_db = [](const speech::Heard& each) { return each.features.level_db; };
  const auto length_s = [](const speech::Heard& each) { return each.features.duration.count(); };
  const auto levels = spread_of(syllables, 1, level_db);
  const auto lengths = spread_of(syllables, 0.02, length_s);
  const auto moves = spread_of(syllables, 0.5, moves_st);

  std::vector<double> all;
  std::size_t from = 0;
  std::size_t to = 0;
  for (const speech::Heard& each : syllables) {
    while (syllables[from].at < each.at - kNear) ++from;
    while (to < syllables.size() && syllables[to].at <= each.at + kNear) ++to;
    const auto near = spread_of(syllables.subspan(from, to - from), 0, level_db);
    all.push_back(kOfLevel * (level_db(each) - near.mean) / levels.deviation +
                  kOfLength * (length_s(each) - lengths.mean) / lengths.deviation +
                  kOfMoves * (moves_st(each) - moves.mean) / moves.deviation);
  }
  return all;
}

// Above it a syllable is stressed.
constexpr double kStressed = 0.25;

/// A plain stressed syllable has a third; one by two deviations is as prominent as can be.
double prominence_of(double stands_out) { return std::clamp(0.2 + 0.4 * stands_out, 0.0, 1.0); }

/// How lively a phrase is beside all.
double arousal_of(std::span<const speech::Heard> phrase, std::span<const speech::Heard> all) {
  constexpr double kLivelier_db = 3;
  constexpr double kLivelier_st = 2;
  constexpr double kOfLevel = 0.8;
  const auto level_db = [](const speech::Heard& each) { return each.features.level_db; };
  const double louder = spread_of(phrase, 0, level_db).mean - spread_of(all, 0, level_db).mean;
  const double varied = spread_of(phrase, 0, moves_st).mean - spread_of(all, 0, moves_st).mean;
  const double livelier = kOfLevel * louder / kLivelier_db + (1 - kOfLevel) * varied / kLivelier_st;
  return std::clamp(0.5 + livelier / 2, 0.0, 1.0);
}

}  // namespace

Result<std::vector<SpokenPhrase>> phrases_heard(const speech::Audio& audio) {
  const auto whole = hear(audio);
  if (!whole) return whole.error();
  const std::span<const speech::Heard> syllables(whole->syllables);
  std::vector<SpokenPhrase> phrases;
  if (syllables.empty()) return phrases;

  const std::vector<double> stand_out = standing_out(syllables);
  const Seconds length = audio.length();
  std::size_t next = 0;
  for (const Frames& stretch : stretches_of(*whole)) {
    const Seconds from = speech::time_of_frame(stretch.first);
    const Seconds to = std::min(length, speech::time_of_frame(stretch.last));
    while (next < syllables.size() && syllables[next].at < from) ++next;  // mumbled in a pause
    const std::size_t first = next;
    SpokenPhrase phrase{.from_s = from.count(), .to_s = to.count()};
    for (; next < syllables.size() && syllables[next].at <= to; ++next) {
      phrase.syllables.push_back({.nucleus_s = syllables[next].at.count(),
                                  .stressed = stand_out[next] > kStressed,
                                  .prominence = prominence_of(stand_out[next])});
    }
    if (phrase.syllables.empty()) continue;
    phrase.arousal = arousal_of(syllables.subspan(first, next - first), syllables);
    phrases.push_back(phrase);
  }
  return phrases;
}

}  // namespace kine::gesture
