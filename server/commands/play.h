// `kinesphere play SCRIPT`: sends a script to a server and prints what becomes of it.
#pragma once

#include <iosfwd>
#include <string>

namespace CLI {
class App;
}

namespace kine::server {

struct PlayOptions {
  std::string script;  // a file, "-" is standard input
  std::string server = "127.0.0.1:7730";
  std::string character;  // whom it is for, where the script does not say
  std::string token_file;
};

/// A line an event, "TIME KIND ID [MESSAGE]", the time in seconds from the start of the script;
/// what went wrong goes to `errors`. 0 when all of the script has ended, 1 otherwise.
int play(const PlayOptions& options, std::ostream& output, std::ostream& errors);

void add_play(CLI::App& program, int& exit_code);

}  // namespace kine::server
