// Tests for realizer/xml/places.h.
#include "realizer/xml/places.h"

#include "tests/support/catch.h"

namespace kine::xml::places_test {

TEST_CASE("lines and columns count from 1, whatever the order of asking", "[places]") {
  Places places("ab\n\ncd");

  CHECK(places.at(0) == Where{1, 1});
  CHECK(places.at(2) == Where{1, 3});
  CHECK(places.at(3) == Where{2, 1});
  CHECK(places.at(5) == Where{3, 2});
  CHECK(places.at(6) == Where{3, 3});
  CHECK(places.at(1) == Where{1, 2});
  CHECK(places.at(4) == Where{3, 1});
}

TEST_CASE("an empty text has its one place", "[places]") { CHECK(Places("").at(0) == Where{1, 1}); }

}  // namespace kine::xml::places_test
