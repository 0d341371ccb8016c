// Tests for server/script_part.h.
#include "server/script_part.h"

#include "tests/support/catch.h"

using namespace kine;

namespace {

const std::string kBoth = R"(<script xmlns="urn:kinesphere:script:1" id="both">
  <sequence character="ben"><pose time="0.2"><hand side="left" shape="fist"/></pose></sequence>
  <sequence character="ada"><pose time="0.4"><hand side="left" shape="fist"/></pose></sequence>
</script>)";

const std::string kBeat =
    R"(<script xmlns="urn:kinesphere:script:1"><gesture lexeme="beat"/></script>)";

}  // namespace

TEST_CASE("a part is of the character that is asked for, else of the first", "[script_part]") {
  Diagnostics diagnostics;
  const auto ada = server::prepare_part(kBoth, {.character = "ada"}, diagnostics);
  REQUIRE(ada);
  CHECK(ada->cast->name == "ada");
  CHECK(ada->block->character == "ada");
  CHECK(diagnostics.warnings().empty());

  const auto first = server::prepare_part(kBoth, {}, diagnostics);
  REQUIRE(first);
  CHECK(first->cast->name == "ben");
  REQUIRE(diagnostics.warnings().size() == 1);
  CHECK(diagnostics.warnings()[0].message.find("ben") != std::string::npos);
}

TEST_CASE("a character to whom the script does not speak has no part", "[script_part]") {
  Diagnostics diagnostics;
  const auto part = server::prepare_part(kBoth, {.character = "eve"}, diagnostics);
  REQUIRE_FALSE(part);
  CHECK(part.error().code == ErrorCode::UnknownName);
}

TEST_CASE("a part has the tension that is asked for", "[script_part]") {
  Diagnostics diagnostics;
  CHECK(server::prepare_part(kBeat, {}, diagnostics)->block->tensions.empty());
  CHECK_FALSE(
      server::prepare_part(kBeat, {.tension = "loose"}, diagnostics)->block->tensions.empty());
  CHECK_FALSE(server::prepare_part(kBeat, {.tension = "nonsense"}, diagnostics));
}
