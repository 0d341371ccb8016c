// Tests for realizer/formats/read/ending.h.
#include "realizer/formats/read/ending.h"

#include <array>

#include "tests/support/catch.h"

namespace kine::formats::ending_test {

TEST_CASE("a file's format is its ending, whatever the size of its letters", "[ending]") {
  struct Form {
    std::string_view ending;
  };
  constexpr std::array<Form, 2> kForms = {Form{".bvh"}, Form{".glb"}};
  CHECK(find_by_ending(kForms, "walk.bvh") == &kForms[0]);
  CHECK(find_by_ending(kForms, "Walk.GLB") == &kForms[1]);
  CHECK(find_by_ending(kForms, "a.bvh.txt") == nullptr);
  CHECK(find_by_ending(kForms, ".bvh") == nullptr);
  CHECK(find_by_ending(kForms, "") == nullptr);
}

}  // namespace kine::formats::ending_test
