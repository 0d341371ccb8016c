// Tests for server/origin.h.
#include "server/origin.h"

#include "tests/support/catch.h"

namespace kine::server {
namespace {

const OriginRules kHere{};
const OriginRules kOpen{.allowed = {}, .loopback_only = false};

}  // namespace

TEST_CASE("a program that is no browser sends no origin and is welcome", "[origin]") {
  CHECK(is_welcome({}, "127.0.0.1:7730", kHere));
  CHECK(is_welcome({}, "", kHere));
}

TEST_CASE("pages of this machine are welcome, whatever their port", "[origin]") {
  for (const char* origin : {"http://localhost:7730", "http://localhost", "https://localhost:8443",
                             "http://127.0.0.1:3000", "http://127.9.9.9", "http://[::1]:7730"}) {
    CAPTURE(origin);
    CHECK(is_welcome(origin, "127.0.0.1:7730", kHere));
  }
}

TEST_CASE("the page of a stranger is not, however it writes itself", "[origin]") {
  for (const char* origin :
       {"http://evil.example", "https://evil.example:7730", "http://localhost.evil.example",
        "http://127.0.0.1.evil.example", "http://127.0.0.1@evil.example", "http://evil/localhost",
        "null", "", "file://", "localhost", "http://", "http://[", "http://[::1", "ftp://localhost",
        "http://128.0.0.1", "HTTP://localhost.", "http://0.0.0.0"}) {
    CAPTURE(origin);
    CHECK_FALSE(is_welcome(origin, "127.0.0.1:7730", kHere));
  }
}

TEST_CASE("a name that was led to this address does not make a page the server's own", "[origin]") {
  CHECK_FALSE(is_welcome("http://evil.example:7730", "evil.example:7730", kHere));
  CHECK(is_welcome("http://lab.example:7730", "lab.example:7730", kOpen));
  CHECK_FALSE(is_welcome("http://evil.example:7730", "lab.example:7730", kOpen));
}

TEST_CASE("the server's own page is welcome by its address", "[origin]") {
  CHECK(is_welcome("http://192.168.1.5:7730", "192.168.1.5:7730", kHere));
  CHECK_FALSE(is_welcome("http://192.168.1.5:7731", "192.168.1.5:7730", kOpen));
}

TEST_CASE("what the operator allows is welcome as he wrote it", "[origin]") {
  const OriginRules rules{.allowed = {"https://lab.example", "null"}};
  CHECK(is_welcome("https://lab.example", "127.0.0.1:7730", rules));
  CHECK(is_welcome("null", "127.0.0.1:7730", rules));
  CHECK_FALSE(is_welcome("https://lab.example:444", "127.0.0.1:7730", rules));
  CHECK_FALSE(is_welcome("http://lab.example", "127.0.0.1:7730", rules));
}

}  // namespace kine::server
