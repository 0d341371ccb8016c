// How many files and sockets this process may have open.
#pragma once

#include <cstddef>

namespace kine::server {

/// Asks for as many as the machine allows; a shell often starts programs with 1,024. Returns how
/// many there may be.
std::size_t raise_descriptor_limit();

}  // namespace kine::server
