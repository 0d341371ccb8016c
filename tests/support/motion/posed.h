// What bound keys show by themselves at one time.
#pragma once

#include "realizer/pose/blend.h"

namespace kine::test {

/// A blend of these keys alone, over `rest`.
pose::Pose posed(const pose::Keys& keys, double time_s, float weight = 1,
                 const pose::Pose& rest = {});

}  // namespace kine::test
