// Tests for realizer/tick/state/body_language.h.
#include "realizer/tick/state/body_language.h"

#include "realizer/tick/body_language.h"
#include "tests/support/catch.h"
#include "tests/support/gesture/repertoires.h"

namespace kine::body_language_test {

TEST_CASE("what characters do to the same speech is equal while they heard the same",
          "[body_language]") {
  const auto repertoire = make_playable({test::nodding_repertoire({0.3, 0.5})});
  REQUIRE(repertoire->blocks.size() == 1);
  CHECK(repertoire->blocks[0].size() == 2);
  CharacterState one;
  CharacterState other;
  for (CharacterState* const each : {&one, &other}) {
    hear_speech({.character = {1}, .repertoire = repertoire, .heard = {}}, Tick{5}, *each);
  }
  CHECK(one == other);
  hear_speech({.character = {1}, .repertoire = repertoire, .heard = {.symbol = 3}}, Tick{6}, one);
  CHECK_FALSE(one == other);
}

}  // namespace kine::body_language_test
