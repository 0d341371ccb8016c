// What is typed, with what the environment and a file say beside it.
//
//   arguments of a command, KINESPHERE_…, --config FILE --configured--> arguments of that command
//
// What is typed counts before the environment, and that before the file.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"

namespace CLI {
class App;
}

namespace kine::server {

struct Configured {
  std::vector<std::string> arguments;
  std::string file;                     // that was read; empty: none
  std::map<std::string, Where> places;  // of the options that it gave, by their names
};

/// What is wrong, and in which file; empty: in none.
struct ConfigFault {
  std::string file;
  Error error;
};

/// The value of a variable of the environment.
using Environment = std::function<std::optional<std::string>(const std::string& name)>;

/// `typed` are the arguments behind the command's name. Where something is wrong, `fault` says so,
/// and there is no answer.
std::optional<Configured> configured(const CLI::App& command, std::vector<std::string> typed,
                                     const Environment& environment, ConfigFault& fault);

/// "KINESPHERE_TICK_RATE" of "tick-rate".
std::string variable_of(std::string_view option);

}  // namespace kine::server
