// Tests for realizer/plan/properties/fluidity.h.
#include "realizer/plan/properties/fluidity.h"

#include <algorithm>

#include "tests/support/catch.h"
#include "tests/support/plan/examples.h"
#include "tests/support/plan/plans.h"
#include "tests/support/plan/random_scripts.h"

namespace kine::plan::fluidity_test {
namespace {

using namespace std::chrono_literals;

script::Document held(double p) {
  script::Sequence sequence =
      test::sequence_of({test::pose_at(1, {test::reach("rightHand", {-0.2, 1.3, 0.3})}),
                         test::pose_at(2, {test::reach("rightHand", {-0.2, 1.0, 0.3})}),
                         test::pose_at(4, {test::reach("rightHand", {-0.2, 1.2, 0.3})})});
  sequence.poses[0].nucleus = sequence.poses[1].nucleus = test::named("a");
  sequence.poses[1].hold = 500ms;
  script::Document document = test::document_of({sequence});
  document.nuclei = {{.id = test::named("a"), .parameters = {{script::kFluidity, p}}}};
  return document;
}

Plan flowing(const script::Document& document) {
  return test::applied(fluidity(), test::plan_of(document));
}

double held_s(const Plan& plan) {
  double sum_s = 0;
  for (const Track& track : plan.sequences[0].tracks) {
    for (const Key& key : track.keys) sum_s += key.hold.count();
  }
  return sum_s;
}

TEST_CASE("halting motion rests 300 ms in each pose and meets it at a corner", "[fluidity]") {
  CHECK(test::lines_of(flowing(held(-1))) ==
        "sequence s1 0.000 .. 4.900; fades 0.000 0.300; frame character\n"
        "  pose p1 1.000 hold 0.300; nucleus a\n"
        "  pose p2 2.300 hold 0.800; nucleus a\n"
        "  pose p3 4.600\n"
        "  rightArm           key 1.000 hold 0.300     reach rightHand -0.200 1.300 0.300; "
        "tcb 0.000 -1.000 0.000\n"
        "  rightArm           key 2.300 hold 0.800     reach rightHand -0.200 1.000 0.300; "
        "tcb 0.000 -1.000 0.000\n"
        "  rightArm           key 4.600                reach rightHand -0.200 1.200 0.300\n");
}

TEST_CASE("flowing motion loses 300 ms of its holds and stays smooth", "[fluidity]") {
  CHECK(test::lines_of(flowing(held(1))) ==
        "sequence s1 0.000 .. 4.000; fades 0.000 0.300; frame character\n"
        "  pose p1 1.000; nucleus a\n"
        "  pose p2 2.000 hold 0.200; nucleus a\n"
        "  pose p3 3.700\n"
        "  rightArm           key 1.000                reach rightHand -0.200 1.300 0.300\n"
        "  rightArm           key 2.000 hold 0.200     reach rightHand -0.200 1.000 0.300\n"
        "  rightArm           key 3.700                reach rightHand -0.200 1.200 0.300\n");
}

TEST_CASE("a hold that is shorter than what is taken from it is gone", "[fluidity]") {
  script::Document document = held(1);
  document.sequences[0].poses[1].hold = 200ms;
  const Plan plan = flowing(document);
  CHECK(plan.sequences[0].tracks[0].keys[1].hold == 0s);
  CHECK(plan.sequences[0].poses[2].time.count() == Approx(3.8));
}

TEST_CASE("the face rests where the arm rests", "[fluidity]") {
  script::Document document = held(-1);
  document.sequences[0].poses[0].constraints.push_back(test::morph("jawOpen", 0.5));
  const Plan plan = flowing(document);
  CHECK(plan.sequences[0].channels.at(0).keys[0].hold.count() == Approx(0.3));
}

TEST_CASE("the first release took continuity as it is and left holds alone", "[fluidity]") {
  script::Document document = held(0.5);
  document.compat = script::Compat::Embr2010;
  const Plan plan = flowing(document);
  CHECK(plan.sequences[0].tracks[0].keys[0].tcb.continuity == 0.5);
  CHECK(plan.sequences[0].poses[2].time == 4s);
}

TEST_CASE("the more fluidity, the less time is held and the softer each pose is passed",
          "[fluidity]") {
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    const script::Document gesture = test::random_gesture(seed);
    double before_s = 1e9;
    double corner_before = -1.1;
    for (const double p : {-1.0, -0.5, -0.1, 0.0, 0.2, 0.6, 1.0}) {
      const Plan plan = flowing(test::with_manner(gesture, {{script::kFluidity, p}}));
      const double continuity = plan.sequences[0].tracks[0].keys[1].tcb.continuity;
      CAPTURE(seed, p);
      CHECK(held_s(plan) < before_s);
      CHECK(continuity <= 0);
      CHECK((p > 0 ? continuity >= corner_before : continuity > corner_before));
      before_s = held_s(plan);
      corner_before = continuity;
    }
  }
}

}  // namespace
}  // namespace kine::plan::fluidity_test
