#include "server/live/accounted_voice.h"

#include <algorithm>
#include <cstdint>

#include "realizer/core/limits.h"
#include "server/live/memory_of.h"

namespace kine::server {

Result<speech::SpeechTrack> AccountedVoice::say(const speech::Utterance& utterance) const {
  if (!memory_.counts()) return voice_.say(utterance);
  const std::size_t before = share_.bytes();
  if (auto fits = share_.resize(before + foreseen(utterance)); !fits) return refuse(fits.error());
  auto said = voice_.say(utterance);
  if (said) said->audio.samples.shrink_to_fit();
  const std::size_t bytes = said ? memory_of(*said) : 0;
  if (auto fits = share_.resize(before + bytes); !fits) return refuse(fits.error());
  return said;
}

/// By the time that its text is likely to take; of voices that are not to be heard, and of sound
/// that is there already, nothing.
std::size_t AccountedVoice::foreseen(const speech::Utterance& utterance) const {
  const bool is_made = voice_.name() != speech::silent_voice().name() && voice_.name() != "given";
  if (!is_made) return 0;
  const auto silent = speech::silent_voice().say(utterance);
  if (!silent) return 0;
  const Seconds length = std::min(silent->length, kBlockLengthMax);
  return static_cast<std::size_t>(length.count() * kForeseenRate_hz) * sizeof(std::int16_t);
}

Error AccountedVoice::refuse(const Error& error) const {
  if (!refusal_) refusal_ = error;
  return error;
}

}  // namespace kine::server
