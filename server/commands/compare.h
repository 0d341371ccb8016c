// `kinesphere compare SCRIPT -o FILE.svg`: plays a script in counted time once for each of some
// tensions, and draws the paths of the wrists side by side.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "realizer/core/time.h"
#include "realizer/pictures/paths_page.h"
#include "server/offline/script_part.h"

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
};

/// Of a part that moves a character: without paths as yet.
pictures::PathsComparison comparison_of(const Part& part, TickRate rate);

/// Warnings and errors go to `messages`. The exit code: 1 on an error, else 0.
int compare(const CompareOptions& options, std::ostream& messages);

void add_compare(CLI::App& program, int& exit_code);

}  // namespace kine::server
