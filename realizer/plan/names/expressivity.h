// The four numbers that say in which manner something is done (Pohl 2010, section 3.1).
#pragma once

#include <algorithm>

namespace kine::plan {

/// Each in [-1, 1]; 0 changes nothing.
struct Expressivity {
  double spatial_extent = 0;   // how much room it takes
  double temporal_extent = 0;  // how much time it takes
  double power = 0;            // loose to forceful
  double fluidity = 0;         // halting to flowing

  friend bool operator==(const Expressivity&, const Expressivity&) = default;
};

/// Both at once, each sum kept within [-1, 1].
inline Expressivity operator+(const Expressivity& a, const Expressivity& b) {
  const auto sum = [](double x, double y) { return std::clamp(x + y, -1.0, 1.0); };
  return {.spatial_extent = sum(a.spatial_extent, b.spatial_extent),
          .temporal_extent = sum(a.temporal_extent, b.temporal_extent),
          .power = sum(a.power, b.power),
          .fluidity = sum(a.fluidity, b.fluidity)};
}

}  // namespace kine::plan
