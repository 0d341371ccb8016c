// Tests for realizer/tick/kinds/hand_kind.h; held_hands_test.cc looks at what is shown.
#include "realizer/tick/kinds/hand_kind.h"

#include <vector>

#include "tests/support/catch.h"
#include "tests/support/motion/lone_row.h"

namespace kine::hand_kind_test {

TEST_CASE("only what has held hands asks for them", "[hand_kind]") {
  const HandKind kind;
  const CharacterState state;
  std::vector<pose::Layer> layers(1);
  CHECK_FALSE(kind.wants(state, layers));
  layers.push_back({.contents = {.solved = pose::Solved::Looks}});
  CHECK_FALSE(kind.wants(state, layers));
  layers.push_back({.contents = {.solved = pose::Solved::Hands}});
  CHECK(kind.wants(state, layers));
}

}  // namespace kine::hand_kind_test
