// Tests for server/offline/destination.h.
#include "server/offline/destination.h"

#include <sstream>

#include "tests/support/catch.h"
#include "tests/support/source_files.h"
#include "tests/support/temporary_folder.h"

namespace kine::destination_test {

using namespace kine;

TEST_CASE("a destination is a file, in its place when it is closed", "[destination]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("a.txt");
  std::ostringstream stream;
  auto destination = server::Destination::open(path, stream);
  REQUIRE(destination);
  CHECK(destination->write("one"));
  CHECK(destination->write(" two"));
  CHECK_FALSE(std::filesystem::exists(path));
  CHECK(destination->close());
  CHECK(test::text_of(path) == "one two");
  CHECK(stream.str().empty());
}

TEST_CASE("a destination called - is the stream", "[destination]") {
  std::ostringstream stream;
  auto destination = server::Destination::open("-", stream);
  REQUIRE(destination);
  CHECK(destination->write("one"));
  CHECK(stream.str() == "one");
  stream.setstate(std::ios::badbit);
  CHECK_FALSE(destination->write("two"));
  CHECK_FALSE(destination->close());
}

}  // namespace kine::destination_test
