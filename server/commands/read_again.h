// What SIGHUP has a server read again while it runs: tenants, certificates, limits, the
// level of the log.
//
//   files --> Server::replace_…, the log;  what is wrong is logged with its place, and changes
//   nothing
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "server/server.h"

namespace kine::server {

struct ServeOptions;

/// What to do on SIGHUP, for a server with these options; `typed` is what is behind the command's
/// name. Empty: it has no file that is read again.
std::function<void(Server&)> reading_again(const ServeOptions& options,
                                           const std::vector<std::string>& typed);

}  // namespace kine::server
