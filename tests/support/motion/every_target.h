// Runs a check on every instruction set that this machine and the kernels share.
#pragma once

#include <cstdint>
#include <functional>

#include "hwy/targets.h"
#include "tests/support/catch.h"

namespace kine::test {

inline void on_each_target(const std::function<void()>& check) {
  int targets_run = 0;
  for (std::int64_t targets = hwy::SupportedTargets(); targets != 0; targets &= targets - 1) {
    const std::int64_t target = targets & -targets;
    if (target != HWY_AVX2 && target != HWY_AVX3 && target != HWY_NEON) continue;
    INFO(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().DeInit();
    check();
    ++targets_run;
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().DeInit();
  }
  REQUIRE(targets_run > 0);
}

}  // namespace kine::test
