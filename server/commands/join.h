// `kinesphere join NAME[=BODY][@X,Z[,HEADING]]` and `kinesphere leave NAME`: have characters come
// to a server that runs, and go.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace kine::server {

struct JoinOptions {
  std::vector<std::string> characters;  // as serve takes them; of leave: names
  std::string server = "127.0.0.1:7730";
  std::string token_file;
};

/// One after the other, with a line to `output` for each. What went wrong goes to `errors`, and
/// those behind it are left alone. 0 where all was done, 1 otherwise.
int join(const JoinOptions& options, std::ostream& output, std::ostream& errors);
int leave(const JoinOptions& options, std::ostream& output, std::ostream& errors);

/// Both of them.
void add_join(CLI::App& program, int& exit_code);

}  // namespace kine::server
