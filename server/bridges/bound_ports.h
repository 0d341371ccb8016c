// Whose clients come by the ports of bridges, which have no token to show.
//
//   options of a server --check_bound_ports--> it may open them, or what is missing
//
// Denied by default: where there are tenants, a port is one tenant's, and the file of tenants says
// by a line of its own what its clients may do.
#pragma once

#include "realizer/core/result.h"
#include "server/services/options.h"

namespace kine::server {

/// Before any port is opened.
Result<Done> check_bound_ports(const Options& options);

}  // namespace kine::server
