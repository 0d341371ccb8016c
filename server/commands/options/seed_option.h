// The option --seed, which several commands take alike. CLI11 by itself takes -1 for 2^64 - 1 and
// 010 for 8.
#pragma once

#include <cstdint>

namespace CLI {
class App;
}

namespace kine::server {

/// `seed` outlives the command and is 0 unless it is told.
void add_seed(CLI::App& command, std::uint64_t& seed);

}  // namespace kine::server
