// Tests for server/web/origin.h.
#include "server/web/origin.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "tests/support/catch.h"

namespace kine::server::origin_test {
namespace {

const OriginRules kHere{};
const OriginRules kOpen{
    .allowed = {}, .loopback_only = false, .machine_names = {"lab", "lab.local", "lab.example"}};

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

TEST_CASE("names of this machine alone may have one before them, and the root's dot behind",
          "[origin]") {
  for (const char* origin : {"http://localhost.:7730", "http://viewer.localhost:7730",
                             "https://a.b.localhost.", "http://localhost."}) {
    CAPTURE(origin);
    CHECK(is_welcome(origin, "127.0.0.1:7730", kHere));
    CHECK(is_welcome(origin, "127.0.0.1:7730", kOpen));
  }
  for (const char* origin : {"http://evillocalhost", "http://localhost..", "http://localhost.a",
                             "http://.", "http://localhost.evil.example."}) {
    CAPTURE(origin);
    CHECK_FALSE(is_welcome(origin, "127.0.0.1:7730", kHere));
  }
  CHECK(is_welcome("http://lab.example.:7730", "lab.example.:7730", kOpen));
  CHECK_FALSE(is_welcome("http://evil.example.:7730", "evil.example.:7730", kOpen));
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

TEST_CASE("an origin is believed as a whole, and not by its end", "[origin]") {
  for (const char* origin : {"http://evil.com/.localhost",
                             "http://evil.com#.localhost",
                             "http://evil.com?.localhost",
                             "http://a@.localhost",
                             "http://a@localhost",
                             "http://a:b@localhost",
                             "http://evil.com\\.localhost",
                             "http://evil.com%2f.localhost",
                             "http://.localhost",
                             "http://a..localhost",
                             "http://evil.com\t.localhost",
                             "http://evil.com .localhost",
                             "http://evil.com,.localhost",
                             "http://evil.com;.localhost",
                             "http://[::1].localhost",
                             "http://[evil.com]",
                             "http://[::1",
                             "http://::1",
                             "http://localhost/",
                             "http://localhost?",
                             "http://localhost#",
                             "http://localhost:",
                             "http://localhost:0",
                             "http://localhost:65536",
                             "http://localhost:80:80",
                             "http://localhost:a",
                             "http:localhost",
                             "http:/localhost",
                             "http:///localhost",
                             "http://localhost http://localhost"}) {
    CAPTURE(origin);
    CHECK_FALSE(is_welcome(origin, "127.0.0.1:7730", kHere));
    CHECK_FALSE(is_welcome(origin, "127.0.0.1:7730", kOpen));
  }
  CHECK(is_welcome("http://a-b_1.localhost:65535", "127.0.0.1:7730", kHere));
}

TEST_CASE("a name that was led to this address does not make a page the server's own", "[origin]") {
  CHECK_FALSE(is_welcome("http://evil.example:7730", "evil.example:7730", kHere));
  CHECK_FALSE(is_welcome("http://evil.example:7730", "evil.example:7730", kOpen));
  CHECK_FALSE(is_welcome("http://lab.evil.example", "lab.evil.example", kOpen));
  CHECK(is_welcome("http://lab.example:7730", "lab.example:7730", kOpen));
  CHECK(is_welcome("http://lab.local:7730", "lab.local:7730", kOpen));
  CHECK_FALSE(is_welcome("http://lab.example:7730", "lab.example:7730", kHere));
  CHECK_FALSE(is_welcome("http://lab.example:7730", "evil.example:7730", kOpen));
  CHECK_FALSE(is_welcome("http://evil.example:7730", "lab.example:7730", kOpen));
}

TEST_CASE("a server that asks for a token may have any name: a stranger's page does not know it",
          "[origin]") {
  OriginRules rules = kOpen;
  rules.asks_for_token = true;
  CHECK(is_welcome("https://avatars.example", "avatars.example", rules));
  CHECK_FALSE(is_welcome("https://evil.example", "avatars.example", rules));
}

TEST_CASE("this machine has the name that it gives itself, and its neighbours' name for it",
          "[origin]") {
  std::array<char, 256> name{};
  REQUIRE(::gethostname(name.data(), name.size() - 1) == 0);
  std::string own(name.data());
  for (char& c : own) c = static_cast<char>(std::tolower(c));
  const std::vector<std::string> names = names_of_this_machine();
  CHECK(std::find(names.begin(), names.end(), own) != names.end());
  const std::string of_neighbours = own.substr(0, own.find('.')) + ".local";
  CHECK(std::find(names.begin(), names.end(), of_neighbours) != names.end());
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

TEST_CASE("under the server's own TLS its pages are of https, and before a proxy's of either",
          "[origin]") {
  OriginRules rules = kOpen;
  for (const bool over_tls : {false, true}) {
    rules.over_tls = over_tls;
    CAPTURE(over_tls);
    CHECK(is_welcome("https://lab.example:7730", "lab.example:7730", rules));
    CHECK(is_welcome("https://192.0.2.1:7730", "192.0.2.1:7730", rules));
    CHECK(is_welcome("http://lab.example:7730", "lab.example:7730", rules) == !over_tls);
    CHECK(is_welcome("http://192.0.2.1:7730", "192.0.2.1:7730", rules) == !over_tls);
    CHECK_FALSE(is_welcome("https://evil.example", "lab.example:7730", rules));
    CHECK(is_welcome("http://localhost:3000", "lab.example:7730", rules));
  }
}

}  // namespace kine::server::origin_test
