// Tests for realizer/formats/provenance.h.
#include "realizer/formats/provenance.h"

#include "tests/support/catch.h"

namespace kine::formats::provenance_test {

TEST_CASE("provenance is four values, the seed to its last digit", "[provenance]") {
  const Provenance provenance{.version = "0.1.0",
                              .revision = "abc-dirty",
                              .seed = 18'446'744'073'709'551'615u,
                              .script_sha256 = "12+34"};
  CHECK(json_of(provenance) ==
        R"({"version":"0.1.0","revision":"abc-dirty","seed":"18446744073709551615",)"
        R"("script_sha256":"12+34"})");
  CHECK(rows_of(provenance).size() == 4);
}

}  // namespace kine::formats::provenance_test
