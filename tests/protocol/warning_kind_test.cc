// Tests for protocol/warning_kind.h. The words are those of BML 1.0's warningFeedback.
#include "protocol/warning_kind.h"

#include <string>

#include "tests/support/catch.h"

namespace kine::protocol::warning_kind_test {

TEST_CASE("every kind of warning travels under BML's word for it, and comes back",
          "[warning_kind]") {
  for (int number = 0; number < kinesphere::WarningKind_ARRAYSIZE; ++number) {
    const auto wire = static_cast<kinesphere::WarningKind>(number);
    const WarningKind kind = find_warning_kind(wire);
    CHECK(kind_on_the_wire(kind) == wire);
    const std::string word = number == 0 ? "UNSPECIFIED" : word_of(kind);
    CHECK(kinesphere::WarningKind_Name(wire) == "WARNING_KIND_" + word);
  }
}

TEST_CASE("a kind of a newer version is none that is known", "[warning_kind]") {
  CHECK(find_warning_kind(static_cast<kinesphere::WarningKind>(77)) == WarningKind::Other);
}

}  // namespace kine::protocol::warning_kind_test
