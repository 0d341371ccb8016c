// A SpeechTrack as plans hold it: shared and never changed; equal where the tracks are.
#pragma once

#include <concepts>
#include <memory>
#include <utility>

#include "realizer/speech/speech_track.h"

namespace kine::speech {

/// Empty: nothing is said.
class SharedTrack : public std::shared_ptr<const SpeechTrack> {
 public:
  using std::shared_ptr<const SpeechTrack>::shared_ptr;
  SharedTrack(std::shared_ptr<const SpeechTrack> track)
      : std::shared_ptr<const SpeechTrack>(std::move(track)) {}

  template <std::same_as<SharedTrack> Track>
  friend bool operator==(const Track& a, const Track& b) {
    if (a.get() == b.get()) return true;
    return a.get() != nullptr && b.get() != nullptr && *a == *b;
  }
};

}  // namespace kine::speech
