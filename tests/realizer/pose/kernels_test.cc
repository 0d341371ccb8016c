// Tests for realizer/pose/kernels.h.
#include "realizer/pose/kernels.h"

#include <cmath>
#include <vector>

#include "realizer/math/tcb.h"
#include "tests/support/catch.h"
#include "tests/support/motion/every_target.h"
#include "tests/support/motion/random_rotations.h"
#include "tests/support/motion/scalar_kernels.h"

namespace kine::kernels_test {
namespace {

using pose::BlendSum;
using pose::QuatBlock;
using pose::VectorBlock;
using test::block_of;
using test::lane_of;
using test::on_each_target;
using test::RandomRotations;

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

/// Four keys in a row, each within `angle_rad` of the one before, and tangents that may be
/// anything.
struct Row {
  std::array<QuatBlock, 4> keys;
  pose::SquadEnds ends;
  VectorBlock first;
};

void fill(Row& row, RandomRotations& random, double angle_rad, double share_max) {
  std::vector<Quat> last(pose::kLanes);
  row.keys[0] = block_of([&, i = 0U]() mutable { return last[i++] = random.within(M_PI); });
  for (std::size_t key = 1; key < 4; ++key) {
    row.keys[key] = block_of([&, i = 0U]() mutable {
      last[i] = last[i] * random.within(angle_rad);
      return last[i++];
    });
  }
  const auto share = [&] { return static_cast<float>(random.number(0, share_max)); };
  row.ends = {.before = &row.keys[0],
              .from = &row.keys[1],
              .to = &row.keys[2],
              .after = &row.keys[3],
              .out_of_before = share(),
              .out_of_own = share(),
              .first_tangent = nullptr,
              .in_of_own = share(),
              .in_of_after = share()};
}

void fill_first_tangent(Row& row, RandomRotations& random) {
  for (std::size_t lane = 0; lane < pose::kLanes; ++lane) {
    const Vec3 v = random.number(0, 4) * random.direction();
    row.first.x[lane] = static_cast<float>(v.x);
    row.first.y[lane] = static_cast<float>(v.y);
    row.first.z[lane] = static_cast<float>(v.z);
  }
  row.ends.first_tangent = &row.first;
}

/// The same interval in double, as realizer/math/tcb.h says it.
Quat expected_squad(const Row& row, std::size_t lane, double h) {
  const auto key = [&](std::size_t i) { return normalized(lane_of(row.keys[i], lane)); };
  const Vec3 before = log(conjugate(key(0)) * key(1));
  const Vec3 own = log(conjugate(key(1)) * key(2));
  const Vec3 after = log(conjugate(key(2)) * key(3));
  const pose::SquadEnds& ends = row.ends;
  Vec3 out = double{ends.out_of_before} * before + double{ends.out_of_own} * own;
  if (ends.first_tangent != nullptr) {
    out = {row.first.x[lane], row.first.y[lane], row.first.z[lane]};
  }
  const Vec3 in = double{ends.in_of_own} * own + double{ends.in_of_after} * after;
  return squad(key(1), inner_quats(key(1), key(2), out, in), key(2), h);
}

TEST_CASE("a squad of lanes is the squad in double, also where its inner arc is wide",
          "[kernels]") {
  RandomRotations random(11);
  int narrow = 0;
  int wide = 0;
  for (int round = 0; round < 300; ++round) {
    Row row;
    // A quarter turn between keys is a wide gesture; shares up to 2 are extreme tangents.
    fill(row, random, std::array{0.8, 1.6, 2.6}[static_cast<std::size_t>(round) % 3],
         round % 2 == 0 ? 2 : 1);
    if (round % 4 == 0) fill_first_tangent(row, random);
    const double h = random.number(0, 1);
    pose::SquadBlock interval;
    QuatBlock output;
    const pose::Arcs arcs = pose::set_up_squad(row.ends, interval);
    (arcs == pose::Arcs::Narrow ? narrow : wide) += 1;
    pose::squad(interval, arcs, static_cast<float>(h), output);
    for (std::size_t lane = 0; lane < pose::kLanes; ++lane) {
      const Quat near_start = normalized(lane_of(interval.near_start, lane));
      const Quat near_end = normalized(lane_of(interval.near_end, lane));
      // Between nearly opposite quaternions rounding alone decides where the arc runs.
      if (dot(near_start, near_end) < -0.9) continue;
      const Quat expected = expected_squad(row, lane, static_cast<float>(h));
      CHECK(angle_between(normalized(lane_of(output, lane)), expected) < 2e-5);
    }
  }
  CHECK(narrow > 30);
  CHECK(wide > 30);
}

TEST_CASE("arcs that are called narrow are so at every time", "[kernels]") {
  RandomRotations random(16);
  int narrow = 0;
  for (int round = 0; round < 400; ++round) {
    Row row;
    fill(row, random, 1.2, 1.2);
    pose::SquadBlock interval;
    if (pose::set_up_squad(row.ends, interval) == pose::Arcs::Wide) continue;
    ++narrow;
    for (float h = 0; h <= 1; h += 0.05F) {
      QuatBlock as_narrow;
      QuatBlock as_wide;
      pose::squad(interval, pose::Arcs::Narrow, h, as_narrow);
      pose::squad(interval, pose::Arcs::Wide, h, as_wide);
      REQUIRE(as_narrow == as_wide);
    }
  }
  CHECK(narrow > 30);
}

TEST_CASE("a squad meets its keys at both ends", "[kernels]") {
  RandomRotations random(12);
  Row row;
  fill(row, random, 2, 1);
  pose::SquadBlock interval;
  const pose::Arcs arcs = pose::set_up_squad(row.ends, interval);
  QuatBlock start;
  QuatBlock end;
  pose::squad(interval, arcs, 0, start);
  pose::squad(interval, arcs, 1, end);
  for (std::size_t lane = 0; lane < pose::kLanes; ++lane) {
    CHECK(angle_between(lane_of(start, lane), lane_of(row.keys[1], lane)) < 1e-6);
    CHECK(angle_between(lane_of(end, lane), lane_of(row.keys[2], lane)) < 1e-6);
  }
}

TEST_CASE("an arc is the logarithm of the shorter turn, and turning on by it arrives",
          "[kernels]") {
  RandomRotations random(13);
  for (int round = 0; round < 50; ++round) {
    const QuatBlock from = block_of([&] { return random.within(M_PI); });
    const QuatBlock to = block_of([&] { return random.within(M_PI); });
    VectorBlock arc;
    pose::arc(from, to, arc);
    QuatBlock output;
    pose::turn_on(from, arc, 1, output);
    for (std::size_t lane = 0; lane < pose::kLanes; ++lane) {
      const Vec3 v{arc.x[lane], arc.y[lane], arc.z[lane]};
      const double angle = angle_between(lane_of(from, lane), lane_of(to, lane));
      CHECK(2 * length(v) == Approx(angle).margin(1e-5));
      CHECK(angle_between(normalized(lane_of(output, lane)), lane_of(to, lane)) < 5e-6);
    }
  }
}

TEST_CASE("a relative turn lies on top of what it finds, by its weight", "[kernels]") {
  RandomRotations random(14);
  const QuatBlock turn = block_of([&] { return random.within(0.4); });
  const QuatBlock below = block_of([&] { return random.within(3); });
  const pose::LaneMask mask{0xffff & ~(1U << 2)};
  QuatBlock whole = below;
  QuatBlock half = below;
  pose::add_relative(turn, mask, 1, whole);
  pose::add_relative(turn, mask, 0.5F, half);
  for (std::size_t lane = 0; lane < pose::kLanes; ++lane) {
    const Quat here = lane_of(below, lane);
    const Quat by = lane == 2 ? Quat{} : lane_of(turn, lane);
    CHECK(angle_between(lane_of(whole, lane), here * by) < 1e-6);
    CHECK(angle_between(lane_of(half, lane), here * slerp({}, by, 0.5)) < 2e-6);
  }
}

TEST_CASE("every kernel gives the scalar oracle's bits on every target", "[kernels]") {
  on_each_target([] {
    RandomRotations random(3);
    for (int round = 0; round < 100; ++round) {
      const auto [from, to] = neighbours(random, 2.5);
      const float h = static_cast<float>(random.number(0, 1));
      QuatBlock lanes;
      QuatBlock plain;
      pose::slerp(from, to, h, lanes);
      test::scalar::slerp(from, to, h, plain);
      REQUIRE(lanes == plain);

      Row row;
      fill(row, random, 2.8, 2);
      if (round % 3 == 0) fill_first_tangent(row, random);
      if (round % 5 == 0) row.ends.before = row.ends.after = nullptr;
      pose::SquadBlock lane_interval;
      pose::SquadBlock plain_interval;
      const pose::Arcs arcs = pose::set_up_squad(row.ends, lane_interval);
      REQUIRE(arcs == test::scalar::set_up_squad(row.ends, plain_interval));
      REQUIRE(lane_interval.from == plain_interval.from);
      REQUIRE(lane_interval.to == plain_interval.to);
      REQUIRE(lane_interval.near_start == plain_interval.near_start);
      REQUIRE(lane_interval.near_end == plain_interval.near_end);
      pose::squad(lane_interval, arcs, h, lanes);
      test::scalar::squad(plain_interval, h, plain);
      REQUIRE(lanes == plain);

      VectorBlock lane_arc;
      VectorBlock plain_arc;
      pose::arc(from, row.keys[3], lane_arc);
      test::scalar::arc(from, row.keys[3], plain_arc);
      REQUIRE(lane_arc == plain_arc);
      pose::turn_on(to, lane_arc, h, lanes);
      test::scalar::turn_on(to, plain_arc, h, plain);
      REQUIRE(lanes == plain);

      BlendSum lane_sum;
      BlendSum plain_sum;
      const pose::LaneMask mask =
          pose::LaneMask{static_cast<std::uint16_t>(random.number(0, 65536))};
      pose::add_layer(from, mask, h, lane_sum);
      test::scalar::add_layer(from, mask, h, plain_sum);
      REQUIRE(lane_sum.sum == plain_sum.sum);
      REQUIRE(lane_sum.left == plain_sum.left);

      pose::finish_blend(to, lane_sum, lanes);
      test::scalar::finish_blend(to, plain_sum, plain);
      REQUIRE(lanes == plain);

      pose::add_relative(from, mask, h, lanes);
      test::scalar::add_relative(from, mask, h, plain);
      REQUIRE(lanes == plain);
    }
  });
}

TEST_CASE("half of each of two opposite poses leaves the rest pose, not nothing", "[kernels]") {
  const QuatBlock one = block_of([] { return Quat{1, 0, 0, 0}; });
  const QuatBlock other = block_of([] { return Quat{-1, 0, 0, 0}; });
  const QuatBlock rest = block_of([] { return Quat{-1, 0, 0, 0}; });
  BlendSum blend;
  pose::add_layer(one, pose::LaneMask{0xffff}, 0.5F, blend);
  pose::add_layer(other, pose::LaneMask{0xffff}, 1, blend);
  QuatBlock output;
  pose::finish_blend(rest, blend, output);
  CHECK(output == rest);
}

TEST_CASE("what is hidden by a whole layer changes nothing, and neither does its order",
          "[kernels]") {
  on_each_target([] {
    RandomRotations random(15);
    const QuatBlock low = block_of([&] { return random.within(2); });
    const QuatBlock high = block_of([&] { return random.within(2); });
    const std::array<std::uint8_t, 1> first = {1};
    const pose::LaneMask mask{0x00ff};
    const auto layer_of = [&](const QuatBlock& block, float weight) {
      return pose::LayerSample{.blocks = first, .masks = &mask, .from = &block, .weight = weight};
    };
    std::array<QuatBlock, pose::kBlocks> rest;
    std::array<QuatBlock, pose::kBlocks> alone;
    std::array<QuatBlock, pose::kBlocks> over;
    const std::array one = {layer_of(high, 1)};
    const std::array two = {layer_of(low, 0.7F), layer_of(high, 1)};
    pose::blend_layers(one, rest, {}, alone);
    pose::blend_layers(two, rest, {}, over);
    CHECK(alone == over);
  });
}

TEST_CASE("a layer at full weight hides the rest where its mask is", "[kernels]") {
  RandomRotations random(4);
  const QuatBlock layer = block_of([&] { return random.within(2); });
  const QuatBlock rest = block_of([&] { return random.within(2); });
  const pose::LaneMask mask{1U << 3};
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
  const pose::LaneMask mask{0xffff};
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
  const pose::LaneMask mask{0xffff};
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
}  // namespace kine::kernels_test
