// The times of keys as a tick reads them: floats that strictly increase, whatever rounding made of
// the times of a plan.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "realizer/core/time.h"

namespace kine::motion {

/// The least time between two keys: far less than a tick, and enough to divide by.
inline constexpr float kKeyGap_s = 1e-4F;

/// `time`, or the first moment after `before_s` where it is not later.
inline float key_time_after(float before_s, Seconds time) {
  const float next = std::nextafter(before_s, std::numeric_limits<float>::infinity());
  return std::max({static_cast<float>(time.count()), before_s + kKeyGap_s, next});
}

/// When the key stands that a motion is bound with: at the entry, or just before a first key that
/// asks to be reached at once.
inline float entry_time_before(float first_key_s, Seconds entry) {
  const float before = std::nextafter(first_key_s, -std::numeric_limits<float>::infinity());
  return std::min({static_cast<float>(entry.count()), first_key_s - kKeyGap_s, before});
}

}  // namespace kine::motion
