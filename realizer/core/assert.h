// Assertions for programmers: always on, one condition each. Untrusted text and bytes never reach
// one. It is the only way in which the realizer ends a program.
#pragma once

namespace kine {

[[noreturn]] void assertion_failed(const char* condition, const char* file, int line);

}  // namespace kine

#define KINE_ASSERT(condition) \
  ((condition) ? static_cast<void>(0) : ::kine::assertion_failed(#condition, __FILE__, __LINE__))
