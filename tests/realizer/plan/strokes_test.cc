// Tests for realizer/plan/strokes.h.
#include "realizer/plan/strokes.h"

#include "realizer/plan/make/make.h"
#include "tests/support/catch.h"
#include "tests/support/plan/examples.h"

namespace kine::plan::strokes_test {
namespace {

using namespace std::chrono_literals;

/// Three poses of the right hand, the last two held, all with a strong nucleus.
script::Document three_poses() {
  script::Sequence sequence =
      test::sequence_of({test::pose_at(0.5, {test::reach("rightHand", {-0.2, 1.3, 0.3})}),
                         test::pose_at(1, {test::reach("rightHand", {-0.2, 1.0, 0.3})}),
                         test::pose_at(2, {test::reach("rightHand", {-0.3, 1.0, 0.3})})});
  sequence.nucleus = test::named("a");
  sequence.poses[1].hold = sequence.poses[2].hold = 0.25s;
  script::Document document = test::document_of({sequence});
  document.nuclei = {{.id = test::named("a"), .parameters = {{script::kPower, 1}}}};
  return document;
}

std::vector<Stroke> strokes_in(const script::Document& document) {
  Diagnostics diagnostics;
  const body::Body& body = test::example_body();
  const auto plan = make(document, "ada", body, test::example_vocabulary(), diagnostics);
  REQUIRE(plan);
  return strokes_of(*plan, plan->sequences[0], body, {});
}

TEST_CASE("where none is named, the last pose of a nucleus ends its stroke", "[strokes]") {
  const std::vector<Stroke> strokes = strokes_in(three_poses());
  REQUIRE(strokes.size() == 1);
  CHECK(strokes[0].key == 2);
  CHECK(strokes[0].from == 1.25s);
  CHECK(strokes[0].to == 2s);
  CHECK(strokes[0].hold == 0.25s);
  CHECK(strokes[0].from_key);
  CHECK(strokes[0].last);
  REQUIRE(strokes[0].ways.size() == 1);
  CHECK(strokes[0].ways[0].hand == body::Joint::RightHand);
  CHECK(length(strokes[0].ways[0].way_m - Vec3{-0.1, 0, 0}) < 1e-12);
}

TEST_CASE("a pose that is named a stroke is one", "[strokes]") {
  script::Document document = three_poses();
  document.sequences[0].poses[1].phase = script::Phase::Stroke;
  const std::vector<Stroke> strokes = strokes_in(document);
  REQUIRE(strokes.size() == 1);
  CHECK(strokes[0].key == 1);
  CHECK_FALSE(strokes[0].last);
}

TEST_CASE("a stroke from nowhere comes from the hand of the base pose", "[strokes]") {
  script::Document document = three_poses();
  document.sequences[0].poses.resize(1);
  const std::vector<Stroke> strokes = strokes_in(document);
  REQUIRE(strokes.size() == 1);
  CHECK_FALSE(strokes[0].from_key);
  CHECK(strokes[0].from == 0s);
  CHECK(strokes[0].ways[0].way_m.y > 0.2);  // the hand hangs far below 1.3 m
}

TEST_CASE("there are no strokes without power, or without a way", "[strokes]") {
  script::Document without_power = three_poses();
  without_power.nuclei[0].parameters.set(script::kPower, 0);
  CHECK(strokes_in(without_power).empty());

  script::Document without_way = three_poses();
  without_way.sequences[0].poses[2].constraints = without_way.sequences[0].poses[1].constraints;
  CHECK(strokes_in(without_way).empty());
}

TEST_CASE("the target of a hand is found in its key", "[strokes]") {
  const Key key{.goals = {Swivel{}, Reach{.joint = body::Joint::LeftHand, .target_m = {1, 2, 3}}}};
  REQUIRE(find_reach(key, body::Joint::LeftHand) != nullptr);
  CHECK(find_reach(key, body::Joint::LeftHand)->target_m == Vec3{1, 2, 3});
  CHECK(find_reach(key, body::Joint::RightHand) == nullptr);
}

}  // namespace
}  // namespace kine::plan::strokes_test
