// Somebody speaks, and what is heard of it comes out as it is heard.
//
//   samples --Resampler--> PitchTracker, Intensity --SyllableDetector--> Observer --> Heard
//
// Samples are taken one by one, so the events are the same, bit for bit, however sound is cut into
// chunks. What is kept is bounded, however long the sound. Not for two threads at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "realizer/core/result.h"
#include "realizer/core/time.h"
#include "realizer/speech/hearing/intensity.h"
#include "realizer/speech/hearing/observations.h"
#include "realizer/speech/hearing/pitch_tracker.h"
#include "realizer/speech/hearing/resampler.h"
#include "realizer/speech/hearing/syllable_detector.h"

namespace kine::speech {

/// Something was heard. Times count from the first sample.
struct Heard {
  enum class Kind : std::uint8_t {
    Peak,      // a syllable begins that may have its nucleus here: time to move
    Syllable,  // one has ended: what it was like is known
    Silence,   // nobody has spoken for 0.35 s
  };

  Kind kind = Kind::Peak;
  Seconds at{0};                  // of the nucleus, or of the last frame that is silent
  std::uint64_t found_after = 0;  // samples of the input that it took
  Seconds found{0};               // the time of the last of them
  SyllableFeatures features{};    // of a syllable
  Observation observation{};      // of a syllable, or of silence

  friend bool operator==(const Heard&, const Heard&) = default;
};

/// Samples that were not taken as they came.
struct BadSamples {
  std::uint64_t not_finite = 0;  // taken as silence
  std::uint64_t clipped = 0;     // outside of [-1, 1], and taken as the nearest within

  friend bool operator==(const BadSamples&, const BadSamples&) = default;
};

class Hearing {
 public:
  struct Options {
    std::uint32_t rate_hz = 16'000;
    SyllableDetector::Options detector = {};
    ProsodyStatistics training = {};
    Gain gain = Gain::Unknown;
  };

  /// An error where the rate is not one from 8,000 to 48,000 Hz.
  static Result<Hearing> make(const Options& options);

  /// One channel, 1 at full scale. What was heard is valid until the next call.
  std::span<const Heard> push(std::span<const float> samples);

  /// As if the sound went on with silence, until the last syllable has ended. More sound may
  /// follow.
  std::span<const Heard> finish();

  const BadSamples& bad_samples() const { return bad_; }

 private:
  static constexpr std::int64_t kKept = 256;  // frames of f0; the detector looks back 130

  explicit Hearing(const Options& options);

  void take(float sample);
  void take_resampled(float sample);
  void take_step(const SyllableStep& step);
  SyllableFeatures features_of(const SyllableBounds& bounds) const;
  Heard heard(Heard::Kind kind, std::int64_t frame) const;

  std::uint32_t rate_hz_;
  Seconds longest_wait_;  // of a syllable for its end
  Resampler resampler_;
  PitchTracker pitch_;
  Intensity intensity_;
  SyllableDetector detector_;
  Observer observer_;
  std::array<std::optional<float>, kKept> f0_hz_{};  // frame k at k modulo kKept
  std::int64_t pitch_frames_ = 0;
  std::int64_t levels_ = 0;
  std::uint64_t taken_ = 0;
  bool pending_ = false;  // a peak was found whose syllable has not ended
  BadSamples bad_;
  std::vector<Heard> heard_;
};

}  // namespace kine::speech
