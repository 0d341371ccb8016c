#include "realizer/core/machine.h"

namespace kine {

#if defined(__x86_64__)
bool machine_is_able() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("bmi2");
}

const char* machine_requirement() { return "AVX2 with FMA"; }
#else
bool machine_is_able() { return true; }

const char* machine_requirement() { return "NEON"; }
#endif

}  // namespace kine
