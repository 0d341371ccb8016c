// Tests for server/demonstration/play.h.
#include "server/demonstration/play.h"

#include <cmath>
#include <numbers>

#include "realizer/prepare/prepare.h"
#include "server/scene/casts.h"
#include "tests/support/catch.h"

namespace kine::server::play_test {
namespace {

using schemas::EmbeddedFile;

const StageMark& mark(const Arrangement& arrangement, std::string_view name) {
  const auto found = std::ranges::find(arrangement.marks, name, &StageMark::name);
  REQUIRE(found != arrangement.marks.end());
  return *found;
}

}  // namespace

TEST_CASE("scenes and their parts come in the order of their paths", "[play]") {
  const EmbeddedFile files[] = {{"demo/02-b/2-ben.xml", "d"},   {"demo/01-a/1-ben.xml", "a"},
                                {"demo/02-b/1-ada.xml", "c"},   {"demo/home/ada.xml", "h"},
                                {"demo/alone/1-wave.xml", "w"}, {"demo/aside/ben.xml", "s"},
                                {"scripts/wave.xml", "x"},      {"demo/README.md", "y"}};
  const Play play = read_play(files);
  REQUIRE(play.scenes.size() == 2);
  REQUIRE(play.scenes[0].size() == 1);
  CHECK(play.scenes[0][0].role == "ben");
  REQUIRE(play.scenes[1].size() == 2);
  CHECK(play.scenes[1][0].text == "c");
  CHECK(play.scenes[1][1].role == "ben");
  REQUIRE(play.alone.size() == 1);
  REQUIRE(play.aside.size() == 1);
  CHECK(play.home == "h");
}

TEST_CASE("the way home is that of the character that is named", "[play]") {
  Play play;
  play.home = R"(<bml characterId="ada"><locomotion target="ada-place"/></bml>)";
  CHECK(home_of(play, "eve") == R"(<bml characterId="eve"><locomotion target="eve-place"/></bml>)");
  CHECK(home_of(play, "a<b").empty());
}

TEST_CASE("two who stand as those who talk stay there, and part to the sides", "[play]") {
  const Arrangement arrangement =
      arrange({body::Placement{{-0.5, 0, 0}, 0}, body::Placement{{0.5, 0, 0}, 0}});
  CHECK(arrangement.places[0].position_m == Vec3{-0.5, 0, 0});
  CHECK(arrangement.places[1].position_m == Vec3{0.5, 0, 0});
  CHECK(mark(arrangement, "between").point_m.x == Approx(0).margin(1e-9));
  CHECK(mark(arrangement, "between").point_m.z > 0.1);
  CHECK(mark(arrangement, "ada-off").point_m.x < -1.5);
  CHECK(mark(arrangement, "ben-off").point_m.x > 1.5);
  CHECK(mark(arrangement, "ben-away").point_m.x > 3);  // before whoever walks there, not below
  CHECK(mark(arrangement, "ben-away").point_m.y > 1.2);
  CHECK(mark(arrangement, "ada-place").point_m == Vec3{-0.5, 0, 0});
  CHECK(mark(arrangement, "ben-front").point_m.z > 2);
}

TEST_CASE("two who stand far apart, or within each other, play a metre apart", "[play]") {
  for (const double x : {2.0, 0.2, 0.0}) {
    CAPTURE(x);
    const Arrangement arrangement = arrange({body::Placement{{-x, 0, 1}, std::numbers::pi / 2},
                                             body::Placement{{x, 0, 1}, -std::numbers::pi / 2}});
    const Vec3 way = arrangement.places[1].position_m - arrangement.places[0].position_m;
    CHECK(way.x == Approx(1));
    CHECK(arrangement.places[0].heading_rad == std::numbers::pi / 2);
    CHECK(mark(arrangement, "between").point_m.z > 1.1);  // face to face: towards +Z
  }
}

TEST_CASE("in place is within a centimetre and a degree", "[play]") {
  const body::Placement place{{1, 0, 2}, 3.1};
  const double degree = std::numbers::pi / 180;
  CHECK(is_in_place({{1.009, 0, 2}, 3.1}, place));
  CHECK_FALSE(is_in_place({{1.008, 0, 2.008}, 3.1}, place));
  CHECK(is_in_place({{1, 0, 2}, 3.1 + 0.9 * degree - 2 * std::numbers::pi}, place));
  CHECK_FALSE(is_in_place({{1, 0, 2}, 3.1 - 1.1 * degree}, place));
}

TEST_CASE("the scripts of the play are sound, and each is for its role", "[play]") {
  const Play play = read_play(schemas::embedded_files());
  const auto casts = make_casts(default_characters());
  REQUIRE(casts);
  REQUIRE(play.scenes.size() >= 8);
  std::vector<std::string> targets;
  for (const StageMark& each : arrange({(*casts)[0]->placement, (*casts)[1]->placement}).marks) {
    targets.push_back(each.name);
  }
  const auto check = [&](const PlayPart& part, std::string_view submitted_to) {
    CAPTURE(part.text);
    Diagnostics diagnostics;
    const auto prepared = prepare(
        part.text,
        {.casts = *casts, .script_id = "s", .character = submitted_to, .set_targets = targets},
        diagnostics);
    REQUIRE(prepared);
    REQUIRE(prepared->blocks.size() == 1);
    CHECK(prepared->blocks.front()->character == (submitted_to.empty() ? part.role : submitted_to));
    for (const Warning& warning : diagnostics.warnings()) {
      // Those of other parts are not there without a stage.
      const bool is_of_other = warning.message.find("no block") != std::string::npos ||
                               warning.message.find("left out") != std::string::npos;
      CHECK((is_of_other ? "" : warning.message) == "");
    }
  };
  for (const PlayScene& scene : play.scenes) {
    for (const PlayPart& part : scene) check(part, {});
  }
  for (const PlayPart& part : play.aside) check(part, {});
  for (const PlayPart& piece : play.alone) check(piece, "ben");
  check({.role = "ben", .text = home_of(play, "ben")}, {});
}

}  // namespace kine::server::play_test
