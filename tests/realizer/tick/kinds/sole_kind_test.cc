// Tests for realizer/tick/kinds/sole_kind.h; clips run through it in solving/fading_feet_test.cc.
#include "realizer/tick/kinds/sole_kind.h"

#include <vector>

#include "tests/support/catch.h"

namespace kine::sole_kind_test {

TEST_CASE("soles are kept where a clip plays and nothing else has the ground", "[sole_kind]") {
  const SoleKind soles;
  const CharacterState state;
  std::vector<pose::Layer> layers(1);
  CHECK_FALSE(soles.wants(state, layers));
  layers.push_back({.contents = {.clip = true}});
  CHECK(soles.wants(state, layers));
  layers.push_back({.contents = {.solved = pose::Solved::Ground}});
  CHECK_FALSE(soles.wants(state, layers));
}

}  // namespace kine::sole_kind_test
