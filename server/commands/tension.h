// `kinesphere tension IN.bvh -o OUT.bvh`: mass trackers on the arms of captured motion.
#pragma once

#include <iosfwd>
#include <string>

#include "realizer/prepare/captured.h"

namespace CLI {
class App;
}

namespace kine::server {

struct TensionOptions {
  std::string input;           // a file; "-" is standard input
  std::string output;          // a file, which may be the same
  plan::TensionManner manner;  // a tension in every phase
  plan::ArmSet arms = plan::ArmSet::Both;
  bool strict = false;  // whether a warning is a failure, and nothing is written
  std::string phases;   // a file; empty: found from the wrists' speed, and written to `output`
};

/// 1 if a file cannot be read or written, or no arm is found, else 0.
int tension(const TensionOptions& options, std::ostream& output, std::ostream& messages);

void add_tension(CLI::App& program, int& exit_code);

}  // namespace kine::server
