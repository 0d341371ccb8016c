// A body that stood on its own, or fell, goes over to where it is told to be.
//
//   where it was, and where it is wanted --Leaving::share--> where it is told to be
#pragma once

#include <algorithm>
#include <array>

#include "realizer/dynamics/physical/engine.h"
#include "realizer/math/ease.h"

namespace kine::dynamics::physical {

struct Leaving {
  std::array<double, kCoordinatesMax> from = {};  // its coordinates
  bool rolls = false;                             // it fell, and rolls over
  bool steps = false;                             // its feet step to their places …
  int around = 0;  // … and around each other: in front 1, behind -1
  double since_s = 0;
  double waits_s = 0;  // it stays so for a while …
  double over_s = 0;   // … and takes so long to go over

  /// How much of where it was is left.
  double share() const { return is_over() ? 0 : 1 - eased((since_s - waits_s) / over_s); }

  /// The same of its arms, which are there before it rolls far: else they would be under it.
  double share_of_arms() const { return 1 - eased(since_s / (waits_s + over_s / 3)); }
  bool is_over() const { return since_s >= waits_s + over_s; }

  friend bool operator==(const Leaving&, const Leaving&) = default;
};

}  // namespace kine::dynamics::physical
