// Tests for realizer/pose/keys.h.
#include "realizer/pose/keys.h"

#include "tests/support/catch.h"

namespace kine::keys_test {
namespace {

TEST_CASE("a time falls between the key at or before it and the next one", "[keys]") {
  const std::vector<float> times = {1, 2, 4};

  CHECK(pose::place_among(times, 0.5F).before == 0);
  CHECK(pose::place_among(times, 0.5F).h == 0);
  CHECK(pose::place_among(times, 1).before == 0);
  CHECK(pose::place_among(times, 1.25F).h == 0.25F);
  CHECK(pose::place_among(times, 2).before == 1);
  CHECK(pose::place_among(times, 3).before == 1);
  CHECK(pose::place_among(times, 3).h == 0.5F);
}

TEST_CASE("from the last key on there is nothing to go to", "[keys]") {
  const std::vector<float> times = {1, 2, 4};
  CHECK(pose::place_among(times, 4).before == 2);
  CHECK(pose::place_among(times, 4).h == 0);
  CHECK(pose::place_among(times, 9).before == 2);
}

TEST_CASE("a mask has the lanes of its joints and no others", "[keys]") {
  body::JointSet joints;
  joints.insert(body::Joint::Spine);      // lane 1 of block 0
  joints.insert(body::Joint::RightToes);  // lane 6 of block 3

  for (std::size_t block = 0; block < pose::kBlocks; ++block) {
    const auto mask = pose::lane_mask(joints, block);
    for (std::size_t lane = 0; lane < pose::kLanes; ++lane) {
      const bool owned = (block == 0 && lane == 1) || (block == 3 && lane == 6);
      CHECK(mask.has(lane) == owned);
    }
  }
  CHECK(pose::blocks_of(joints) == std::vector<std::uint8_t>{0, 3});
}

TEST_CASE("the lanes past the last joint are in no mask", "[keys]") {
  const auto mask = pose::lane_mask(body::JointSet::all(), pose::kBlocks - 1);
  const std::size_t lanes_used = body::kJointCount - (pose::kBlocks - 1) * pose::kLanes;
  for (std::size_t lane = 0; lane < pose::kLanes; ++lane) {
    CHECK(mask.has(lane) == (lane < lanes_used));
  }
}

}  // namespace
}  // namespace kine::keys_test
