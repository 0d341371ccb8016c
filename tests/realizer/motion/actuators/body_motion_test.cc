// Tests for realizer/motion/actuators/body_motion.h.
#include "realizer/motion/actuators/body_motion.h"

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::motion::body_motion_test {
namespace {

using namespace std::chrono_literals;

plan::SolvedPoses solved(std::vector<std::pair<Seconds, double>> poses) {
  plan::SolvedPoses all;
  for (const auto& [time, way_m] : poses) {
    all.poses.push_back({.time = time, .hold = 500ms, .body = {.pelvis_m = {way_m, 0, 0}}});
  }
  return all;
}

}  // namespace

TEST_CASE("a body sets out with its sequence, and stays as long as a pose is held",
          "[body_motion]") {
  const pose::BodyKeys keys = make_body_keys(solved({{1s, 0.03}, {2s, 0}}), 400ms);
  const std::vector<std::pair<float, double>> expected = {
      {0.4F, 0}, {1.0F, 0.03}, {1.5F, 0.03}, {2.0F, 0}, {2.5F, 0}};
  REQUIRE(keys.keys.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CHECK(keys.keys[i].time_s == expected[i].first);
    CHECK(keys.keys[i].offsets.pelvis_m.x == expected[i].second);
  }
  CHECK(BodyMotion(keys).compile({}, test::ada()).find<pose::BodyKeys>()->keys == keys.keys);
}

TEST_CASE("poses that move no body have no keys of it", "[body_motion]") {
  CHECK(make_body_keys(solved({{1s, 0}, {2s, 0}}), 0s).empty());
  CHECK(make_body_keys({}, 0s).empty());
}

TEST_CASE("a pose that is there at once has one key", "[body_motion]") {
  const pose::BodyKeys keys = make_body_keys(solved({{1s, 0.03}}), 1s);
  REQUIRE(keys.keys.size() == 2);
  CHECK(keys.keys[0].offsets.pelvis_m.x == 0.03);
}

}  // namespace kine::motion::body_motion_test
