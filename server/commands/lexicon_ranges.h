// How near a gesture brings joints to their limits: the figures of `kinesphere lexicon --ranges`.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "realizer/body/body.h"
#include "realizer/core/time.h"
#include "server/offline/performed_gesture.h"

namespace kine::server {

/// A turn of a joint about one of its axes as a share of its limit on that side: 1 is the limit.
struct JointShare {
  double share = 0;
  body::Joint joint = body::Joint::Hips;
  char axis = 'x';
  Tick at;
};

/// The largest ones of a motion, fingers left out: shapes of hands bend those.
struct LargestShares {
  JointShare of_wrists = {};
  JointShare of_others = {};
};
LargestShares largest_shares(const body::Body& body, std::span<const Frame> frames);

/// More than these is more than a person takes without need.
inline constexpr double kComfortOfWrists = 0.6;
inline constexpr double kComfortOfOthers = 0.85;

/// The line of a table, and the line above its first: gesture, the wrists' share, the others'.
std::string line_of_shares(std::string_view gesture, const LargestShares& shares, TickRate rate);
std::string head_of_shares();

}  // namespace kine::server
