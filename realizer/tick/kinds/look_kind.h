// Looks and pointing: what they lead to may move, so that it is solved in each tick.
#pragma once

#include "realizer/tick/kinds/kind.h"

namespace kine {

class LookKind final : public Kind {
 public:
  LookKind() : Kind(pose::Solved::Looks) {}

  void solve(const SolveJob& job) const override;
  void begin(const TickContext& context, ActiveSegment& active,
             CharacterState& state) const override;

  /// What was looked at before it was there is found now.
  void find_places(const TickContext& context, ActiveSegment& active) const override;
};

}  // namespace kine
