// `kinesphere forget TENANT`: deletes what a server that is stopped has kept of a tenant.
#pragma once

#include <iosfwd>

#include "server/retention/forget.h"

namespace CLI {
class App;
}

namespace kine::server {

/// The exit code: 1 where nothing was deleted, for a server runs or the disk refuses.
int forget_tenant(const ForgetWish& wish, std::ostream& output, std::ostream& messages);

void add_forget(CLI::App& program, int& exit_code);

}  // namespace kine::server
