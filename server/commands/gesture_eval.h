// `kinesphere gesture-eval [MODEL [CORPUS]]`: how body language scores on speech that it has not
// heard, with all controls.
//
//   .kinemodel, a corpus --evaluate--> a line a profile and control; a .csv
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

#include "server/evaluation/evaluation_takes.h"

namespace CLI {
class App;
}

namespace kine::server {

struct GestureEvalOptions {
  std::string model = {};            // a .kinemodel; empty: the program's own
  std::string corpus = {};           // a folder that `corpus` wrote; empty: made on the spot …
  double minutes = kHeldOutMinutes;  // … so much of it
  std::vector<std::string> profiles = {"default", "levine2009"};
  std::size_t seeds = 5;  // 1 to kEvaluationSeedsMax
  std::string csv;        // a file; empty: none
};

inline constexpr std::size_t kEvaluationSeedsMax = 100;

/// 1 where the model or the corpus cannot be read, or a profile is unknown; `messages` say so.
int gesture_eval(const GestureEvalOptions& options, std::ostream& output, std::ostream& messages);

void add_gesture_eval(CLI::App& program, int& exit_code);

}  // namespace kine::server
