// Tests for realizer/plan/properties/power_of_2010.h.
#include "realizer/plan/properties/power_of_2010.h"

#include "realizer/plan/properties/power.h"
#include "tests/support/catch.h"
#include "tests/support/plan/examples.h"
#include "tests/support/plan/plans.h"

namespace kine::plan::power_of_2010_test {
namespace {

using namespace std::chrono_literals;

script::Document beat(double p, Seconds hold) {
  script::Sequence sequence =
      test::sequence_of({test::pose_at(1, {test::reach("rightHand", {-0.2, 1.4, 0.3})}),
                         test::pose_at(2, {test::reach("rightHand", {-0.2, 1.0, 0.3})})});
  sequence.poses[0].hold = hold;
  sequence.nucleus = test::named("a");
  script::Document document = test::document_of({sequence});
  document.compat = script::Compat::Embr2010;
  document.nuclei = {{.id = test::named("a"), .parameters = {{script::kPower, p}}}};
  return document;
}

TEST_CASE("the first pose of a nucleus is drawn back by 0.1 m, and waits at full power alone",
          "[power_of_2010]") {
  // Tension and bias go the other way than ours.
  const Plan half = test::applied(power(), test::plan_of(beat(0.5, 0s)));
  CHECK(test::lines_of(half) ==
        "sequence s1 0.000 .. 2.300; fades 0.000 0.300; frame character\n"
        "  pose p1 1.000; nucleus a\n"
        "  pose p2 2.000; nucleus a\n"
        "  rightArm           key 1.000                reach rightHand -0.200 1.450 0.300; "
        "tcb -0.500 0.000 -0.500\n"
        "  rightArm           key 2.000                reach rightHand -0.200 1.000 0.300; "
        "tcb -0.500 0.000 -0.500\n");
  const Plan full = test::applied(power(), test::plan_of(beat(1, 200ms)));
  CHECK(full.sequences[0].poses[0].hold.count() == Approx(0.5));
  CHECK(full.sequences[0].poses[1].time.count() == Approx(2.3));
}

TEST_CASE("negative power shortens the first hold and what follows comes earlier",
          "[power_of_2010]") {
  const Plan plan = test::applied(power(), test::plan_of(beat(-0.5, 400ms)));
  CHECK(plan.sequences[0].poses[0].hold.count() == Approx(0.2));
  CHECK(plan.sequences[0].poses[1].time.count() == Approx(1.8));
  CHECK(std::get<Reach>(plan.sequences[0].tracks[0].keys[0].goals[0]).target_m ==
        Vec3{-0.2, 1.4, 0.3});
}

}  // namespace
}  // namespace kine::plan::power_of_2010_test
