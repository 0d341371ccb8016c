// When a recorded segment has its stroke: where its fastest movement comes to rest. And how fast it
// is to be played so that it does so when a syllable is loudest.
//
//   RecordedTurns --stroke_time--> time of the stroke's end --speed_to_meet--> speed
#pragma once

#include <optional>
#include <span>

#include "realizer/core/time.h"
#include "realizer/gesture/body_section.h"
#include "realizer/pose/recorded_turns.h"

namespace kine::gesture {

/// How much slower or faster than it was recorded a segment may be played.
inline constexpr double kSlowest = 0.7;
inline constexpr double kFastest = 1.4;

/// From the start of the segment; nothing where it hardly moves.
std::optional<Seconds> stroke_time(const pose::RecordedTurns& turns, BodySection section);

/// The fastest turn of any of its joints.
double fastest_rad_s(const pose::RecordedTurns& turns);

/// By which a segment that starts now has its stroke at one of `peaks_s`, the nearest to 1 and no
/// more than `fastest`; nothing where none can be met. `peaks_s` and `now_s` are on one clock.
std::optional<double> speed_to_meet(std::span<const double> peaks_s, double now_s, Seconds stroke,
                                    double fastest = kFastest);

}  // namespace kine::gesture
