// How a sound card far away goes against our clock, and what sets it right.
//
//   when each piece came, and how much sound there was by then --see--> stretch()
//
// The least delay of a few seconds is hardly one of the network. A line through these shows by how
// much the sound card goes wrong. Sound is stretched by that much, so that it goes by our clock: a
// queue of it neither starves nor piles up.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "realizer/core/time.h"

namespace kine::server {

/// Of which the least delay is one point of the line, and how many points make one.
inline constexpr Seconds kDriftWindow{10};
inline constexpr std::size_t kDriftPointsLeast = 3;
inline constexpr std::size_t kDriftPointsMost = 12;

/// Sound cards go wrong by up to 500 parts in a million. More than this is never set right: nobody
/// hears a thousandth.
inline constexpr double kStretchMost = 1'000e-6;

/// What has gathered is set right within about so long.
inline constexpr Seconds kDriftSettles{30};

class ClockDrift {
 public:
  /// By `now` so much sound had come, and so much had been made of it. Neither ever decreases.
  void see(Seconds sound, Seconds stretched, Seconds now);

  /// Time or sound was left out: what comes does not go on from there. A sound card goes on as
  /// wrong as before.
  void jump();

  /// By what part the sound that follows is to become longer: within kStretchMost.
  double stretch() const { return stretch_; }

 private:
  struct Point {
    Seconds at{0};
    Seconds delay{0};
  };

  void add_point();

  std::vector<Point> points_;   // the last of them last
  std::optional<Point> least_;  // of the window that goes on
  Seconds window_began_{0};
  double slope_ = 0;
  std::optional<Point> middle_;     // of the line; nothing: there is none yet
  std::optional<Seconds> aligned_;  // the delay of sound that is as long as it should be
  double stretch_ = 0;
};

}  // namespace kine::server
