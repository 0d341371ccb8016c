// Tests for realizer/plan/properties/temporal_extent.h.
#include "realizer/plan/properties/temporal_extent.h"

#include <cmath>

#include "tests/support/catch.h"
#include "tests/support/plan/examples.h"
#include "tests/support/plan/plans.h"
#include "tests/support/plan/random_scripts.h"

namespace kine::plan::temporal_extent_test {
namespace {

using namespace std::chrono_literals;

script::Document two_poses(double p) {
  script::Sequence sequence =
      test::sequence_of({test::pose_at(1, {test::reach("rightHand", {-0.2, 1.3, 0.3})}),
                         test::pose_at(2, {test::reach("rightHand", {-0.2, 1.0, 0.3})}),
                         test::pose_at(4, {test::reach("rightHand", {-0.2, 1.2, 0.3})})});
  sequence.poses[1].nucleus = test::named("a");
  sequence.poses[1].hold = 500ms;
  script::Document document = test::document_of({sequence});
  document.nuclei = {{.id = test::named("a"), .parameters = {{script::kTemporalExtent, p}}}};
  return document;
}

Plan slowed(const script::Document& document) {
  return test::applied(temporal_extent(), test::plan_of(document));
}

/// (3.1) as realizer/plan/properties/README.md has it.
double delay_s(double length_s, double p) { return 1.5 * p * std::log10(1 + length_s); }

TEST_CASE("movements and holds of a nucleus take longer, and the rest of the gesture shifts",
          "[temporal_extent]") {
  CHECK(test::lines_of(test::plan_of(two_poses(0.5))) ==
        "sequence s1 0.000 .. 4.300; fades 0.000 0.300; frame character\n"
        "  pose p1 1.000\n"
        "  pose p2 2.000 hold 0.500; nucleus a\n"
        "  pose p3 4.000\n"
        "  rightArm           key 1.000                reach rightHand -0.200 1.300 0.300\n"
        "  rightArm           key 2.000 hold 0.500     reach rightHand -0.200 1.000 0.300\n"
        "  rightArm           key 4.000                reach rightHand -0.200 1.200 0.300\n");
  // 1.5 * 0.5 * log10(2) = 0.226, 1.5 * 0.5 * log10(1.5) = 0.132.
  CHECK(test::lines_of(slowed(two_poses(0.5))) ==
        "sequence s1 0.000 .. 4.658; fades 0.000 0.300; frame character\n"
        "  pose p1 1.000\n"
        "  pose p2 2.226 hold 0.632; nucleus a\n"
        "  pose p3 4.358\n"
        "  rightArm           key 1.000                reach rightHand -0.200 1.300 0.300\n"
        "  rightArm           key 2.226 hold 0.632     reach rightHand -0.200 1.000 0.300\n"
        "  rightArm           key 4.358                reach rightHand -0.200 1.200 0.300\n");
}

TEST_CASE("every length changes by equation 3.1, its order kept", "[temporal_extent]") {
  const double p = GENERATE(-1.0, -0.4, 0.3, 1.0);
  const Plan plan = slowed(two_poses(p));
  const std::vector<Pose>& poses = plan.sequences[0].poses;
  CHECK((poses[1].time - poses[0].time).count() == Approx(1 + delay_s(1, p)));
  CHECK(poses[1].hold.count() == Approx(0.5 + delay_s(0.5, p)));
  CHECK(poses[1].hold > 0s);
}

TEST_CASE("a named stroke keeps its time: the way to it begins earlier, or the gesture later",
          "[temporal_extent]") {
  script::Document document = two_poses(0.5);
  document.sequences[0].poses[1].phase = script::Phase::Stroke;
  const Plan slow = slowed(document);
  CHECK(slow.sequences[0].start == 0s);
  CHECK(slow.sequences[0].poses[0].time.count() == Approx(1 - delay_s(1, 0.5)));
  CHECK(slow.sequences[0].poses[1].time == 2s);

  document.nuclei[0].parameters.set(script::kTemporalExtent, -0.5);
  const Plan fast = slowed(document);
  CHECK(fast.sequences[0].start.count() == Approx(delay_s(1, 0.5)));
  CHECK(fast.sequences[0].tracks[0].start == fast.sequences[0].start);
  CHECK(fast.sequences[0].poses[1].time == 2s);
}

TEST_CASE("what a stroke leaves no room for is warned of", "[temporal_extent]") {
  script::Document document = two_poses(1);
  for (script::Pose& pose : document.sequences[0].poses) pose.nucleus = test::named("a");
  document.sequences[0].poses[1].phase = script::Phase::Stroke;
  Diagnostics diagnostics;
  const Plan plan = test::applied(temporal_extent(), test::plan_of(document), diagnostics);
  CHECK(plan.sequences[0].poses[1].time == 2s);
  REQUIRE(diagnostics.warnings().size() == 1);
  CHECK(diagnostics.warnings()[0].message.find("the stroke keeps its time") == 0);
}

TEST_CASE("two arms that share a nucleus stay in step", "[temporal_extent]") {
  // The left hand comes to the same last pose in one movement.
  script::Document document = two_poses(0.8);
  for (script::Pose& pose : document.sequences[0].poses) pose.nucleus = test::named("a");
  script::Sequence left =
      test::sequence_of({test::pose_at(4, {test::reach("leftHand", {0.2, 1.2, 0.3})})});
  left.nucleus = test::named("a");
  document.sequences.push_back(left);
  const Plan plan = slowed(document);
  CHECK(plan.sequences[1].poses[0].time == plan.sequences[0].poses[2].time);
  CHECK(plan.sequences[0].poses[2].time > 4s);
}

TEST_CASE("a clip of a nucleus plays longer", "[temporal_extent]") {
  script::Document document = two_poses(0.5);
  document.sequences[0].nucleus = test::named("a");
  document.sequences[0].poses.clear();
  script::Clip clip;
  clip.clip = test::named("nod");
  clip.time.from = script::Time::From::Sequence;
  clip.hold = 1s;
  document.sequences[0].clips = {clip};
  CHECK(slowed(document).sequences[0].clips[0].hold.count() == Approx(1 + delay_s(1, 0.5)));
}

TEST_CASE("the first release's constants can be had", "[temporal_extent]") {
  script::Document document = two_poses(1);
  document.compat = script::Compat::Embr2010;
  for (script::Pose& pose : document.sequences[0].poses) pose.nucleus = test::named("a");
  const Plan plan = slowed(document);
  const std::vector<Pose>& poses = plan.sequences[0].poses;
  // From the second pose of the nucleus on: trunc(1500 ln 2) and trunc(1500 ln 1.5) ms.
  CHECK(poses[0].time == 1s);
  CHECK((poses[1].time - poses[0].time).count() == Approx(2.039));
  CHECK(poses[1].hold.count() == Approx(1.108));

  document.nuclei[0].parameters.set(script::kTemporalExtent, -1);  // 0.6 of it: trunc(-900 ln 2)
  const Plan fast = slowed(document);
  CHECK((fast.sequences[0].poses[1].time - fast.sequences[0].poses[0].time).count() ==
        Approx(1 - 0.623));
}

TEST_CASE("the more temporal extent, the longer a gesture", "[temporal_extent]") {
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    const script::Document gesture = test::random_gesture(seed);
    double before_s = 0;
    for (const double p : {-1.0, -0.5, -0.1, 0.0, 0.2, 0.6, 1.0}) {
      const Plan plan = slowed(test::with_manner(gesture, {{script::kTemporalExtent, p}}));
      const double length_s = (plan.sequences[0].end() - plan.sequences[0].start).count();
      CAPTURE(seed, p);
      CHECK(length_s > before_s + 0.01);
      before_s = length_s;
    }
  }
}

}  // namespace
}  // namespace kine::plan::temporal_extent_test
