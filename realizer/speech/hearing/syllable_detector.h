// Where syllables are: peaks of intensity that are voiced, from valley to valley (after Maeran
// 1997).
//
//   levels and voicing of frames --push--> a peak was found · a syllable ended · it is silent
//
// A syllable ends when the peak of the next one is found, when silence comes, or a second after
// its own peak. So nothing waits for ever, and what is kept is bounded.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "realizer/core/time.h"

namespace kine::speech {

/// Frames of the grid of hearing. Invariant: begin <= nucleus <= end.
struct SyllableBounds {
  std::int64_t begin = 0;
  std::int64_t nucleus = 0;  // the loudest
  std::int64_t end = 0;
  float peak_db = 0;

  friend bool operator==(const SyllableBounds&, const SyllableBounds&) = default;
};

/// What a frame brings, in this order.
struct SyllableStep {
  std::optional<SyllableBounds> ended = {};  // the syllable before
  std::optional<std::int64_t> peak = {};     // where the one that begins may have its nucleus
  bool silence = false;

  friend bool operator==(const SyllableStep&, const SyllableStep&) = default;
};

class SyllableDetector {
 public:
  struct Options {
    double rise_db = 2;           // above the valley: a peak may come; 2 to 3
    double fall_db = 2;           // below the peak: it is over
    double range_db = 25;         // below the loudest so far: what is quieter is silent
    double decay_db = 0.02;       // by which the loudest so far fades, a frame
    double loudest_min_db = -50;  // quieter sound is never the loudest
    Seconds side_max{0.3};        // from a nucleus to a bound of its syllable
    Seconds silence{0.35};        // until silence is said, and again and again
    Seconds wait_max{1};          // of a syllable for the next peak
  };

  SyllableDetector() : SyllableDetector(Options{}) {}
  explicit SyllableDetector(const Options& options);

  /// Of the frame after the last one that was pushed; each of the two counts for itself.
  SyllableStep push_level(float db);
  SyllableStep push_voicing(bool voiced);

 private:
  static constexpr std::int64_t kKept = 256;  // frames; more than wait_max and twice side_max

  struct Peak {
    std::int64_t frame = 0;
    float db = 0;
  };
  struct Pending {
    Peak nucleus = {};
    std::int64_t begin = 0;
    std::int64_t announced = 0;  // the frame of the peak as it was found
  };

  float& level_of(std::int64_t frame) { return levels_[static_cast<std::size_t>(frame % kKept)]; }
  void follow_peak(std::int64_t frame, float db);
  SyllableStep find_peak();
  SyllableStep listen_for_silence(std::int64_t frame, float db);
  std::optional<SyllableBounds> take_pending(std::int64_t until);
  std::int64_t begin_of(std::int64_t nucleus);
  std::int64_t end_of(std::int64_t nucleus, std::int64_t until);

  Options options_;
  std::array<float, kKept> levels_{};
  std::array<bool, kKept> voiced_{};
  std::int64_t level_count_ = 0;
  std::int64_t voicing_count_ = 0;

  double loudest_db_;
  double valley_db_ = 0;           // the lowest since the last peak closed
  std::optional<Peak> open_ = {};  // the loudest since the level rose; empty in a valley
  bool found_ = false;             // the open peak was announced
  std::optional<Peak> turned_ =
      {};  // the level has gone down behind it; whether it is voiced is open
  std::optional<Pending> pending_ = {};
  std::int64_t last_nucleus_ = -1;
  std::int64_t quiet_frames_ = 0;  // without a break, since silence was last said
};

}  // namespace kine::speech
