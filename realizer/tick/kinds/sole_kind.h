// Soles that stay on the ground while a clip that stands comes or goes. They have no keys of their
// own: what a clip knows of them is with its frames.
#pragma once

#include "realizer/tick/kinds/kind.h"

namespace kine {

class SoleKind final : public Kind {
 public:
  /// Where steps and stances have the ground, they have the soles too.
  bool wants(const CharacterState& state, std::span<const pose::Layer> layers) const override;
  void solve(const SolveJob& job) const override;
};

}  // namespace kine
