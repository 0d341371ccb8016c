// Recorded motion of a section, cut where slow motion becomes fast or fast motion slow (Levine,
// Theobalt and Koltun 2009, section 5.1, after Fod and others 2002).
//
//   RecordedMotion --compute_activity--> z of each frame --cut_segments--> segments without a gap
#pragma once

#include <cstddef>
#include <vector>

#include "realizer/gesture/body_section.h"

namespace kine::gesture {

/// The frames from `from_frame` on, before `to_frame`.
struct CutSegment {
  std::size_t from_frame = 0;
  std::size_t to_frame = 0;
  bool fast = false;

  friend bool operator==(const CutSegment&, const CutSegment&) = default;
};

/// z, the weighed sum of squares of the joints' angular velocities, in (rad/s)^2. These are
/// smoothed over `smoothing_s` by Hann's window.
std::vector<double> compute_activity(const RecordedMotion& motion, BodySection section,
                                     double smoothing_s);

/// 0.2 s for head and arms; 0.5 s for the lower body, which moves slowly.
double usual_smoothing_s(BodySection section);

/// What is slower is still whatever else there is: some 2 degrees a second.
inline constexpr double kActivityLeast = 1e-3;

/// The z that parts slow from fast: half of what parts the logarithms best (Otsu). kActivityLeast
/// at least, and infinite where nothing moves faster than that.
double compute_threshold(const std::vector<double>& activity);

/// Slow motion becomes fast above `hysteresis` times the threshold, and fast motion slow below the
/// threshold over it.
struct CutSettings {
  double hysteresis = 1.2;      // 1 at least
  double shortest_s = 0.15;     // a segment that is shorter needs the integral of z …
  double integral_share = 0.5;  // … of so much of the mean z for the shortest time
  double still_s = 2;           // a slow segment that is longer is cut in equal parts

  friend bool operator==(const CutSettings&, const CutSettings&) = default;
};

/// Covers all frames. A segment that is too short and too weak belongs to those around it.
std::vector<CutSegment> cut_segments(const std::vector<double>& activity, double rate_hz,
                                     const CutSettings& settings = {});

}  // namespace kine::gesture
