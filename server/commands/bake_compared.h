// `kinesphere bake SCRIPT --compare dynamics -o FILE`: the character as it is planned, and beside
// it what muscles make of that. An .apng is one moving picture of both; an .svg has the paths and
// speeds of their wrists.
#pragma once

#include <iosfwd>

#include "realizer/core/time.h"
#include "server/commands/bake.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace kine::server {

/// What is longer needs --seconds.
inline constexpr Seconds kComparedLengthMax{60};

/// Writes to options.output, an .apng or .svg; warnings and errors go to `messages`. The exit code:
/// 1 on an error, else 0.
int bake_compared(const BakeOptions& options, std::ostream& messages);

/// The option --compare of bake.
CLI::Option* add_compared(CLI::App& command);

}  // namespace kine::server
