// A real server with a session log, and two clients that do all that clients can do.
#pragma once

#include <cstddef>
#include <string>

namespace kine::test {

struct LoggedSession {
  std::string log;  // the text of the file

  /// How many rows are of a kind: "replan".
  std::size_t count(const std::string& row) const;
};

/// Takes some seconds. Its voice says everything otherwise each time that it is asked, and sounds.
LoggedSession run_logged_session(std::size_t shards);

/// Of each number of shards once, however many tests want it.
const LoggedSession& logged_session(std::size_t shards);

}  // namespace kine::test
