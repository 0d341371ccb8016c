// Tests for realizer/plan/properties/fists.h.
#include "realizer/plan/properties/fists.h"

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/plan/examples.h"
#include "tests/support/plan/plans.h"

namespace kine::plan::fists_test {
namespace {

script::Document beat(double p, std::vector<script::Constraint> more = {}) {
  script::Sequence sequence =
      test::sequence_of({test::pose_at(1, {test::reach("rightHand", {-0.2, 1.4, 0.3})}),
                         test::pose_at(2, {test::reach("rightHand", {-0.2, 1.0, 0.3})})});
  for (script::Constraint& constraint : more) {
    sequence.poses[1].constraints.push_back(std::move(constraint));
  }
  sequence.poses[1].nucleus = test::named("a");
  script::Document document = test::document_of({sequence});
  document.nuclei = {{.id = test::named("a"), .parameters = {{script::kPower, p}}}};
  return document;
}

const Track* fingers_of(const Plan& plan) {
  for (const Sequence& sequence : plan.sequences) {
    for (const Track& track : sequence.tracks) {
      if (test::ada().groups[track.group].name == "rightFingers") return &track;
    }
  }
  return nullptr;
}

Plan closed(const script::Document& document) {
  Plan plan = test::plan_of(document);
  close_hands(plan, 0, test::ada());
  REQUIRE(plan.valid(test::ada()));
  return plan;
}

TEST_CASE("a shape comes nearer to a fist, and can still be seen", "[fists]") {
  const Plan plan = closed(beat(0.8, {test::shape("right", "open")}));
  REQUIRE(fingers_of(plan) != nullptr);
  const TakeShape& shape = std::get<TakeShape>(fingers_of(plan)->keys.at(0).goals.at(0));
  CHECK(test::ada().shapes[shape.shape].name == "open");
  REQUIRE(shape.towards);
  CHECK(test::ada().shapes[*shape.towards].name == "fist");
  CHECK(test::ada().shapes[*shape.towards].group == "rightFingers");
  CHECK(shape.towards_share > 0);
  CHECK(shape.towards_share < 0.5);
}

TEST_CASE("a fist stays a fist, and weak hands stay as they are", "[fists]") {
  const script::Document fist = beat(1, {test::shape("right", "fist")});
  CHECK(closed(fist) == test::plan_of(fist));
  const script::Document weak = beat(-1, {test::shape("right", "open")});
  CHECK(closed(weak) == test::plan_of(weak));
}

TEST_CASE("an idle hand closes where much power is asked of its arm, and opens again", "[fists]") {
  CHECK(fingers_of(closed(beat(0.5))) == nullptr);
  const Plan plan = closed(beat(1));
  REQUIRE(fingers_of(plan) != nullptr);
  REQUIRE(fingers_of(plan)->keys.size() == 3);
  CHECK(fingers_of(plan)->keys[2].goes_back());
  CHECK(std::get<TakeShape>(fingers_of(plan)->keys[0].goals[0]).influence == 0);
  CHECK(std::get<TakeShape>(fingers_of(plan)->keys[1].goals[0]).influence > 0.5);
}

TEST_CASE("fingers that another sequence moves are left to it", "[fists]") {
  script::Document document = beat(1);
  document.sequences.push_back(
      test::sequence_of({test::pose_at(1, {test::shape("right", "open")})}));
  CHECK(closed(document) == test::plan_of(document));
}

}  // namespace
}  // namespace kine::plan::fists_test
