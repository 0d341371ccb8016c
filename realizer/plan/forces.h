// What pulls at the body of a character from outside while a block plays.
#pragma once

#include <limits>
#include <vector>

#include "realizer/body/body.h"
#include "realizer/core/time.h"
#include "realizer/math/vec3.h"

namespace kine::plan {

/// A force on a joint, from outside. Only muscles feel it.
struct Push {
  Seconds start{0};     // from the block's start
  Seconds duration{0};  // above 0
  body::Joint joint = body::Joint::UpperChest;
  Vec3 force_N;           // in the axes of the character
  bool expected = false;  // muscles brace before it comes

  friend bool operator==(const Push&, const Push&) = default;
};

/// A mass in a hand. Only muscles feel it.
struct Load {
  Seconds start{0};  // from the block's start
  Seconds end{0};    // kUntilEnd: as long as the block plays
  body::Side hand = body::Side::Right;
  double mass_kg = 0;
  double believed_kg = 0;  // what the muscles hold against

  friend bool operator==(const Load&, const Load&) = default;
};
inline constexpr Seconds kUntilEnd{std::numeric_limits<double>::infinity()};

/// What pulls at the body of a character while the block plays.
struct Forces {
  std::vector<Push> pushes = {};  // in the order of their start
  std::vector<Load> loads = {};   // the same

  bool empty() const { return pushes.empty() && loads.empty(); }

  friend bool operator==(const Forces&, const Forces&) = default;
};

/// When the last load that says it ends has ended, and a body that was pushed has come to rest.
Seconds end_of(const Forces& forces);

}  // namespace kine::plan
