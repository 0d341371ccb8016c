// Tests for server/offline/script_part.h.
#include "server/offline/script_part.h"

#include <cmath>

#include "server/offline/offline_stage.h"
#include "tests/support/catch.h"

namespace kine::script_part_test {

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

TEST_CASE("others stand around the part, and have theirs of the script", "[script_part]") {
  Diagnostics diagnostics;
  const auto part = server::prepare_part(kBoth, {}, diagnostics);
  REQUIRE(part);
  REQUIRE(part->casts.size() == 2);
  CHECK(part->casts[0] == part->cast);
  CHECK(part->cast->placement.position_m == Vec3{0, 0, 0});
  CHECK(part->casts[1]->name == "ada");
  CHECK(part->casts[1]->placement.position_m == Vec3{-1, 0, 0});
  REQUIRE(part->others.size() == 1);
  CHECK(part->others[0]->character == "ada");
}

TEST_CASE("who is looked at by a part stands where the operator says", "[script_part]") {
  const std::string looks = R"(<script xmlns="urn:kinesphere:script:1">
    <sequence fade-out="0">
      <pose time="1" hold="1"><look-at target="ben" with="head-neck"/></pose>
    </sequence>
  </script>)";
  // The head's forward axis at 1.5 s, seen from above: positive to its left, where +X is.
  const auto turned = [&](const std::string& other) {
    Diagnostics diagnostics;
    const auto part = server::prepare_part(looks, {.others = {other}}, diagnostics);
    REQUIRE(part);
    server::OfflineStage stage(part->casts, TickRate(60));
    server::play_part(*part, stage);
    for (int tick = 0; tick <= 90; ++tick) stage.advance();
    const Frame& frame = stage.frames().front();
    double about_y = 0;
    for (const body::Joint joint : {body::Joint::Neck, body::Joint::Head}) {
      const auto& turn = frame.parent_from_joint[static_cast<std::size_t>(joint)];
      about_y += 2 * std::atan2(double{turn[1]}, double{turn[3]});
    }
    return about_y;
  };
  CHECK(turned("ben@1,1") == Approx(-turned("ben@-1,1")).margin(0.02));
  CHECK(turned("ben@1,1") > 0.3);
}

}  // namespace kine::script_part_test
