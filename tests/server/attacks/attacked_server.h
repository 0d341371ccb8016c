// The server that is attacked, and what it holds.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "server/server.h"

namespace kine::attacks {

/// With a token, a voice that talks for minutes, five characters and a folder for recordings. Some
/// limits are lower, so that this machine reaches them; `change` may have others.
std::unique_ptr<server::Server> start_attacked_server(
    const std::string& recordings, const std::function<void(server::Options&)>& change = {});

/// Of this process: what it has asked for, as the allocator counts it.
std::size_t bytes_in_use();

/// Nothing plays or waits any more on anybody.
void interrupt_all(const server::Server& server);

}  // namespace kine::attacks
