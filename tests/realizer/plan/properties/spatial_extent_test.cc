// Tests for realizer/plan/properties/spatial_extent.h.
#include "realizer/plan/properties/spatial_extent.h"

#include <algorithm>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/plan/examples.h"
#include "tests/support/plan/plans.h"
#include "tests/support/plan/random_scripts.h"

namespace kine::plan::spatial_extent_test {
namespace {

bool near(const Vec3& a, const Vec3& b) { return length(a - b) < 1e-12; }

/// The targets of all tracks, sequence by sequence.
std::vector<Vec3> targets_of(const Plan& plan) {
  std::vector<Vec3> targets;
  for (const Sequence& sequence : plan.sequences) {
    for (const Track& track : sequence.tracks) {
      for (const Key& key : track.keys) {
        if (!key.goes_back()) targets.push_back(std::get<Reach>(key.goals[0]).target_m);
      }
    }
  }
  return targets;
}

script::Document document_with(std::vector<script::Sequence> sequences, double p) {
  for (script::Sequence& sequence : sequences) sequence.nucleus = test::named("a");
  script::Document document = test::document_of(std::move(sequences));
  document.nuclei = {{.id = test::named("a"), .parameters = {{script::kSpatialExtent, p}}}};
  return document;
}

script::Sequence reaches(const char* hand, std::vector<Vec3> targets) {
  std::vector<script::Pose> poses;
  for (const Vec3& target : targets) {
    poses.push_back(
        test::pose_at(static_cast<double>(poses.size() + 1), {test::reach(hand, target)}));
  }
  return test::sequence_of(std::move(poses));
}

std::vector<Vec3> grown(const script::Document& document) {
  return targets_of(test::applied(spatial_extent(), test::plan_of(document)));
}

TEST_CASE("targets move away from the middle of their box", "[spatial_extent]") {
  // The box is 0.2 x 0.4 x 0.2 about (-0.2, 1.2, 0.3); at 0.5 it grows by 1.4 (3.3).
  const auto targets = grown(document_with(
      {reaches("rightHand", {{-0.1, 1.0, 0.3}, {-0.3, 1.4, 0.2}, {-0.2, 1.1, 0.4}})}, 0.5));
  REQUIRE(targets.size() == 3);
  CHECK(near(targets[0], {-0.06, 0.92, 0.3}));
  CHECK(near(targets[1], {-0.34, 1.48, 0.16}));
  CHECK(near(targets[2], {-0.2, 1.06, 0.44}));
}

TEST_CASE("both arms of a nucleus grow about one middle", "[spatial_extent]") {
  const auto targets = grown(document_with(
      {reaches("rightHand", {{-0.2, 1.2, 0.3}}), reaches("leftHand", {{0.2, 1.2, 0.3}})}, 1));
  CHECK(near(targets[0], {-0.36, 1.2, 0.3}));
  CHECK(near(targets[1], {0.36, 1.2, 0.3}));
}

TEST_CASE("arms in different frames are brought to one space", "[spatial_extent]") {
  const Vec3 hips = test::ada().offsets_m[index_of(body::Joint::Hips)];
  std::vector<script::Sequence> sequences = {reaches("rightHand", {{-0.2, 1.2, 0.3}}),
                                             reaches("leftHand", {Vec3{0.2, 1.2, 0.3} - hips})};
  sequences[1].frame = script::Space::HipsAtRest;
  const auto targets = grown(document_with(sequences, 1));
  CHECK(near(targets[0], {-0.36, 1.2, 0.3}));
  CHECK(near(targets[1], Vec3{0.36, 1.2, 0.3} - hips));
}

TEST_CASE("a single target moves away from the solar plexus, or towards it", "[spatial_extent]") {
  // 0.28 m above ada's hips and 0.22 m before them: where the first release had it.
  const Vec3 plexus = test::ada().offsets_m[index_of(body::Joint::Hips)] +
                      (test::ada().height_m / 1.66) * Vec3{0, 0.28, 0.22};
  const Vec3 target{-0.3, 1.3, 0.4};
  CHECK(near(grown(document_with({reaches("rightHand", {target})}, 1)).at(0),
             plexus + 1.8 * (target - plexus)));
  CHECK(near(grown(document_with({reaches("rightHand", {target, target})}, -1)).at(1),
             plexus + 0.2 * (target - plexus)));
}

TEST_CASE("the first release scaled a single target less", "[spatial_extent]") {
  const Vec3 plexus = test::ada().offsets_m[index_of(body::Joint::Hips)] + Vec3{0, 0.28, 0.22};
  const Vec3 target{-0.3, 1.3, 0.4};
  script::Document document = document_with({reaches("rightHand", {target})}, 1);
  document.compat = script::Compat::Embr2010;
  CHECK(near(grown(document).at(0), plexus + 1.35 * (target - plexus)));
}

TEST_CASE("the more spatial extent, the larger the box of a gesture, in proportion",
          "[spatial_extent]") {
  const auto diagonal_m = [](const std::vector<Vec3>& targets) {
    const auto side = [&](double Vec3::*axis) {
      const auto [low, high] = std::ranges::minmax(targets, {}, axis);
      return high.*axis - low.*axis;
    };
    return length({side(&Vec3::x), side(&Vec3::y), side(&Vec3::z)});
  };
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    const script::Document gesture = test::random_gesture(seed);
    const double neutral_m = diagonal_m(grown(gesture));
    for (const double p : {-1.0, -0.5, -0.1, 0.0, 0.2, 0.6, 1.0}) {
      CAPTURE(seed, p);
      CHECK(diagonal_m(grown(test::with_manner(gesture, {{script::kSpatialExtent, p}}))) ==
            Approx((1 + 0.8 * p) * neutral_m));
    }
  }
}

}  // namespace
}  // namespace kine::plan::spatial_extent_test
