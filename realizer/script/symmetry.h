// How far from even a time warp may be before time runs backwards (realizer/math/time_warp.h says
// exactly where; these are the four decimals within it that people write).
#pragma once

#include "realizer/script/document.h"

namespace kine::script {

struct SymmetryRange {
  double least = 0;
  double most = 0;
};

constexpr SymmetryRange even_symmetries(TimeWarp::Kind kind) {
  return kind == TimeWarp::Kind::Exp ? SymmetryRange{0.1459, 6.8541}
                                     : SymmetryRange{0.3334, 5.3951};
}

}  // namespace kine::script
