// The options of `serve` for what is kept: how long, and what deletes it.
//
//   --keep-journals, --keep-recordings --retention_of--> RetentionWish --> Retention
#pragma once

#include <string>

#include "realizer/core/result.h"
#include "server/retention/retention.h"

namespace CLI {
class App;
}

namespace kine::server {

/// As they are typed; empty: for ever.
struct KeepOptions {
  std::string journals;
  std::string recordings;
};

/// `keep` outlives the command.
void add_keep_options(CLI::App& command, KeepOptions& keep);

/// What a server with these folders is to delete; empty: it has none. An error for what is no time,
/// or has no folder.
Result<RetentionWish> retention_of(const KeepOptions& keep, const std::string& journal,
                                   const std::string& recordings);

}  // namespace kine::server
