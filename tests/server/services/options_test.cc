// Tests for server/services/options.h.
#include "server/services/options.h"

#include "tests/support/catch.h"

namespace kine::server::options_test {

TEST_CASE("left alone, a server is for this machine only", "[options]") {
  const Options options;
  CHECK(options.host == "127.0.0.1");
  CHECK(options.strangers == Strangers::Refused);
}

}  // namespace kine::server::options_test
