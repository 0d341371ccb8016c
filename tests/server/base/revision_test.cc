// Tests for server/base/revision.h.
#include "server/base/revision.h"

#include <regex>
#include <string>

#include "tests/support/catch.h"

namespace kine::revision_test {

TEST_CASE("the program knows its commit, or that it knows none", "[revision]") {
  const std::string revision(server::revision());
  CAPTURE(revision);
  // A build from files alone may have been told another word (KINE_REVISION).
  CHECK(std::regex_match(revision, std::regex("[A-Za-z0-9._+-]+")));
}

TEST_CASE("a version has three numbers", "[revision]") {
  const std::string version(server::kVersion);
  CHECK(std::regex_match(version, std::regex("[0-9]+\\.[0-9]+\\.[0-9]+")));
}

}  // namespace kine::revision_test
