// Tests for realizer/autonomy/life.h.
#include "realizer/autonomy/life.h"

#include <cmath>
#include <set>
#include <vector>

#include "realizer/cast/builtins.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::autonomy::life_test {
namespace {

void run(LifeState& life, std::uint64_t from, std::uint64_t to, std::uint32_t character = 1) {
  for (std::uint64_t tick = from; tick < to; ++tick) {
    advance({.producers = builtins().producers,
             .character = {character},
             .tick = Tick{tick},
             .rate = TickRate(60),
             .body = test::ada(),
             .looks_at_something = false},
            life);
  }
}

/// The names of the producers that were seen at work.
std::set<std::string_view> at_work(LifeState life, std::uint64_t ticks) {
  std::set<std::string_view> names;
  for (std::uint64_t tick = 0; tick < ticks; ++tick) {
    run(life, tick, tick + 1);
    for (const LifeSegment& each : life.segments) {
      names.insert(builtins().producers[each.producer]->name());
    }
  }
  return names;
}

}  // namespace

TEST_CASE("who is still does nothing, and who is alive does all", "[life]") {
  LifeState still = make_life({});
  run(still, 0, 600);
  CHECK(still == make_life({}));
  const auto all = at_work(make_life({.liveliness = Liveliness::Alive, .seed = 1}), 60 * 240);
  CHECK(all == std::set<std::string_view>{"balance", "blink", "breath", "fidget", "saccade", "sway",
                                          "weight"});
}

TEST_CASE("a script wakes what it names, with what is usual beside it", "[life]") {
  LifeState life = make_life({});
  set({plan::LifeParameter::BreathAmplitude, 2}, life);
  CHECK(life.parameters[plan::LifeParameter::BreathRate] == 15);
  CHECK(at_work(life, 1200) == std::set<std::string_view>{"breath"});

  set({plan::LifeParameter::BreathRate, 0}, life);
  CHECK(at_work(life, 1200).empty());
}

TEST_CASE("what has begun is brought to its end where its rate falls to none", "[life]") {
  LifeState life = make_life({});
  set({plan::LifeParameter::BreathRate, 15}, life);
  run(life, 0, 30);
  REQUIRE(life.segments.size() == 1);
  set({plan::LifeParameter::BreathRate, 0}, life);
  run(life, 30, 60);
  CHECK(life.segments.size() == 1);
  run(life, 60, 400);
  CHECK(life.segments.empty());
}

TEST_CASE("who is stopped while away comes back to rest, and stays there", "[life]") {
  LifeState life = make_life({});
  set({plan::LifeParameter::SwayRate, 14}, life);
  run(life, 0, 900);
  REQUIRE_FALSE(life.memories.at(3).where == std::array<double, 3>{});
  set({plan::LifeParameter::SwayRate, 0}, life);
  run(life, 900, 3000);
  CHECK(life.memories.at(3).where == std::array<double, 3>{});
  CHECK(life.segments.empty());
}

TEST_CASE("who stops standing on both legs is brought back within seconds of the word", "[life]") {
  LifeState life = make_life({});
  set({plan::LifeParameter::WeightRate, 12}, life);
  run(life, 0, 1200);
  REQUIRE(moves_body(life));
  REQUIRE(std::abs(offsets_of(life, Tick{1199}, TickRate(60)).pelvis_m.x) > 0.02);
  set({plan::LifeParameter::WeightRate, 0}, life);
  run(life, 1200, 1200 + 60 * 10);  // 5 s until it is heard, and as long to come back
  CHECK(life.segments.empty());
  CHECK_FALSE(moves_body(life));
}

TEST_CASE("who walks or sits has no weight shifts, eased both ways", "[life]") {
  LifeState life = make_life({});
  set({plan::LifeParameter::WeightRate, 0.5}, life);
  run(life, 0, 60 * 210);
  const Tick now{60 * 210 - 1};
  const double aside_m = offsets_of(life, now, TickRate(60)).pelvis_m.x;
  REQUIRE(std::abs(aside_m) > 0.02);
  life.stands = 0.5;  // least jerk is halfway there, too
  CHECK(offsets_of(life, now, TickRate(60)).pelvis_m.x == Approx(aside_m / 2));
  const auto walk = [&](bool stands, std::uint64_t from, std::uint64_t ticks) {
    for (std::uint64_t tick = from; tick < from + ticks; ++tick) {
      advance({.producers = builtins().producers,
               .character = {1},
               .tick = Tick{tick},
               .rate = TickRate(60),
               .body = test::ada(),
               .stands = stands},
              life);
    }
  };
  walk(false, now.index + 1, 31);
  CHECK(life.stands == 0);
  CHECK_FALSE(moves_body(life));
  walk(true, now.index + 32, 121);
  CHECK(life.stands == 1);
  CHECK(moves_body(life));
}

TEST_CASE("a producer has one motion at a time", "[life]") {
  LifeState life = make_life({.liveliness = Liveliness::Alive, .seed = 4});
  for (std::uint64_t tick = 0; tick < 3600; ++tick) {
    run(life, tick, tick + 1);
    std::set<std::size_t> producers;
    for (const LifeSegment& each : life.segments) {
      REQUIRE(producers.insert(each.producer).second);
      REQUIRE(each.end > Tick{tick});
    }
  }
}

TEST_CASE("life goes on from a copy as from the original, and differs between characters",
          "[life]") {
  LifeState life = make_life({.liveliness = Liveliness::Alive, .seed = 4});
  run(life, 0, 300);
  LifeState copy = life;
  LifeState other = make_life({.liveliness = Liveliness::Alive, .seed = 4});
  run(life, 300, 900);
  run(copy, 300, 900);
  run(other, 0, 900, 2);
  CHECK(copy == life);
  CHECK_FALSE(other == life);
}

namespace {

/// The ticks at which blinks begin while the head turns as `faces` says; half a blink a minute
/// comes of itself.
template <class Faces>
std::vector<std::uint64_t> blinks_of(double rate, std::uint64_t ticks, const Faces& faces) {
  LifeState life = make_life({});
  set({plan::LifeParameter::BlinkAmount, 1}, life);
  set({plan::LifeParameter::BlinkRate, rate}, life);
  std::vector<std::uint64_t> begun;
  for (std::uint64_t tick = 0; tick < ticks; ++tick) {
    run(life, tick, tick + 1);
    for (const LifeSegment& each : life.segments) {
      const bool blinks = builtins().producers[each.producer]->name() == "blink";
      if (blinks && each.started.index == tick) begun.push_back(tick);
    }
    face(faces(tick), Seconds(1.0 / 60), life.facing);
  }
  return begun;
}

constexpr Vec3 kAhead{0, 0, 1};
constexpr Vec3 kAside{1, 0, 0};

}  // namespace

TEST_CASE("a blink goes with a far turn of the head", "[life]") {
  const auto ahead = [](std::uint64_t) { return kAhead; };
  const auto aside = [](std::uint64_t tick) { return tick < 300 ? kAhead : kAside; };
  REQUIRE(blinks_of(0.5, 600, ahead).empty());
  CHECK(blinks_of(0.5, 600, aside) == std::vector<std::uint64_t>{301});
  CHECK(blinks_of(0.5, 600, aside) == blinks_of(0.5, 600, aside));
}

TEST_CASE("who does not blink of itself does not blink for a turn", "[life]") {
  const auto aside = [](std::uint64_t tick) { return tick < 300 ? kAhead : kAside; };
  CHECK(blinks_of(0, 600, aside).empty());
}

TEST_CASE("where the head faces is seen through all that carries it", "[life]") {
  pose::Pose turned;
  turned.set_rotation(body::Joint::Spine, rotation_about({0, 1, 0}, 0.4));
  turned.set_rotation(body::Joint::Head, rotation_about({0, 1, 0}, 0.4));
  LifeState still = make_life({});
  notice_turn(turned, Seconds(10), still);
  CHECK(still == make_life({}));

  LifeState life = make_life({.liveliness = Liveliness::Alive});
  notice_turn(turned, Seconds(100), life);  // long enough to have settled
  CHECK(length(life.facing.settled - Vec3{std::sin(0.8), 0, std::cos(0.8)}) < 1e-6);
}

TEST_CASE("a head that turns to and fro has a blink a second at most", "[life]") {
  const Vec3 aside{std::sin(0.7), 0, std::cos(0.7)};  // 40 degrees
  const auto shaken = [&](std::uint64_t tick) { return tick / 60 % 2 == 0 ? kAhead : aside; };
  const std::vector<std::uint64_t> begun = blinks_of(0.5, 1800, shaken);
  CHECK(begun.size() >= 2);
  for (std::size_t i = 1; i < begun.size(); ++i) CHECK(begun[i] - begun[i - 1] >= 60 + 14);
}

}  // namespace kine::autonomy::life_test
