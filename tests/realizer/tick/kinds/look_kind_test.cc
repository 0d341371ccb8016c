// Tests for realizer/tick/kinds/look_kind.h; looks run through it in solving/gaze_test.cc.
#include "realizer/tick/kinds/look_kind.h"

#include "tests/support/catch.h"
#include "tests/support/motion/lone_row.h"

namespace kine::look_kind_test {
namespace {

/// A look at each of these, one after the other.
ActiveSegment looking_at(const std::vector<std::string>& names) {
  pose::GazeKeys gaze;
  for (const std::string& name : names) gaze.keys.push_back({.target = {.name = name}});
  auto keys = std::make_shared<pose::Keys>();
  keys->solved = std::move(gaze);
  return {.contents = pose::Contents::of(*keys), .keys = keys};
}

}  // namespace

TEST_CASE("a look finds whom it names, and nobody where it names no one", "[look_kind]") {
  const LookKind kind;
  test::LoneRow lone;
  ActiveSegment active = looking_at({"ada", "nobody", ""});
  kind.begin(lone.context, active, lone.row.state);
  REQUIRE(active.gaze_places.size() == 3);
  CHECK(active.gaze_places[0].kind == Scene::Place::Kind::Character);
  CHECK(active.gaze_places[1].kind == Scene::Place::Kind::Nowhere);
  CHECK(active.gaze_places[2].kind == Scene::Place::Kind::Nowhere);
}

TEST_CASE("a look finds what comes after it began", "[look_kind]") {
  const LookKind kind;
  test::LoneRow lone;
  ActiveSegment active = looking_at({"apple"});
  kind.begin(lone.context, active, lone.row.state);
  CHECK(active.gaze_places[0].kind == Scene::Place::Kind::Nowhere);
  lone.scene.set("apple", {0, 1, 1}, Tick{3}, Seconds{0});
  kind.find_places(lone.context, active);
  CHECK(active.gaze_places[0].kind != Scene::Place::Kind::Nowhere);
}

}  // namespace kine::look_kind_test
