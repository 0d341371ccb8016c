// What is typed, with what the environment and a file say beside it.
//
//   arguments of a command, KINESPHERE_…, --config FILE --configured--> arguments of that command
//
// What is typed counts before the environment, and that before the file.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
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
  std::string file;                      // that was read; empty: none
  std::map<std::string, Where> places;   // of the options that it gave, by their names
  std::set<std::string> of_environment;  // options that variables gave, by their names
};

/// What is wrong, and in which file; empty: in none.
struct ConfigFault {
  std::string file;
  Error error;
};

/// The value of a variable of the environment.
using Environment = std::function<std::optional<std::string>(const std::string& name)>;

/// That of this process.
std::optional<std::string> process_variable(const std::string& name);

/// `typed` are the arguments behind the command's name. Where something is wrong, `fault` says so,
/// and there is no answer.
std::optional<Configured> configured(const CLI::App& command, std::vector<std::string> typed,
                                     const Environment& environment, ConfigFault& fault);

/// "KINESPHERE_TICK_RATE" of "tick-rate".
std::string variable_of(std::string_view option);

/// What CLI11 says of an option, with the place where that stands: a line of the file, or the name
/// of a variable. Nothing: it was typed, and what CLI11 says is enough.
std::optional<ConfigFault> fault_of(const std::string& complaint, const Configured& configured);

/// Options that have other values than before, but for those of `but`; by their names.
std::vector<std::string> changed_options(const Configured& before, const Configured& now,
                                         const std::set<std::string>& but);

}  // namespace kine::server
