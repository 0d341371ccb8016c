// Tests for realizer/pose/kernels.h.
#include "realizer/pose/kernels.h"

#include <cmath>
#include <functional>
#include <vector>

#include "hwy/targets.h"
#include "tests/support/catch.h"
#include "tests/support/random_rotations.h"
#include "tests/support/scalar_kernels.h"

namespace kine {
namespace {

using pose::BlendSum;
using pose::QuatBlock;
using test::block_of;
using test::lane_of;
using test::RandomRotations;

/// Runs `check` on every instruction set that this machine and the kernels share.
void on_each_target(const std::function<void()>& check) {
  int targets_run = 0;
  for (std::int64_t targets = hwy::SupportedTargets(); targets != 0; targets &= targets - 1) {
    const std::int64_t target = targets & -targets;
    if (target != HWY_AVX2 && target != HWY_AVX3 && target != HWY_NEON) continue;
    INFO(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().DeInit();
    check();
    ++targets_run;
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().DeInit();
  }
  REQUIRE(targets_run > 0);
}

/// Lanes whose second quaternion lies on the first one's side, `angle_rad` away at most.
std::pair<QuatBlock, QuatBlock> neighbours(RandomRotations& random, double angle_rad) {
  std::vector<Quat> first;
  const QuatBlock from = block_of([&] { return first.emplace_back(random.within(M_PI)); });
  std::size_t lane = 0;
  const QuatBlock to = block_of([&] { return first[lane++] * random.within(angle_rad); });
  return {from, to};
}

TEST_CASE("slerp without trigonometry follows the great arc", "[kernels]") {
  RandomRotations random(1);
  for (int round = 0; round < 200; ++round) {
    const auto [from, to] = neighbours(random, 3.1);
    const float h = static_cast<float>(random.number(0, 1));
    QuatBlock output;
    pose::slerp(from, to, h, output);
    for (std::size_t lane = 0; lane < pose::kLanes; ++lane) {
      const Quat expected = slerp(lane_of(from, lane), lane_of(to, lane), h);
      CHECK(angle_between(lane_of(output, lane), expected) < 2e-6);
      CHECK(std::abs(dot(lane_of(output, lane), lane_of(output, lane)) - 1) < 2e-6);
    }
  }
}

TEST_CASE("slerp between equal rotations stays there", "[kernels]") {
  RandomRotations random(2);
  const QuatBlock block = block_of([&] { return random.within(3); });
  QuatBlock output;
  pose::slerp(block, block, 0.3F, output);
  for (std::size_t lane = 0; lane < pose::kLanes; ++lane) {
    CHECK(angle_between(lane_of(output, lane), lane_of(block, lane)) < 1e-6);
  }
}

TEST_CASE("every kernel gives the scalar oracle's bits on every target", "[kernels]") {
  on_each_target([] {
    RandomRotations random(3);
    for (int round = 0; round < 50; ++round) {
      const auto [from, to] = neighbours(random, 2.5);
      const float h = static_cast<float>(random.number(0, 1));
      QuatBlock lanes;
      QuatBlock plain;
      pose::slerp(from, to, h, lanes);
      test::scalar::slerp(from, to, h, plain);
      REQUIRE(lanes == plain);

      BlendSum lane_sum;
      BlendSum plain_sum;
      std::array<float, pose::kLanes> mask = {};
      for (float& lane : mask) lane = random.number(0, 1) < 0.5 ? 0.0F : 1.0F;
      pose::add_layer(from, mask, h, lane_sum);
      test::scalar::add_layer(from, mask, h, plain_sum);
      REQUIRE(lane_sum.sum == plain_sum.sum);
      REQUIRE(lane_sum.left == plain_sum.left);

      pose::finish_blend(to, lane_sum, lanes);
      test::scalar::finish_blend(to, plain_sum, plain);
      REQUIRE(lanes == plain);
    }
  });
}

TEST_CASE("a layer at full weight hides the rest where its mask is", "[kernels]") {
  RandomRotations random(4);
  const QuatBlock layer = block_of([&] { return random.within(2); });
  const QuatBlock rest = block_of([&] { return random.within(2); });
  std::array<float, pose::kLanes> mask = {};
  mask[3] = 1;
  BlendSum blend;
  pose::add_layer(layer, mask, 1, blend);
  QuatBlock output;
  pose::finish_blend(rest, blend, output);

  CHECK(angle_between(lane_of(output, 3), lane_of(layer, 3)) < 1e-6);
  CHECK(angle_between(lane_of(output, 4), lane_of(rest, 4)) < 1e-6);
}

TEST_CASE("half of each of two rotations is the middle between them", "[kernels]") {
  RandomRotations random(5);
  const QuatBlock rest = block_of([&] { return random.within(1.5); });
  std::size_t lane = 0;
  const QuatBlock layer = block_of([&] { return lane_of(rest, lane++) * random.within(1.5); });
  std::array<float, pose::kLanes> mask;
  mask.fill(1);
  BlendSum blend;
  pose::add_layer(layer, mask, 0.5F, blend);
  QuatBlock output;
  pose::finish_blend(rest, blend, output);
  for (lane = 0; lane < pose::kLanes; ++lane) {
    const Quat middle = slerp(lane_of(rest, lane), lane_of(layer, lane), 0.5);
    CHECK(angle_between(lane_of(output, lane), middle) < 1e-5);
  }
}

TEST_CASE("the sign of a quaternion makes no difference to a blend", "[kernels]") {
  RandomRotations random(6);
  const QuatBlock rest = block_of([&] { return random.within(1.5); });
  const QuatBlock layer = block_of([&] { return random.within(1.5); });
  std::size_t lane = 0;
  const QuatBlock negated = block_of([&] { return -lane_of(layer, lane++); });
  std::array<float, pose::kLanes> mask;
  mask.fill(1);
  BlendSum one;
  BlendSum other;
  pose::add_layer(layer, mask, 0.3F, one);
  pose::add_layer(negated, mask, 0.3F, other);
  QuatBlock output;
  QuatBlock other_output;
  pose::finish_blend(rest, one, output);
  pose::finish_blend(rest, other, other_output);
  CHECK(output == other_output);
}

}  // namespace
}  // namespace kine
