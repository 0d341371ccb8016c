// Passing: a walk that goes on so that it keeps clear of others, and to where its goal is by now.
//
//   ground keys, a goal, where the others are going to be --walk_clear--> ground keys
//
// What feet have done and are doing stays as it is: a way changes behind the next step that is
// free.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "realizer/math/vec3.h"
#include "realizer/pose/ground_keys.h"

namespace kine::motion {

/// How far one looks ahead on a way: from now on, a spot every RootPath::kStep_s.
inline constexpr std::size_t kForeseenSpots = 51;
using Foreseen = std::array<pose::Spot, kForeseenSpots>;

/// Whom one keeps clear of at once: the nearest.
inline constexpr std::size_t kPassedMax = 16;

/// Somebody else, as one who walks foresees them.
struct Passed {
  Foreseen spots_m;
  std::size_t stands_from = 0;  // the first spot at which they have come to stand
  double clear_m = 0;           // how far to keep from them where they stand …
  double clear_walking_m = 0;   // … and where they walk and give way as well
};

/// The path of all gaits of the keys.
pose::RootPath path_of(const pose::GroundKeys& keys);

/// Where a path leads through at a time; `stands_m` where it has none.
pose::Spot spot_at(const pose::RootPath& path, const pose::Spot& stands_m, double time_s);

struct Outlook {
  double now_s = 0;     // on the keys' own time
  pose::WalkGoal goal;  // of the last gait, from now on
  std::span<const Passed> passed;
};

/// The keys as they go on at a time to their goal, clear of the others as far as that can be.
/// Nothing where they do so already, or nothing that can still be changed is better. Pre: there are
/// goals.
std::optional<pose::GroundKeys> walk_clear(const pose::GroundKeys& keys, const Outlook& seen);

/// How far before its goal a walk from `from` is to stop, so as not to end nearer than so much to a
/// spot.
double short_of_spot_m(const pose::WalkGoal& goal, const Vec3& from, const pose::Spot& spot_m,
                       double clear_m);

}  // namespace kine::motion
