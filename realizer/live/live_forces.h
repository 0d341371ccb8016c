// Pushes and loads that somebody sets while a character moves: checked here, before any tick.
//
//   what somebody says of a push --make_live_push--> LivePush, an input of the tick
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "realizer/body/body.h"
#include "realizer/core/result.h"
#include "realizer/core/time.h"
#include "realizer/math/vec3.h"
#include "realizer/plan/names/names.h"

namespace kine {

/// A spring from a joint to a place in the world.
struct LiveDrag {
  Vec3 to_m;
  double stiffness_N_m = 500;
  double most_N = 200;  // it pulls no more

  friend bool operator==(const LiveDrag&, const LiveDrag&) = default;
};

/// A force on a joint from now on. Only muscles feel it.
struct LivePush {
  body::Joint joint = body::Joint::UpperChest;
  Seconds duration{0};                // above 0
  Vec3 force_N;                       // in the axes of the character
  std::optional<LiveDrag> drag = {};  // in place of the force

  friend bool operator==(const LivePush&, const LivePush&) = default;
};

/// A mass in a hand from now on. Only muscles feel it.
struct LiveLoad {
  body::Side hand = body::Side::Right;
  double mass_kg = 0;  // 0: nothing is there any more
  double believed_kg = 0;

  friend bool operator==(const LiveLoad&, const LiveLoad&) = default;
};

/// Within the bounds that scripts have too.
bool valid(const LiveDrag& drag);
bool valid(const LivePush& push);
bool valid(const LiveLoad& load);

/// What somebody says of a push.
struct PushWish {
  std::string joint;
  std::vector<double> force_N;  // x, y, z
  double duration_s = 0;

  struct Drag {
    std::vector<double> to_m;  // x, y, z
    std::optional<double> stiffness_N_m = {};
    std::optional<double> most_N = {};
  };
  std::optional<Drag> drag = {};  // in place of a force
};

/// What somebody says of a load.
struct LoadWish {
  body::Side hand = body::Side::Right;
  double mass_kg = 0;
  std::optional<double> believed_kg = {};  // nothing: as heavy as it is
};

/// An error names the field and its bound.
Result<LivePush> make_live_push(const PushWish& wish, const plan::Names& names);
Result<LiveLoad> make_live_load(const LoadWish& wish);

}  // namespace kine
