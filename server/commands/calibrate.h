// `kinesphere calibrate`: how far a push turns each joint of a body at each tension of its muscles,
// in numbers and as a page of plots.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include "realizer/body/skeleton.h"
#include "realizer/dynamics/physical/calibration.h"

namespace CLI {
class App;
}

namespace kine::server {

struct CalibrateOptions {
  std::string body = "ada";                          // its name
  std::string bodies;                                // a folder; empty: none but our own
  std::optional<body::Joint> joint;                  // nothing: all that muscles move
  double force_N = dynamics::physical::kFirmPush_N;  // above 0
  std::string output;                                // a file that ends in .svg; empty: none
};

/// Writes a row a degree of freedom. 1 if there is no such body or joint, no engine, or the page
/// could not be written; else 0.
int calibrate(const CalibrateOptions& options, std::ostream& output, std::ostream& messages);

void add_calibrate(CLI::App& program, int& exit_code);

}  // namespace kine::server
