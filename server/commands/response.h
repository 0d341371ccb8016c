// `kinesphere response`: what a tension does to motion, in numbers and as a page of plots.
#pragma once

#include <iosfwd>
#include <string>

#include "realizer/math/tension.h"

namespace CLI {
class App;
}

namespace kine::server {

/// A hand that throws a ball comes to 20 m / s; gestures stay far below.
inline constexpr double kTargetSpeedMin_m_s = 0.001;
inline constexpr double kTargetSpeedMax_m_s = 20;

struct ResponseOptions {
  Tension tension;       // valid
  double speed_m_s = 1;  // of the target, from kTargetSpeedMin_m_s to kTargetSpeedMax_m_s
  std::string output;    // a file with the page as SVG; empty: none
};

/// Writes lag, overshoot and so on, a line each; a warning where people find such motion unnatural.
/// 1 if the page could not be written.
int response(const ResponseOptions& options, std::ostream& output, std::ostream& messages);

void add_response(CLI::App& program, int& exit_code);

}  // namespace kine::server
