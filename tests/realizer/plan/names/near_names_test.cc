// Tests for realizer/plan/names/near_names.h.
#include "realizer/plan/names/near_names.h"

#include <string>

#include "tests/support/catch.h"

namespace kine::plan::near_names_test {
namespace {

using Names = std::vector<std::string_view>;

const Names kKnown = {"beat", "big", "double-beat", "heart", "point-left", "point-right", "wave"};

TEST_CASE("a name of which a letter is wrong, missing or too many is near", "[near_names]") {
  CHECK(names_near("beet", kKnown) == Names{"beat"});
  CHECK(names_near("bea", kKnown) == Names{"beat", "double-beat"});
  CHECK(names_near("waves", kKnown) == Names{"wave"});
  CHECK(names_near("wvaes", Names{"waves", "wings"}) ==
        Names{"waves"});  // two letters changed places
}

TEST_CASE("a name within another is near, the nearest first", "[near_names]") {
  CHECK(names_near("beat", kKnown) == Names{"beat", "double-beat"});
  CHECK(names_near("point", kKnown) == Names{"point-left", "point-right"});
}

TEST_CASE("what has nothing to do with any is near to none", "[near_names]") {
  CHECK(names_near("xyzzy", kKnown).empty());
  CHECK(names_near("", kKnown).empty());
  CHECK(names_near(std::string(1'000'000, 'a'), kKnown).empty());
}

TEST_CASE("no more than five are near", "[near_names]") {
  const Names many = {"aa1", "aa2", "aa3", "aa4", "aa5", "aa6", "aa7"};
  CHECK(names_near("aa0", many) == Names{"aa1", "aa2", "aa3", "aa4", "aa5"});
}

}  // namespace
}  // namespace kine::plan::near_names_test
