// `kinesphere rerun LOG`: a session played again from its log, and whether its frames are the same.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>

#include "server/scene/stock.h"

namespace CLI {
class App;
}

namespace kine::server {

struct RerunCommand {
  std::string log;
  std::string clips;        // the folder that the session had; empty: none
  StockFolders stock = {};  // likewise
  std::string model = {};   // of body language, likewise; empty: the program's own
  std::size_t shards = 1;
  bool goes_on = false;  // behind a difference
};

/// A line to `output` says how many ticks are the same. What differs goes to `errors`: the first
/// tick with other frames, or the line of the log that no server wrote. 0 where all ticks are the
/// same, 1 otherwise.
int rerun_log(const RerunCommand& command, std::ostream& output, std::ostream& errors);

void add_rerun(CLI::App& program, int& exit_code);

}  // namespace kine::server
