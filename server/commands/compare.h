// `kinesphere compare SCRIPT -o FILE.svg`: plays a script in counted time once for each of some
// tensions, or as planned and by muscles, and draws the paths of the wrists side by side.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "realizer/core/time.h"

namespace CLI {
class App;
}

namespace kine::server {

inline constexpr Seconds kCompareLengthMax{60};

struct CompareOptions {
  std::string script;     // a file; "-" is standard input
  std::string output;     // a file that ends in .svg
  std::string character;  // as parse_character reads it; empty: the script's
  std::string clips;      // a folder; empty: none but our own

  /// At least one, at most pictures::kPathsMax: tensions of the script, or manners that everybody
  /// knows. The others are compared with the first.
  std::vector<std::string> tensions = {"off", "tense", "neutral", "loose"};

  /// In place of tensions: as it is planned, and by the muscles that it asks for.
  bool dynamics = false;
};

/// Warnings and errors go to `messages`. The exit code: 1 on an error, else 0.
int compare(const CompareOptions& options, std::ostream& messages);

void add_compare(CLI::App& program, int& exit_code);

}  // namespace kine::server
