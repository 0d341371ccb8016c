// `kinesphere stability SCRIPT`: whether the springs of a torso hold what a script asks of it.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include "realizer/core/time.h"

namespace CLI {
class App;
}

namespace kine::server {

struct StabilityOptions {
  std::string script;         // a file; "-" is standard input
  std::string character;      // as parse_character reads it; empty: the script's
  std::string clips;          // a folder; empty: none but our own
  std::optional<Seconds> at;  // of the script; nothing: every tenth of a second, the worst
};

/// Writes a row a degree of freedom: its tension, and the least with which it holds. 0 if they hold
/// the pose, 1 if they do not, or if the script is none that muscles play.
int stability(const StabilityOptions& options, std::ostream& output, std::ostream& messages);

void add_stability(CLI::App& program, int& exit_code);

}  // namespace kine::server
