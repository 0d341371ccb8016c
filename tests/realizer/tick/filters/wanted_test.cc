// Tests for realizer/tick/filters/wanted.h.
#include "realizer/tick/filters/wanted.h"

#include <numbers>

#include "realizer/motion/actuators/look.h"
#include "realizer/prepare/prepare.h"
#include "realizer/solve/look_at.h"
#include "realizer/tick/begin.h"
#include "realizer/tick/shard.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/lone_row.h"
#include "tests/support/motion/stage.h"

namespace kine::wanted_test {
namespace {

using body::Joint;

constexpr double kSpeed_rad_s = 0.5;

/// The head turns for two seconds from tick 0 on.
void begin_turn(test::LoneRow& lone) {
  Beginning beginning;
  PlayingBlock& playing =
      lone.add(test::spin_block({.speed_rad_s = kSpeed_rad_s, .length = Seconds{2}}));
  bind_due_segments(lone.context, lone.row, playing, Tick{1}, beginning);
}

double turn_to(const Quat& from, const Quat& to) { return angle_between(from, to); }

}  // namespace

TEST_CASE("a movement says where it leads and when it is there", "[wanted]") {
  test::LoneRow lone;
  begin_turn(lone);
  const Quat at_first = lone.base.rotation(Joint::Head);
  const auto movement = movement_of(lone.context, lone.row, Joint::Head, Tick{30});
  REQUIRE(movement);
  CHECK(turn_to(at_first, movement->from) <= kSpeed_rad_s * 0.5 + 1e-6);
  CHECK(movement->began <= Seconds{0});
  CHECK(movement->ends >= Seconds{0});
  // The turn is even, so that from where a movement leads its time can be told.
  CHECK(turn_to(at_first, movement->to) ==
        Approx(kSpeed_rad_s * (0.5 + movement->ends.count())).margin(1e-5));
  CHECK(turn_to(at_first, movement->from) ==
        Approx(kSpeed_rad_s * (0.5 + movement->began.count())).margin(1e-5));
}

TEST_CASE("moments within a tick are asked for by the time before its end", "[wanted]") {
  test::LoneRow lone;
  begin_turn(lone);
  const auto movement = movement_of(lone.context, lone.row, Joint::Head, Tick{30});
  const auto before = movement_of(lone.context, lone.row, Joint::Head, Tick{30}, Seconds{0.005});
  REQUIRE(movement);
  REQUIRE(before);
  CHECK((before->ends - movement->ends).count() == Approx(0.005).margin(1e-6));
}

TEST_CASE("a joint that nothing moves has no movement", "[wanted]") {
  test::LoneRow lone;
  begin_turn(lone);
  CHECK_FALSE(movement_of(lone.context, lone.row, Joint::LeftHand, Tick{30}));
}

TEST_CASE("tensions are those of the joints of a tense arm", "[wanted]") {
  test::LoneRow lone;
  CharacterState& state = lone.row.state;
  const Tension first{0.1, 0.5};
  const Tension then{0.02, 0.8};
  change({.arms = plan::ArmSet::Left, .tension = first}, Tick{0}, test::kLoneRate, state.tension);
  change({.arms = plan::ArmSet::Left, .tension = then, .over = Seconds{1}}, Tick{60},
         test::kLoneRate, state.tension);
  const auto tensions = tensions_of(lone.context, state, Joint::LeftLowerArm, Tick{90});
  REQUIRE(tensions);
  CHECK(tensions->from.rest_error_m == Approx(first.rest_error_m));
  CHECK(tensions->to.rest_error_m == Approx(then.rest_error_m));
  CHECK(tensions->to.zeta == Approx(then.zeta));
  CHECK(tensions->share == Approx(0.5));  // an ease is there by half in half of its time
  CHECK_FALSE(tensions_of(lone.context, state, Joint::RightLowerArm, Tick{90}));
  CHECK_FALSE(tensions_of(lone.context, state, Joint::Head, Tick{90}));
}

TEST_CASE("nothing is looked at where no look plays", "[wanted]") {
  test::LoneRow lone;
  begin_turn(lone);
  CHECK_FALSE(wanted_gaze_m(lone.context, lone.row, Tick{30}));
}

TEST_CASE("the point that is looked at is told in the character's space", "[wanted]") {
  test::LoneRow lone;
  lone.row.state.placement = {.position_m = {1, 0, 0}, .heading_rad = std::numbers::pi / 2};
  const body::JointSet joints = solve::joints_of(solve::GazeChain::Eyes);
  const pose::GazeTarget target{
      .frame = pose::GazeFrame::World, .point_m = {3, 1.5, 0}, .name = {}};
  auto block = std::make_shared<motion::Block>();
  block->segments.push_back(
      {.end = Seconds{2},
       .actuator = std::make_shared<motion::Look>(pose::GazeKeys{
           .joints = joints, .keys = {{.time_s = 0.3, .joints = joints, .target = target}}})});
  block->end = Seconds{2};
  Beginning beginning;
  PlayingBlock& playing = lone.add(block);
  bind_due_segments(lone.context, lone.row, playing, Tick{1}, beginning);
  const auto gaze_m = wanted_gaze_m(lone.context, lone.row, Tick{30});
  REQUIRE(gaze_m);
  // It faces +X, two metres before the point.
  CHECK(length(*gaze_m - Vec3{0, 1.5, 2}) < 1e-9);
}

TEST_CASE("the way back to rest is a movement like any other", "[wanted]") {
  const auto cast = test::cast_named("ada", test::ada());
  const std::array casts = {cast};
  Diagnostics diagnostics;
  const auto prepared = prepare(R"(<script xmlns="urn:kinesphere:script:1" id="up"><sequence>
      <pose time="0.5"><position joint="leftHand" target="0.25 1.25 0.3"/></pose>
      </sequence></script>)",
                                {.casts = casts, .script_id = "up"}, diagnostics);
  REQUIRE(prepared);
  Shard shard(test::kLoneRate);
  shard.add_character({1}, cast);
  const std::array<Input, 1> inputs = {
      PlayBlock{.character = {1}, .id = {1}, .block = prepared->blocks.at(0)}};
  const Tick later{48};  // at 0.8 s: the hand comes down
  for (std::uint64_t tick = 0; tick <= later.index; ++tick) {
    shard.advance_to(Tick{tick}, tick == 0 ? std::span<const Input>(inputs) : std::span<Input>());
  }
  test::LoneRow lone;
  lone.row.state = shard.snapshot().characters[0];
  const auto movement = movement_of(lone.context, lone.row, Joint::LeftUpperArm, later);
  REQUIRE(movement);
  CHECK(movement->began < Seconds{0});
  CHECK(movement->ends > Seconds{0});
  CHECK(angle_between(movement->to, lone.base.rotation(Joint::LeftUpperArm)) < 1e-4);
  CHECK(angle_between(movement->from, movement->to) > 0.3);
}

}  // namespace kine::wanted_test
