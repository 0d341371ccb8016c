// Tests for server/base/base64.h.
#include "server/base/base64.h"

#include "tests/support/catch.h"

namespace kine::server::base64_test {

TEST_CASE("bytes stand in base64 as RFC 4648 has it, and come back", "[base]") {
  const std::pair<const char*, const char*> vectors[] = {{"", ""},
                                                         {"f", "Zg=="},
                                                         {"fo", "Zm8="},
                                                         {"foo", "Zm9v"},
                                                         {"foob", "Zm9vYg=="},
                                                         {"fooba", "Zm9vYmE="},
                                                         {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, text] : vectors) {
    CHECK(to_base64(bytes) == text);
    CHECK(bytes_of_base64(text) == bytes);
  }
  CHECK_FALSE(bytes_of_base64("Zg="));
  CHECK_FALSE(bytes_of_base64("Z!=="));
}

}  // namespace kine::server::base64_test
