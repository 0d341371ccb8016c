// Tests for server/base/plain_name.h.
#include "server/base/plain_name.h"

#include <string>

#include "tests/support/catch.h"

namespace kine::server::plain_name_test {

TEST_CASE("a plain name leads nowhere in a folder and has no part in a subject", "[names]") {
  CHECK(is_plain_name("main"));
  CHECK(is_plain_name("Hall_2-b"));
  CHECK(is_plain_name(std::string(64, 'a')));
  CHECK_FALSE(is_plain_name(std::string(65, 'a')));
  for (const std::string name :
       {"", ".", "..", "a/b", "a.b", "a b", "a*", ">", "\xc3\xa4", "a\n"}) {
    CAPTURE(name);
    CHECK_FALSE(is_plain_name(name));
  }
  CHECK_FALSE(is_plain_name(std::string_view("a\0b", 3)));
}

}  // namespace kine::server::plain_name_test
