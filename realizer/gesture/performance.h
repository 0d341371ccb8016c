// A section of the body moves while somebody speaks: which recorded segment starts when.
//
//   what was heard, the pose that stands there --perform--> the segment that starts now, if any
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "realizer/core/random.h"
#include "realizer/gesture/motion_model.h"
#include "realizer/gesture/repertoire.h"
#include "realizer/gesture/section.h"
#include "realizer/pose/pose.h"

namespace kine::gesture {

/// What was heard at a time.
struct HeardNow {
  std::uint8_t symbol = 0;   // below kSymbols
  std::uint8_t context = 0;  // below kContexts
  double known_s = 0;        // when it was known, on the clock of the moments

  /// When the syllable that has begun is loudest, where that is known before it is heard.
  std::optional<double> next_peak_s = {};

  friend bool operator==(const HeardNow&, const HeardNow&) = default;
};

/// What is kept of a section. Times are on the clock of the moments.
struct Performance {
  SectionState state;
  std::optional<std::size_t> segment = {};  // that is played
  Termination why = Termination::None;      // it began
  double began_s = 0;                       // it, …
  double ends_s = 0;                        // … and when it is over
  double speed = 1;                         // at which it is played
  double stroke_s = 0;                      // when its stroke is over: it is not cut before
  bool quiet = false;                       // silence was heard last
  std::optional<double> still_s = {};       // since when there was no stroke
  std::optional<double> heard_s = {};       // when the last observation was known
  std::uint64_t draws = 0;                  // how often something was drawn

  friend bool operator==(const Performance&, const Performance&) = default;
};

Performance first_performance(const SectionRepertoire& repertoire);

/// A moment of a section.
struct PerformedMoment {
  const SectionRepertoire& repertoire;
  const Profile& profile;
  double now_s = 0;                 // later than the moment before
  std::span<const HeardNow> heard;  // known since that moment, in order
  const pose::Pose& shown;          // as it stands there

  /// When syllables to come are loudest, as far as that is known: strokes are played so fast or
  /// slowly that they end there. Empty: all is played as recorded.
  std::span<const double> peaks_s = {};
};

/// The segment that starts at this moment; nothing where another one goes on, or nothing was heard
/// yet. One starts when what it follows was known or came to its end, though it is seen from this
/// moment on. So a rate of moments decides neither
/// which motion starts nor when; which of its segments is near depends on the pose that is shown.
///
/// By the profile nothing starts in silence: a segment that ends there stands at its end until
/// somebody speaks. And arms whose speaker goes on without a stroke make one.
///
/// `purpose`: of its random numbers. Their tick is the number of the draw, so that they are the
/// same at any rate of moments.
std::optional<std::size_t> perform(const PerformedMoment& moment, Random::Key purpose,
                                   Performance& performance);

}  // namespace kine::gesture
