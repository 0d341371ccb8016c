// Tests for server/retention/kept_journals.h.
#include "server/retention/kept_journals.h"

#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"

namespace kine::server::kept_journals_test {

TEST_CASE("journals are those with a number, in the order of their numbers", "[retention]") {
  const test::TemporaryFolder files;
  for (const char* name : {"00000002.ksj", "100000000.ksj", "00000010.ksj", "notes.ksj", "3.txt"}) {
    files.write(name, "x");
  }
  const auto journals = journals_of(KeptFolder::open(files.path().string()).value());
  REQUIRE(journals);
  REQUIRE(journals->size() == 3);
  CHECK((*journals)[0].name == "00000002.ksj");
  CHECK((*journals)[1].name == "00000010.ksj");
  CHECK((*journals)[2].name == "100000000.ksj");
}

}  // namespace kine::server::kept_journals_test
