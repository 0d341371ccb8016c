// Tests for realizer/motion/actuators/turn.h.
#include "realizer/motion/actuators/turn.h"

#include <string>

#include "realizer/prepare/prepare.h"
#include "realizer/tick/shard.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/posed.h"
#include "tests/support/motion/stage.h"
#include "tests/support/plan/examples.h"

using namespace std::chrono_literals;

namespace kine::motion::turn_test {
namespace {

plan::Track turns_of_head(std::vector<plan::Key> keys) {
  return {.group = test::group_index(test::example_body(), "headNeck"),
          .start = 0s,
          .keys = std::move(keys)};
}

plan::Key turn_at(Seconds time, const Vec3& turn_rad) {
  return {.pose = 0, .time = time, .goals = {plan::Turn{.turn_rad = turn_rad}}, .tcb = {}};
}

/// How the head stands on `ada` at a time of a script, with nothing else on the stage.
Quat head_at(const std::string& sequences, Seconds time) {
  const std::vector casts = {test::cast_named("ada", test::ada())};
  Diagnostics diagnostics;
  const auto prepared =
      prepare("<script xmlns=\"urn:kinesphere:script:1\">" + sequences + "</script>",
              {.casts = casts}, diagnostics);
  REQUIRE(prepared);
  const TickRate rate(60);
  Shard shard(rate);
  shard.add_character(CharacterId{1}, casts.front());
  const Tick last = rate.first_at_or_after({}, time);
  for (Tick tick{0}; tick <= last; ++tick.index) {
    std::vector<Input> inputs;
    if (tick.index == 0) {
      inputs.push_back(PlayBlock{
          .character = CharacterId{1}, .id = {1}, .client = {1}, .block = prepared->blocks[0]});
    }
    shard.advance_to(tick, inputs);
  }
  return test::rotation_in(shard, 0, body::Joint::Head);
}

}  // namespace

TEST_CASE("the joints of a group share a turn", "[turn]") {
  const pose::JointKeys keys =
      make_turn_keys(turns_of_head({turn_at(1s, {0.2, 0, 0})}), test::example_body());
  REQUIRE(keys.key_count() == 1);
  const pose::Pose pose = test::posed({.joints = keys}, 1);
  for (const body::Joint joint : {body::Joint::Neck, body::Joint::Head}) {
    CHECK(rotation_vector(pose.rotation(joint)).x == Approx(0.1).epsilon(1e-5));
  }
}

TEST_CASE("a turn begins at nothing, whatever stands there", "[turn]") {
  const Turns turns(
      make_turn_keys(turns_of_head({turn_at(1s, {0.2, 0, 0})}), test::example_body()));
  pose::Pose standing;
  standing.set_rotation(body::Joint::Head, from_rotation_vector({0, 0.5, 0}));
  const pose::Keys bound = turns.compile(
      {.pose = &standing, .pose_before = &standing, .step = Seconds(1.0 / 60), .time = 200ms},
      test::example_body());
  REQUIRE(bound.joints.key_count() == 2);
  CHECK(bound.joints.times_s.front() == Approx(0.2));
  CHECK(length(rotation_vector(test::posed(bound, 0.2).rotation(body::Joint::Head))) ==
        Approx(0).margin(1e-6));
}

TEST_CASE("a key that asks for no turn turns back", "[turn]") {
  const pose::JointKeys keys = make_turn_keys(
      turns_of_head(
          {turn_at(1s, {0.2, 0, 0}),
           {.pose = 1, .time = 2s, .goals = {plan::LookAt{.target = Vec3{0, 1, 1}}}, .tcb = {}}}),
      test::example_body());
  REQUIRE(keys.key_count() == 2);
  CHECK(length(rotation_vector(test::posed({.joints = keys}, 2).rotation(body::Joint::Head))) ==
        Approx(0).margin(1e-6));
}

TEST_CASE("a nod turns the head from where another sequence has it", "[turn]") {
  const std::string beside =
      R"(<sequence><pose time="400ms" hold="2s">
         <orientation joint="head" axis="z" direction="1 0 2"/></pose></sequence>)";
  const std::string nod =
      R"(<sequence><pose time="1s" hold="1s"><turn group="head-neck" nod="20"/></pose></sequence>)";
  const Quat without = head_at(beside, 1500ms);
  const Quat with = head_at(beside + nod, 1500ms);
  constexpr double kHalf_rad = 10 * 3.14159265358979323846 / 180;
  const Quat turn = conjugate(without) * with;
  CHECK(rotation_vector(turn).x == Approx(kHalf_rad).epsilon(1e-4));
  CHECK(rotation_vector(turn).y == Approx(0).margin(1e-5));
  CHECK(length(rotation_vector(conjugate(without) * head_at(beside + nod, 2600ms))) > 0);
}

}  // namespace kine::motion::turn_test
