// Tests for realizer/gesture/motion_model.h.
#include "realizer/gesture/motion_model.h"

#include <limits>

#include "tests/support/catch.h"
#include "tests/support/gesture/models.h"

namespace kine::gesture::motion_model_test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::string fault_after(void (*change)(MotionModel&)) {
  MotionModel model = test::random_model(3, 1);
  change(model);
  return fault_of(model);
}

}  // namespace

TEST_CASE("a motion goes on with f of the fraction that is over", "[gesture]") {
  const Completion completion{.slope = 4, .half = 0.6};
  CHECK(completion.goes_on(0.6) == Approx(0.5));
  CHECK(completion.goes_on(0) == Approx(std::exp(2.4) / (1 + std::exp(2.4))));
  CHECK(completion.goes_on(1) == Approx(1 / (1 + std::exp(1.6))));
  CHECK(completion.goes_on(1000) == Approx(0).margin(1e-12));
  CHECK(completion.goes_on(-1000) == Approx(1));
}

TEST_CASE("a model of distributions has no fault", "[gesture]") {
  CHECK(fault_of(test::random_model(1, 1)).empty());
  CHECK(fault_of(test::random_model(kMotionsMax, 2)).empty());
}

TEST_CASE("a fault of a model names the motion and what is wrong with it", "[gesture]") {
  CHECK(fault_of({}) == "it has no motion");
  CHECK(fault_of(test::random_model(kMotionsMax + 1, 1)) == "it has more than 64 motions");
  CHECK(fault_after([](MotionModel& m) { m.motions[1].length_s = 0; }) == "motion 1 has no length");
  CHECK(fault_after([](MotionModel& m) { m.motions[0].length_s = kNan; }) ==
        "motion 0 has no length");
  CHECK(fault_after([](MotionModel& m) { m.motions[2].completion.slope = 0; }) ==
        "motion 2 does not say when it is over");
  CHECK(fault_after([](MotionModel& m) {
          m.motions[2].completion.slope = std::numeric_limits<double>::infinity();
        }) == "motion 2 does not say when it is over");
  CHECK(fault_after([](MotionModel& m) { m.motions[0].next.pop_back(); }) ==
        "motion 0 does not say what follows it");
  CHECK(fault_after([](MotionModel& m) { m.motions[0].next[1] = kNan; }) ==
        "motion 0 does not say what follows it");
  CHECK(fault_after([](MotionModel& m) { m.motions[1].continues += 0.1; }) ==
        "motion 1 does not say what follows its start");
  CHECK(fault_after([](MotionModel& m) { m.motions[1].start.symbols[0] = -0.1; }) ==
        "motion 1 does not say what is heard with it");
  CHECK(fault_after([](MotionModel& m) { m.motions[1].going_on.contexts = {}; }) ==
        "motion 1 does not say what is heard with it");
  CHECK(fault_after([](MotionModel& m) { m.motions[1].start_share = -1; }) ==
        "motion 1 has a share that is not from 0 to 1");
}

TEST_CASE("the paper's profile takes none of our departures", "[gesture]") {
  CHECK(kLevine2009 == Profile{0, 0, false, false, 0, true, 0, 0, 0, Blend::Velocity});
  CHECK(Profile{} == Profile{0.75, 1.5, true, true, 0.8, false, 5, 8, 3, Blend::Inertial});
  CHECK(kLevine2009.from == DrawnFrom::Both);
  CHECK(kLevine2009.how == DrawnHow::Sampled);
  CHECK(kLevine2009.ends_early);
}

}  // namespace kine::gesture::motion_model_test
