// Lengths and times as people read them: three digits and the unit that suits.
#pragma once

#include <string>

#include "realizer/core/time.h"

namespace kine::formats {

/// `value` with three digits and no needless ones: "0.05", "12.5", "240".
std::string three_digits(double value);

/// "5 mm", "1.25 cm", "1.2 m".
std::string length_text(double length_m);

/// "13.5 ms", "1.2 s".
std::string time_text(Seconds time);

}  // namespace kine::formats
