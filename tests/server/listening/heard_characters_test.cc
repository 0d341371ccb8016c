// Tests for server/listening/heard_characters.h.
#include "server/listening/heard_characters.h"

#include "tests/support/catch.h"

namespace kine::server::heard_characters_test {

using Taken = HeardCharacters::Taken;

TEST_CASE("a character moves by one stream, until it is given back", "[listening]") {
  HeardCharacters characters(2);
  CHECK(characters.take({1}) == Taken::Yes);
  CHECK(characters.take({1}) == Taken::MovesByAnother);
  characters.give_back({1});
  CHECK(characters.take({1}) == Taken::Yes);
}

TEST_CASE("there are so many streams at once", "[listening]") {
  HeardCharacters characters(2);
  CHECK(characters.take({1}) == Taken::Yes);
  CHECK(characters.take({2}) == Taken::Yes);
  CHECK(characters.take({3}) == Taken::TooMany);
}

}  // namespace kine::server::heard_characters_test
