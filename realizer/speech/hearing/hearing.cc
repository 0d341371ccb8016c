#include "realizer/speech/hearing/hearing.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "realizer/core/assert.h"
#include "realizer/core/number.h"
#include "realizer/speech/hearing/frame_grid.h"

namespace kine::speech {
namespace {

// Frames from a nucleus in which its f0 is looked for: 50 ms.
constexpr std::int64_t kF0Reach = 5;

// What is still on its way through the filters, and more.
constexpr Seconds kOnItsWay{0.5};

}  // namespace

Result<Hearing> Hearing::make(const Options& options) {
  if (options.rate_hz < kHearingRateMin_hz || options.rate_hz > kHearingRateMax_hz) {
    return Error{.code = ErrorCode::OutOfRange,
                 .message = "sound has from " + std::to_string(kHearingRateMin_hz) + " to " +
                            std::to_string(kHearingRateMax_hz) + " samples a second, and not " +
                            kine::quoted(std::to_string(options.rate_hz))};
  }
  return Hearing(options);
}

Hearing::Hearing(const Options& options)
    : rate_hz_(options.rate_hz),
      longest_wait_(options.detector.wait_max),
      resampler_(options.rate_hz),
      detector_(options.detector),
      observer_(options.training, options.gain) {}

std::span<const Heard> Hearing::push(std::span<const float> samples) {
  heard_.clear();
  for (const float sample : samples) take(sample);
  return heard_;
}

std::span<const Heard> Hearing::finish() {
  heard_.clear();
  const Seconds tail_s = longest_wait_ + kOnItsWay;
  const auto tail = static_cast<std::uint64_t>(tail_s.count() * rate_hz_);
  // What is still on its way through the filters, and then on until nothing waits.
  for (std::uint64_t i = 0; i < tail && (pending_ || i < rate_hz_ / 10); ++i) take(0);
  return heard_;
}

void Hearing::take(float sample) {
  ++taken_;
  if (!std::isfinite(sample)) {
    ++bad_.not_finite;
    sample = 0;
  } else if (std::abs(sample) > 1) {
    ++bad_.clipped;
    sample = std::clamp(sample, -1.0F, 1.0F);
  }
  for (const float resampled : resampler_.push(sample)) take_resampled(resampled);
}

void Hearing::take_resampled(float sample) {
  if (const auto pitch = pitch_.push(sample)) {
    f0_hz_[static_cast<std::size_t>(pitch->frame % kKept)] = pitch->f0_hz;
    pitch_frames_ = pitch->frame + 1;
    take_step(detector_.push_voicing(pitch->f0_hz.has_value()));
  }
  if (const auto level = intensity_.push(sample)) {
    levels_ = level->frame + 1;
    take_step(detector_.push_level(level->db));
  }
}

void Hearing::take_step(const SyllableStep& step) {
  if (step.ended) {
    Heard syllable = heard(Heard::Kind::Syllable, step.ended->nucleus);
    syllable.features = features_of(*step.ended);
    syllable.observation = observer_.syllable(syllable.features);
    heard_.push_back(syllable);
    pending_ = false;
  }
  if (step.peak) {
    heard_.push_back(heard(Heard::Kind::Peak, *step.peak));
    pending_ = true;
  }
  if (step.silence) {
    heard_.push_back(heard(Heard::Kind::Silence, levels_ - 1));
    heard_.back().observation = observer_.silence();
  }
}

SyllableFeatures Hearing::features_of(const SyllableBounds& bounds) const {
  const auto f0_of = [&](std::int64_t frame) {
    const bool known = frame >= 0 && frame < pitch_frames_;
    return known ? f0_hz_[static_cast<std::size_t>(frame % kKept)] : std::optional<float>();
  };
  // In one piece: at most 0.3 s on either side of the nucleus.
  std::array<std::optional<float>, kKept> within{};
  const auto length = static_cast<std::size_t>(bounds.end - bounds.begin + 1);
  KINE_ASSERT(length <= within.size());
  for (std::size_t i = 0; i < length; ++i) {
    within[i] = f0_of(bounds.begin + static_cast<std::int64_t>(i));
  }
  const PitchMoves moves = moves_of(std::span(within).first(length));
  SyllableFeatures features{.rise_st = moves.rise_st,
                            .fall_st = moves.fall_st,
                            .level_db = bounds.peak_db,
                            .duration = time_of_frame(bounds.end - bounds.begin)};
  for (std::int64_t away = 0; away <= kF0Reach && !features.f0_hz; ++away) {
    features.f0_hz = f0_of(bounds.nucleus - away);
    if (!features.f0_hz) features.f0_hz = f0_of(bounds.nucleus + away);
  }
  return features;
}

Heard Hearing::heard(Heard::Kind kind, std::int64_t frame) const {
  return {.kind = kind,
          .at = time_of_frame(frame),
          .found_after = taken_,
          .found = Seconds(static_cast<double>(taken_) / rate_hz_)};
}

}  // namespace kine::speech
