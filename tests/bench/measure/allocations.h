// Counts what is allocated: a program that calls this has its own operator new.
#pragma once

#include <cstdint>

namespace kine::bench {

/// Of this process so far.
std::uint64_t allocations();

}  // namespace kine::bench
