// Sound as it comes over a network: pieces that may be late, missing, or there twice.
//
//   pieces, each with the number of its first sample --take--> samples without a gap, by our clock
//
// What is missing is silence. Sound that is late is not heard any more, so that a character does
// not move by what was said long ago. A sound card that goes wrong is set right (clock_drift.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "realizer/core/time.h"
#include "server/listening/clock_drift.h"
#include "server/listening/stretched_sound.h"

namespace kine::server {

/// Silence that stands for a gap, at most: what comes after a longer one goes on from there. All
/// silence together is no longer than the time that has passed, and so much.
inline constexpr Seconds kGapMost{0.5};

/// Sound that comes later than this, against the quickest of its stream, is silence.
inline constexpr Seconds kLateMost{0.2};

/// Where all sound is late for so long, it was its clock that stood still: no more of it is late.
inline constexpr Seconds kLateForGood{1};

/// How much faster or slower than ours a clock may go for that.
inline constexpr double kClockDrift = 500e-6;

class IncomingSound {
 public:
  /// Pre: rate_hz is above 0.
  explicit IncomingSound(std::uint32_t rate_hz) : rate_hz_(rate_hz) {}

  /// The samples that are to be heard now, 1 at full scale; valid until the next call. `now`: since
  /// whatever moment, never earlier than before.
  std::span<const float> take(std::uint64_t first_sample, std::span<const std::int16_t> samples,
                              Seconds now);

  /// Whether all of a piece has been there.
  bool has_had(std::uint64_t first_sample, std::size_t count) const {
    return begun_ && first_sample < next_ && next_ - first_sample >= count;
  }

  /// Whether something is missing before it.
  bool is_gap(std::uint64_t first_sample) const { return begun_ && first_sample > next_; }

  /// Counts, in samples.
  struct Losses {
    std::uint64_t missing = 0;   // never came, or too late to be put in their place
    std::uint64_t late = 0;      // came more than kLateMost late
    std::uint64_t repeated = 0;  // had been there

    friend bool operator==(const Losses&, const Losses&) = default;
  };
  const Losses& losses() const { return losses_; }

  /// Of all that was handed on.
  Seconds length() const { return Seconds(static_cast<double>(given_) / rate_hz_); }

 private:
  bool is_late(std::uint64_t first_sample, Seconds now);
  void stand_for_gap(std::uint64_t first_sample, Seconds now);
  void stretch(Seconds now);

  std::uint32_t rate_hz_;
  bool begun_ = false;
  std::uint64_t first_ = 0;  // of the stream
  std::uint64_t next_ = 0;   // the number of the sample that is to come
  Seconds began_{0};
  Seconds least_delay_{0};             // against which a piece is late
  std::optional<Seconds> late_since_;  // nothing: the last piece was not
  Seconds measured_{0};                // when that was
  std::uint64_t whole_ = 0;            // samples, of sound and of the silence of gaps …
  std::uint64_t given_ = 0;            // … and what was handed on of them, stretched
  ClockDrift drift_;
  StretchedSound stretched_;
  Losses losses_;
  std::vector<float> whole_now_;
  std::vector<float> out_;
};

}  // namespace kine::server
