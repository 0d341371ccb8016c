// What a command of the program has said, and how it ended.
#pragma once

#include <sstream>
#include <string>

namespace kine::test {

struct Outcome {
  int exit_code = 0;
  std::string output;
  std::string messages;
};

/// Of `command(output, messages)`, which returns its exit code.
template <class Command>
Outcome outcome_of(Command command) {
  std::ostringstream output;
  std::ostringstream messages;
  const int exit_code = command(output, messages);
  return {exit_code, output.str(), messages.str()};
}

}  // namespace kine::test
