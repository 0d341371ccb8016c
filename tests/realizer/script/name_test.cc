// Tests for realizer/script/name.h.
#include "realizer/script/name.h"

#include "tests/support/catch.h"

namespace kine::script::name_test {

TEST_CASE("a name is empty until somebody says one", "[name]") {
  CHECK(Name{}.empty());
  CHECK_FALSE(Name{"ada", {}}.empty());
}

TEST_CASE("names are equal if they stand in one place as well", "[name]") {
  CHECK(Name{"ada", {1, 2}} == Name{"ada", {1, 2}});
  CHECK_FALSE(Name{"ada", {1, 2}} == Name{"ada", {1, 3}});
  CHECK_FALSE(Name{"ada", {}} == Name{"Ada", {}});
}

}  // namespace kine::script::name_test
