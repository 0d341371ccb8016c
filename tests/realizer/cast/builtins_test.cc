// Tests for realizer/cast/builtins.h.
#include "realizer/cast/builtins.h"

#include <string_view>

#include "tests/support/catch.h"

namespace kine::builtins_test {
namespace {

/// Which of the readers takes a text first, by what it says of itself; -1 where none does.
int first_to_accept(std::string_view root, std::string_view text) {
  const auto readers = builtins().readers;
  for (std::size_t i = 0; i < readers.size(); ++i) {
    if (readers[i]->accepts(root, text)) return static_cast<int>(i);
  }
  return -1;
}

TEST_CASE("each dialect has the one reader that accepts it", "[builtins]") {
  const int ours = first_to_accept("{urn:kinesphere:script:1}script",
                                   "<script xmlns='urn:kinesphere:script:1'/>");
  const int animl = first_to_accept("{}animl", "<animl/>");
  const int classic = first_to_accept("", "BEGIN K_POSE_SEQUENCE\nEND\n");
  CHECK(ours >= 0);
  CHECK(animl >= 0);
  CHECK(classic >= 0);
  CHECK(ours != animl);
  CHECK(animl != classic);
  CHECK(ours != classic);
}

TEST_CASE("what is no script is accepted by nobody", "[builtins]") {
  CHECK(first_to_accept("{http://www.w3.org/1999/xhtml}html", "<html/>") == -1);
  CHECK(first_to_accept("", "Once upon a time") == -1);
  CHECK(first_to_accept("", "") == -1);
}

}  // namespace
}  // namespace kine::builtins_test
