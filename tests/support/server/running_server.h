// A real server on a free port of this machine, for tests that talk to it.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "server/server.h"

namespace kine::test {

/// ada and ben, port 0.
server::Options server_options();

/// Started, or the test cannot go on: throws.
std::unique_ptr<server::Server> start_server(server::Options options = server_options());

/// That it still serves: a client that comes now is let in and sees it tick.
bool is_well(const server::Server& server);

/// Turns ada's head and holds it for that long.
std::string head_script(double seconds, const std::string& attributes = {});

/// Of this process, as the kernel counts it.
std::size_t resident_bytes();

}  // namespace kine::test
