// Tests for realizer/math/tcb.h.
#include "realizer/math/tcb.h"

#include <lib3ds/tracks.h>

#include <array>
#include <cmath>

#include "tests/support/catch.h"
#include "tests/support/motion/random_rotations.h"

namespace kine::tcb_test {
namespace {

using test::RandomRotations;

Tcb random_tcb(RandomRotations& random) {
  return {random.number(-1, 1), random.number(-1, 1), random.number(-1, 1)};
}

/// The arc from a key to the next, and the time that it takes.
struct Chord {
  Vec3 arc;
  double duration_s = 0;
};

struct Tangents {
  Vec3 incoming;
  Vec3 outgoing;
};

Tangents tangents_at(const Chord& before, const Chord& after, const Tcb& tcb) {
  const Shares in = incoming_shares(before.duration_s, after.duration_s, tcb);
  const Shares out = outgoing_shares(before.duration_s, after.duration_s, tcb);
  return {in.before * before.arc + in.after * after.arc,
          out.before * before.arc + out.after * after.arc};
}

/// Three keys, each on the side of the sphere of the one before it, and the times between them.
struct Bend {
  std::array<Quat, 3> keys;
  Chord before;
  Chord after;
};

Bend bend_of(const std::array<Quat, 3>& keys, double before_s, double after_s) {
  return {keys,
          {log(conjugate(keys[0]) * keys[1]), before_s},
          {log(conjugate(keys[1]) * keys[2]), after_s}};
}

Bend random_bend(RandomRotations& random, double angle_rad) {
  const Quat first = random.within(3);
  const Quat second = first * random.within(angle_rad);
  return bend_of({first, second, second * random.within(angle_rad)}, random.number(0.1, 1),
                 random.number(0.1, 1));
}

TEST_CASE("at zero the velocity is the same on both sides of a key, whatever the durations",
          "[tcb]") {
  // Non-uniform Catmull-Rom: (arc before + arc after) / (duration before + duration after).
  RandomRotations random(1);
  for (int round = 0; round < 200; ++round) {
    const Bend bend = random_bend(random, 1.8);
    const Tangents tangents = tangents_at(bend.before, bend.after, {});
    const Vec3 expected =
        (bend.before.arc + bend.after.arc) / (bend.before.duration_s + bend.after.duration_s);
    CHECK(length(tangents.incoming / bend.before.duration_s - expected) < 1e-12);
    CHECK(length(tangents.outgoing / bend.after.duration_s - expected) < 1e-12);
  }
}

TEST_CASE("at zero and equal durations the inner quaternions are Shoemake's (4.4)", "[tcb]") {
  RandomRotations random(2);
  for (int round = 0; round < 200; ++round) {
    Bend bend = random_bend(random, 1.8);
    bend.after.duration_s = bend.before.duration_s;
    const Tangents tangents = tangents_at(bend.before, bend.after, {});
    const InnerQuats inner = inner_quats(bend.keys[1], bend.keys[2], tangents.outgoing, {});
    const Vec3 to_next = log(conjugate(bend.keys[1]) * bend.keys[2]);
    const Vec3 to_last = log(conjugate(bend.keys[1]) * bend.keys[0]);
    const Quat shoemake = bend.keys[1] * exp(-0.25 * (to_next + to_last));
    CHECK(angle_between(inner.near_start, shoemake) < 1e-12);
  }
}

TEST_CASE("the curve leaves and reaches its keys along the tangents", "[tcb]") {
  RandomRotations random(3);
  constexpr double kStep = 1e-5;
  for (int round = 0; round < 200; ++round) {
    const Quat from = random.within(3);
    const Quat to = from * random.within(1.5);
    const Vec3 out = random.number(0, 1) * random.direction();
    const Vec3 in = random.number(0, 1) * random.direction();
    const InnerQuats inner = inner_quats(from, to, out, in);

    CHECK(angle_between(squad(from, inner, to, 0), from) < 1e-12);
    CHECK(angle_between(squad(from, inner, to, 1), to) < 1e-12);
    const Vec3 leaving = log(conjugate(from) * squad(from, inner, to, kStep)) / kStep;
    const Vec3 reaching = log(conjugate(squad(from, inner, to, 1 - kStep)) * to) / kStep;
    CHECK(length(leaving - out) < 2e-4);
    CHECK(length(reaching - in) < 2e-4);
  }
}

TEST_CASE("about one axis the curve is the Hermite cubic of Kochanek and Bartels (4.1, 4.2)",
          "[tcb]") {
  RandomRotations random(4);
  for (int round = 0; round < 300; ++round) {
    const Vec3 axis = random.direction();
    const auto about_axis = [&](double half_angle) { return exp(half_angle * axis); };
    const double h = random.number(0, 1);
    const double distance = random.number(-0.9, 0.9);
    const double out = random.number(-1, 1);
    const double in = random.number(-1, 1);
    const InnerQuats inner = inner_quats({}, about_axis(distance), out * axis, in * axis);

    const double hermite = (-2 * h * h * h + 3 * h * h) * distance +
                           (h * h * h - 2 * h * h + h) * out + (h * h * h - h * h) * in;
    CHECK(length(log(squad({}, inner, about_axis(distance), h)) - hermite * axis) < 1e-12);
  }
}

TEST_CASE("continuity -1 is the great arc, also between unequal durations", "[tcb]") {
  RandomRotations random(5);
  const Tcb corner{.continuity = -1};
  for (int round = 0; round < 200; ++round) {
    const Bend bend = random_bend(random, 1.8);
    const Tangents tangents = tangents_at(bend.before, bend.after, corner);
    const InnerQuats inner =
        inner_quats(bend.keys[1], bend.keys[2], tangents.outgoing, bend.after.arc);
    const double h = random.number(0, 1);
    CHECK(angle_between(squad(bend.keys[1], inner, bend.keys[2], h),
                        slerp(bend.keys[1], bend.keys[2], h)) < 1e-7);
  }
}

TEST_CASE("tension 1 rests at the key; bias 1 goes on as it came, -1 as it will go", "[tcb]") {
  RandomRotations random(6);
  Bend bend = random_bend(random, 1.8);
  bend.after.duration_s = bend.before.duration_s;

  const Tangents tense = tangents_at(bend.before, bend.after, {.tension = 1});
  CHECK(length(tense.incoming) == 0);
  CHECK(length(tense.outgoing) == 0);
  const Tangents over = tangents_at(bend.before, bend.after, {.bias = 1});
  CHECK(length(over.outgoing - bend.before.arc) < 1e-12);
  const Tangents under = tangents_at(bend.before, bend.after, {.bias = -1});
  CHECK(length(under.outgoing - bend.after.arc) < 1e-12);
}

TEST_CASE("a hold is reached and left at rest, and at full speed with a corner", "[tcb]") {
  CHECK(share_into_hold({}) == 0);
  CHECK(share_out_of_hold({.continuity = 0.7}) == 0);
  CHECK(share_into_hold({.continuity = -1}) == 1);
  CHECK(share_out_of_hold({.continuity = -1}) == 1);
  CHECK(share_into_hold({.tension = 1, .continuity = -1}) == 0);
}

/// A key as lib3ds has it; of its inner quaternions, dd lies behind the key and ds before it.
void fill(Lib3dsQuatKey& key, const Quat& q, int frame, const Tcb& tcb) {
  key = {};
  key.tcb.frame = frame;
  key.tcb.tens = static_cast<float>(tcb.tension);
  key.tcb.cont = static_cast<float>(tcb.continuity);
  key.tcb.bias = static_cast<float>(tcb.bias);
  key.q[0] = static_cast<float>(q.x);
  key.q[1] = static_cast<float>(q.y);
  key.q[2] = static_cast<float>(q.z);
  key.q[3] = static_cast<float>(q.w);
}

TEST_CASE("lib3ds, written by others, finds the same inner quaternions", "[tcb]") {
  RandomRotations random(7);
  for (int round = 0; round < 300; ++round) {
    const int before = static_cast<int>(random.number(1, 30));
    const int after = static_cast<int>(random.number(1, 30));
    const Quat first = random.within(3);
    const Quat second = first * random.within(1.5);
    const Bend bend = bend_of({first, second, second * random.within(1.5)}, before, after);
    const Tcb tcb = random_tcb(random);
    const Tangents tangents = tangents_at(bend.before, bend.after, tcb);
    const Quat near_start =
        inner_quats(bend.keys[1], bend.keys[2], tangents.outgoing, {}).near_start;
    const Quat near_end = inner_quats(bend.keys[0], bend.keys[1], {}, tangents.incoming).near_end;

    std::array<Lib3dsQuatKey, 3> keys;
    for (std::size_t i = 0; i < 3; ++i) {
      const int frame = i == 0 ? 0 : i == 1 ? before : before + after;
      fill(keys[i], bend.keys[i], frame, tcb);
    }
    lib3ds_quat_key_setup(&keys[0], nullptr, &keys[1], nullptr, &keys[2]);
    const auto as_quat = [](const Lib3dsQuat& q) { return Quat{q[0], q[1], q[2], q[3]}; };
    CHECK(angle_between(as_quat(keys[1].dd), near_start) < 2e-5);
    CHECK(angle_between(as_quat(keys[1].ds), near_end) < 2e-5);
  }
}

}  // namespace
}  // namespace kine::tcb_test
