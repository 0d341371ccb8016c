// Tests for server/web/request_target.h.
#include "server/web/request_target.h"

#include "tests/support/catch.h"

namespace kine::server::request_target_test {

TEST_CASE("a plain target is its path", "[request_target]") {
  CHECK(*path_of_target("/") == "/");
  CHECK(*path_of_target("/scripts/wave.xml") == "/scripts/wave.xml");
  CHECK(*path_of_target("/a/..b/c.d/...") == "/a/..b/c.d/...");
}

TEST_CASE("a query is no part of a path", "[request_target]") {
  CHECK(*path_of_target("/?script=../../x") == "/");
  CHECK(*path_of_target("/a?b/../c") == "/a");
}

TEST_CASE("percent signs stand for bytes", "[request_target]") {
  CHECK(*path_of_target("/skeletons/J%C3%BCrgen%20B.json") == "/skeletons/J\xC3\xBCrgen B.json");
  CHECK(*path_of_target("/%41%2Dz%2e") == "/A-z.");
  // Once, and not again.
  CHECK(*path_of_target("/%252e%252e") == "/%2e%2e");
}

TEST_CASE("what leaves a folder is refused, however it is written", "[request_target]") {
  for (const std::string target : {"/..",
                                   "/../etc/passwd",
                                   "/a/../b",
                                   "/viewer/..",
                                   "/%2e%2e/etc/passwd",
                                   "/.%2E",
                                   "/%2e",
                                   "/./a",
                                   "/a/.",
                                   "//",
                                   "//etc/passwd",
                                   "/a//b",
                                   "/a/",
                                   "/..%2fetc",
                                   "/a%2Fb",
                                   "/a\\b",
                                   "/..\\..",
                                   "/%5c..",
                                   "/a%00.html",
                                   "/a%0d%0aSet-Cookie:x",
                                   "/%7f",
                                   "/%",
                                   "/%4",
                                   "/%zz",
                                   "/%-1",
                                   "",
                                   "*",
                                   "a",
                                   "http://127.0.0.1/",
                                   "127.0.0.1:80",
                                   "?a"}) {
    CAPTURE(target);
    CHECK_FALSE(path_of_target(target));
  }
  CHECK_FALSE(path_of_target(std::string_view("/a\0b", 4)));
}

}  // namespace kine::server::request_target_test
