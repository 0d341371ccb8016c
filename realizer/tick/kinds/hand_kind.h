// Hands that a script keeps in their places, whatever moves the torso below them.
#pragma once

#include "realizer/tick/kinds/kind.h"

namespace kine {

class HandKind final : public Kind {
 public:
  HandKind() : Kind(pose::Solved::Hands) {}

  void solve(const SolveJob& job) const override;
};

}  // namespace kine
