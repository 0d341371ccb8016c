#include "server/listening/incoming_sound.h"

#include <algorithm>

#include "realizer/core/pcm16.h"

namespace kine::server {
/// How long after its time a piece came, by the stream's own count of samples. The least of it is
/// what the network takes; a clock that goes slower than ours lets it grow.
bool IncomingSound::is_late(std::uint64_t first_sample, Seconds now) {
  const Seconds due(static_cast<double>(first_sample - first_) / rate_hz_);
  const Seconds delay = now - began_ - due;
  least_delay_ = std::min(delay, least_delay_ + kClockDrift * (now - measured_));
  measured_ = now;
  if (delay <= least_delay_ + kLateMost) {
    late_since_.reset();
  } else if (now - late_since_.value_or(now) > kLateForGood) {
    least_delay_ = delay;
    late_since_.reset();
    drift_.jump();
  } else if (!late_since_) {
    late_since_ = now;
  }
  return late_since_.has_value();
}

void IncomingSound::stand_for_gap(std::uint64_t first_sample, Seconds now) {
  const std::uint64_t missing = first_sample - next_;
  const auto most = static_cast<std::uint64_t>(kGapMost.count() * rate_hz_);
  const auto due = static_cast<std::uint64_t>((now - began_ + kGapMost).count() * rate_hz_);
  losses_.missing += missing;
  const std::uint64_t silent = std::min({missing, most, due - std::min(due, given_)});
  if (silent < missing) drift_.jump();
  whole_now_.resize(silent, 0.0F);
  next_ = first_sample;
}

/// What has come now, to go by our clock.
void IncomingSound::stretch(Seconds now) {
  whole_ += whole_now_.size();
  drift_.see(Seconds(static_cast<double>(whole_) / rate_hz_),
             Seconds(static_cast<double>(given_ + whole_now_.size()) / rate_hz_), now);
  for (const float sample : whole_now_) stretched_.push(sample, drift_.stretch(), out_);
  given_ += out_.size();
}

std::span<const float> IncomingSound::take(std::uint64_t first_sample,
                                           std::span<const std::int16_t> samples, Seconds now) {
  out_.clear();
  whole_now_.clear();
  if (!begun_) {
    begun_ = true;
    first_ = next_ = first_sample;
    began_ = measured_ = now;
  }
  if (first_sample < next_) {
    const std::uint64_t known = std::min<std::uint64_t>(next_ - first_sample, samples.size());
    losses_.repeated += known;
    samples = samples.subspan(known);
    if (samples.empty()) return out_;
    first_sample = next_;
  }
  const bool late = is_late(first_sample, now);
  if (first_sample > next_) stand_for_gap(first_sample, now);
  for (const std::int16_t sample : samples) {
    whole_now_.push_back(late ? 0.0F : amplitude_of(sample));
  }
  if (late) losses_.late += samples.size();
  next_ += samples.size();
  stretch(now);
  return out_;
}

}  // namespace kine::server
