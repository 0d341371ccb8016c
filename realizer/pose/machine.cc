// What the kernels need of a machine. In a file of its own, compiled for any machine, so that the
// question can be asked on one that lacks the answer.
#include "realizer/pose/kernels.h"

namespace kine::pose {

#if defined(__x86_64__)
bool machine_runs_kernels() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("bmi2");
}

const char* kernel_requirement() { return "AVX2 with FMA"; }
#else
bool machine_runs_kernels() { return true; }

const char* kernel_requirement() { return "NEON"; }
#endif

}  // namespace kine::pose
