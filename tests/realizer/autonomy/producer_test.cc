// What every producer promises (realizer/autonomy/producer.h), asked of each there is, and what
// each of them is for.
#include "realizer/autonomy/producer.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "realizer/cast/builtins.h"
#include "realizer/pose/blend.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::autonomy::producer_test {
namespace {

using plan::LifeParameter;

constexpr double kDegree = 3.14159265358979323846 / 180;
const TickRate kRate(60);

struct Motion {
  Tick from;
  Tick to;
  pose::Keys keys;
};

/// All that a producer gives of one character in `ticks`.
std::vector<Motion> motions_of(const Producer& producer, std::uint64_t seed, std::uint64_t ticks,
                               const Parameters& parameters = Parameters::usual(),
                               bool looks = false) {
  std::vector<Motion> motions;
  Memory memory;
  for (Tick tick; tick.index < ticks; ++tick.index) {
    if (memory.next > tick) continue;
    const auto [segment, block] = producer.advance_to(
        {.tick = tick,
         .rate = kRate,
         .random = Random({.seed = seed, .character = 1, .tick = tick.index, .purpose = 3}),
         .parameters = parameters,
         .looks_at_something = looks},
        memory);
    REQUIRE(memory.next > tick);
    CHECK(block == nullptr);
    if (!segment) continue;
    CHECK(segment->relative);
    CHECK(segment->valid());
    const Tick end = kRate.first_at_or_after(tick, segment->end);
    CHECK(end <= memory.next);
    motions.push_back(
        {tick, end,
         segment->actuator->compile(
             {.pose = nullptr, .pose_before = nullptr, .step = {}, .time = {}}, test::ada())});
  }
  return motions;
}

/// What it lays on a pose in T at each tick.
std::vector<pose::Pose> laid_on_top(const std::vector<Motion>& motions, std::uint64_t ticks) {
  std::vector<pose::Pose> poses(ticks);
  for (const Motion& motion : motions) {
    pose::Interval interval;
    for (std::uint64_t tick = motion.from.index; tick < std::min(motion.to.index, ticks); ++tick) {
      const pose::Layer layer{
          .keys = &motion.keys,
          .contents = pose::Contents::of(motion.keys),
          .interval = &interval,
          .time_s = static_cast<float>(kRate.between(motion.from, Tick{tick}).count()),
          .weight = 1};
      pose::RelativeJob{.layers = std::span(&layer, 1), .pose = &poses[tick]}.run();
    }
  }
  return poses;
}

double largest_turn(const pose::Pose& a, const pose::Pose& b) {
  double largest = 0;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const body::Joint joint = body::joint_at(i);
    largest = std::max(largest,
                       angle_between(normalized(a.rotation(joint)), normalized(b.rotation(joint))));
  }
  return largest;
}

}  // namespace

TEST_CASE("every producer keeps its promises", "[producer][contract]") {
  const pose::Pose still;
  REQUIRE(builtins().producers.size() == 7);
  for (const Producer* producer : builtins().producers) {
    CAPTURE(producer->name());
    const bool is_rare = producer->name() == "weight" || producer->name() == "fidget";
    const std::uint64_t ticks = (is_rare ? 5 : 1) * 60 * 60;
    const auto motions = motions_of(*producer, 1, ticks);
    CHECK(motions.size() > 3);

    // The same seed gives the same life, another one another.
    const auto again = motions_of(*producer, 1, ticks);
    REQUIRE(again.size() == motions.size());
    for (std::size_t i = 0; i < again.size(); ++i) CHECK(again[i].keys == motions[i].keys);
    const auto other = motions_of(*producer, 2, ticks);
    CHECK((other.size() != motions.size() || other[1].from != motions[1].from ||
           !(other[1].keys == motions[1].keys)));

    // It is small, and nothing of it jumps: not even an eye moves 2 degrees in a sixtieth.
    const auto poses = laid_on_top(motions, ticks);
    for (std::uint64_t tick = 0; tick < ticks; ++tick) {
      REQUIRE(largest_turn(poses[tick], still) < 4.5 * kDegree);
      if (tick > 0 && producer->name() != "saccade") {
        REQUIRE(largest_turn(poses[tick], poses[tick - 1]) < 0.1 * kDegree);
      }
      for (const float value : poses[tick].channels) {
        REQUIRE(value >= 0);
        REQUIRE(value <= 1);
      }
    }
  }
}

TEST_CASE("blinks come some 17 a minute, far enough apart, and close both lids", "[producer]") {
  constexpr std::uint64_t kTicks = 60 * 60 * 30;
  const auto motions = motions_of(blink(), 5, kTicks);
  CHECK(static_cast<double>(motions.size()) / 30 == Approx(17).epsilon(0.15));
  for (std::size_t i = 1; i < motions.size(); ++i) {
    REQUIRE(kRate.between(motions[i - 1].to, motions[i].from).count() > 0.25);
  }
  const auto poses = laid_on_top(motions, kTicks);
  const auto lid = [&](const char* name, std::uint64_t tick) {
    return poses[tick].channels[body::find_channel(name)->index];
  };
  for (const Motion& motion : motions) {
    if (motion.to.index >= kTicks) break;
    const std::uint64_t closed = motion.from.index + 5;  // 83 ms: 70 to close, 40 closed
    REQUIRE(lid("eyeBlinkLeft", closed) == 1);
    REQUIRE(lid("eyeBlinkRight", closed) == 1);
    REQUIRE(lid("eyeBlinkLeft", motion.from.index) == 0);
    REQUIRE(lid("eyeBlinkLeft", motion.to.index) == 0);
  }
}

TEST_CASE("breath is drawn faster than it is let go, fifteen times a minute", "[producer]") {
  constexpr std::uint64_t kTicks = 60 * 60 * 4;
  const auto motions = motions_of(breath(), 3, kTicks);
  CHECK(static_cast<double>(motions.size()) / 4 == Approx(15).epsilon(0.1));
  const auto poses = laid_on_top(motions, kTicks);
  int drawn = 0;
  int let_go = 0;
  for (std::uint64_t tick = 1; tick < kTicks; ++tick) {
    const auto chest = [&](std::uint64_t at) { return -poses[at].rotation(body::Joint::Chest).x; };
    if (chest(tick) > chest(tick - 1) + 1e-7) ++drawn;
    if (chest(tick) < chest(tick - 1) - 1e-7) ++let_go;
  }
  CHECK(drawn < let_go);
  CHECK(drawn > let_go / 2);

  Parameters deep = Parameters::usual();
  deep.set({LifeParameter::BreathAmplitude, 3});
  const auto largest = [&](const std::vector<Motion>& of) {
    double turn = 0;
    for (const pose::Pose& pose : laid_on_top(of, kTicks)) {
      turn = std::max(turn, largest_turn(pose, {}));
    }
    return turn;
  };
  CHECK(largest(motions_of(breath(), 3, kTicks, deep)) ==
        Approx(3 * largest(motions)).epsilon(1e-3));
}

TEST_CASE("eyes stray by one to four degrees and rest at least half a second", "[producer]") {
  constexpr std::uint64_t kTicks = 60 * 60 * 5;
  const auto motions = motions_of(saccade(), 8, kTicks);
  const auto looking = motions_of(saccade(), 8, kTicks, Parameters::usual(), true);
  CHECK(10 * looking.size() < 7 * motions.size());
  for (const Motion& motion : motions) {
    REQUIRE(kRate.between(motion.from, motion.to).count() >= 0.5);
    REQUIRE(motion.keys.joints.times_s[1] > 0.02F);
    REQUIRE(motion.keys.joints.times_s[1] < 0.06F);
  }
}

TEST_CASE("swaying moves no leg", "[producer]") {
  for (const Motion& motion : motions_of(sway(), 2, 60 * 60)) {
    for (const body::Joint joint :
         {body::Joint::Hips, body::Joint::LeftUpperLeg, body::Joint::RightFoot}) {
      CHECK_FALSE(motion.keys.joints.joints.contains(joint));
    }
  }
}

namespace {

body::BodyOffsets ends_of(const Motion& motion) {
  return motion.keys.find<pose::BodyKeys>()->keys.back().offsets;
}

}  // namespace

TEST_CASE("weight goes from leg to leg every one to three minutes, and the free hip drops",
          "[producer]") {
  double before_m = 0;
  Tick shifted;
  int shifts = 0;
  for (const Motion& motion : motions_of(weight_shift(), 4, 60 * 60 * 60)) {
    const body::BodyOffsets ends = ends_of(motion);
    if (ends.pelvis_m.x == before_m) continue;
    REQUIRE(std::abs(ends.pelvis_m.x) >= 0.025);
    REQUIRE(std::abs(ends.pelvis_m.x) <= 0.045);
    REQUIRE(ends.pelvis_m.x * before_m <= 0);
    // Turned about +Z, to which it faces, the left hip rises; the spine bends the other way.
    REQUIRE(ends.pelvis_rad.z * ends.pelvis_m.x > 0);
    REQUIRE(ends.spine_rad[0].z * ends.pelvis_m.x < 0);
    REQUIRE(std::abs(ends.pelvis_rad.z) >= 2 * kDegree);
    REQUIRE(std::abs(ends.pelvis_rad.z) <= 3 * kDegree);
    const float arrives_s = motion.keys.find<pose::BodyKeys>()->keys.back().time_s;
    REQUIRE(arrives_s >= 1.2F);
    REQUIRE(arrives_s <= 2.5F);
    const double since_s = kRate.between(shifted, motion.from).count();
    REQUIRE(since_s <= 200.02);
    if (shifts > 0) REQUIRE(since_s >= 60);
    before_m = ends.pelvis_m.x;
    shifted = motion.from;
    ++shifts;
  }
  CHECK(shifts >= 18);
}

TEST_CASE("fidgets come every half to whole minute and go back", "[producer]") {
  const auto motions = motions_of(fidget(), 6, 60 * 60 * 30);
  for (std::size_t i = 1; i < motions.size(); ++i) {
    const double since_s = kRate.between(motions[i - 1].from, motions[i].from).count();
    REQUIRE(since_s >= 29.9);
    REQUIRE(since_s <= 60.1);
    REQUIRE(kRate.between(motions[i].from, motions[i].to).count() < 4);
  }
  CHECK(motions.size() >= 30);
}

}  // namespace kine::autonomy::producer_test
