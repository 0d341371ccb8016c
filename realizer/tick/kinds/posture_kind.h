// The body under the gestures: what moves it is summed, and looks and hands are solved on it.
#pragma once

#include "realizer/tick/kinds/kind.h"

namespace kine {

class PostureKind final : public Kind {
 public:
  PostureKind() : Kind(pose::Solved::Body) {}

  bool wants(const CharacterState& state, std::span<const pose::Layer> layers) const override;
  void solve(const SolveJob& job) const override;
};

}  // namespace kine
