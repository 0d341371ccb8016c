// Tests for realizer/pose/interval.h.
#include "realizer/pose/interval.h"

#include <cmath>

#include "realizer/math/tcb.h"
#include "tests/support/catch.h"
#include "tests/support/motion/random_rotations.h"

namespace kine::interval_test {
namespace {

using pose::Interval;
using pose::JointKeys;
using test::lane_of;
using test::RandomRotations;

/// Keys of the head at these times, each within `angle_rad` of the one before it.
struct Given {
  JointKeys keys;
  std::vector<Quat> rotations;
};

Given keys_at(const std::vector<float>& times_s, double angle_rad, RandomRotations& random) {
  body::JointSet head;
  head.insert(body::Joint::Head);
  Given given{.keys = JointKeys::of(head), .rotations = {}};
  given.keys.curve = pose::Curve::Squad;
  given.keys.times_s = times_s;
  given.keys.passings.resize(times_s.size());
  Quat rotation = random.within(3);
  for (std::size_t i = 0; i < times_s.size(); ++i) {
    given.rotations.push_back(rotation);
    given.keys.rotations.push_back(test::block_of([&] { return rotation; }));
    rotation = rotation * random.within(angle_rad);
  }
  return given;
}

constexpr std::size_t kHeadLane = index_of(body::Joint::Head) % pose::kLanes;

Quat sampled(const JointKeys& keys, Interval& interval, float time_s) {
  const pose::LayerSample sample = interval.sample_at(keys, time_s);
  pose::QuatBlock output;
  if (sample.squads != nullptr) {
    pose::squad(sample.squads[0], sample.arcs[0], sample.h, output);
  } else if (sample.to != nullptr) {
    pose::slerp(sample.from[0], sample.to[0], sample.h, output);
  } else {
    output = sample.from[0];
  }
  return normalized(lane_of(output, kHeadLane));
}

TEST_CASE("keys are met, before the first and past the last the curve stands", "[interval]") {
  RandomRotations random(1);
  const Given given = keys_at({1, 1.5F, 2.5F}, 1.2, random);
  Interval interval;
  CHECK(angle_between(sampled(given.keys, interval, 0), given.rotations[0]) < 1e-6);
  for (std::size_t i = 0; i < 3; ++i) {
    const float time_s = given.keys.times_s[i];
    CHECK(angle_between(sampled(given.keys, interval, time_s), given.rotations[i]) < 2e-6);
  }
  CHECK(angle_between(sampled(given.keys, interval, 9), given.rotations[2]) < 1e-6);
}

TEST_CASE("between keys the curve is the squad of their tangents, at any spacing", "[interval]") {
  // The same curve from realizer/math/tcb.h in double, which lib3ds confirms.
  RandomRotations random(2);
  for (int round = 0; round < 100; ++round) {
    const auto gap = [&] { return static_cast<float>(random.number(0.1, 0.9)); };
    const float second = gap();
    const float third = second + gap();
    const Given given = [&] {
      Given keys = keys_at({0, second, third, third + gap()}, 1.4, random);
      for (pose::Passing& passing : keys.keys.passings) {
        passing.tcb = {random.number(-1, 1), random.number(-1, 1), random.number(-1, 1)};
      }
      return keys;
    }();
    const auto arc = [&](std::size_t i) {
      return log(conjugate(given.rotations[i]) * given.rotations[i + 1]);
    };
    const auto length_s = [&](std::size_t i) {
      return double{given.keys.times_s[i + 1]} - double{given.keys.times_s[i]};
    };
    const Tcb& at_one = given.keys.passings[1].tcb;
    const Tcb& at_two = given.keys.passings[2].tcb;
    const Shares out = outgoing_shares(length_s(0), length_s(1), at_one);
    const Shares in = incoming_shares(length_s(1), length_s(2), at_two);
    const InnerQuats inner = inner_quats(given.rotations[1], given.rotations[2],
                                         out.before * arc(0) + out.after * arc(1),
                                         in.before * arc(1) + in.after * arc(2));
    if (dot(inner.near_start, inner.near_end) < -0.9) continue;

    const float time_s = second + static_cast<float>(random.number(0, 1)) * (third - second);
    const double h = (double{time_s} - second) / (double{third} - second);
    Interval interval;
    CHECK(angle_between(sampled(given.keys, interval, time_s),
                        squad(given.rotations[1], inner, given.rotations[2], h)) < 3e-5);
  }
}

TEST_CASE("velocity is continuous at a key without continuity, also behind a hold", "[interval]") {
  RandomRotations random(3);
  for (int round = 0; round < 50; ++round) {
    Given given = keys_at({0, 0.3F, 1, 1.2F, 2}, 1, random);
    const bool holds = round % 2 == 0;
    if (holds) {
      given.keys.rotations[2] = given.keys.rotations[1];
      given.rotations[2] = given.rotations[1];
      given.keys.passings[1].holds = true;
    }
    Interval interval;
    constexpr float kStep_s = 2e-3F;
    for (const float key_s : {0.3F, 1.0F, 1.2F}) {
      const Quat before = sampled(given.keys, interval, key_s - kStep_s);
      const Quat at = sampled(given.keys, interval, key_s);
      const Quat after = sampled(given.keys, interval, key_s + kStep_s);
      const Vec3 jump =
          rotation_vector(conjugate(at) * after) - rotation_vector(conjugate(before) * at);
      // A bend of up to 100 rad/s^2 within 4 ms; a velocity lost would be some 2 rad/s.
      CHECK(length(jump) / kStep_s < 0.5);
    }
    if (holds) {
      CHECK(angle_between(sampled(given.keys, interval, 0.6F), given.rotations[1]) < 1e-6);
    }
  }
}

TEST_CASE("the order in which times are asked for makes no difference", "[interval]") {
  RandomRotations random(4);
  const Given given = keys_at({0, 0.4F, 0.9F, 1.6F}, 1.2, random);
  Interval forwards;
  Interval backwards;
  std::vector<Quat> there;
  for (float t = 0; t < 1.7F; t += 0.1F) there.push_back(sampled(given.keys, forwards, t));
  std::vector<Quat> back;
  std::vector<float> times;
  for (float t = 0; t < 1.7F; t += 0.1F) times.push_back(t);
  for (std::size_t i = times.size(); i-- > 0;) {
    back.insert(back.begin(), sampled(given.keys, backwards, times[i]));
  }
  CHECK(there == back);
}

TEST_CASE("chords are great arcs at constant speed", "[interval]") {
  RandomRotations random(5);
  Given given = keys_at({0, 1}, 1.5, random);
  given.keys.curve = pose::Curve::Chord;
  given.keys.passings.clear();
  Interval interval;
  CHECK(angle_between(sampled(given.keys, interval, 0.3F),
                      slerp(given.rotations[0], given.rotations[1], 0.3F)) < 2e-6);
}

}  // namespace
}  // namespace kine::interval_test
