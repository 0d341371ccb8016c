// Tests for realizer/tick/filters/muscle_tensions.h.
#include "realizer/tick/filters/muscle_tensions.h"

#include <memory>

#include "realizer/math/ease.h"
#include "tests/support/catch.h"

namespace kine::muscle_tensions_test {
namespace {

using body::Joint;

const TickRate kRate(10);

plan::MuscleChange change_at(double time_s, std::vector<Joint> joints,
                             std::optional<plan::MuscleTension> tension) {
  plan::MuscleChange change{
      .at = Seconds(time_s), .joints = {}, .tension = tension, .over = Seconds(0.2)};
  for (const Joint joint : joints) change.joints.insert(joint);
  return change;
}

CharacterState playing(std::vector<plan::MuscleChange> changes, Tick start) {
  auto block = std::make_shared<motion::Block>();
  block->muscle_tensions = std::move(changes);
  CharacterState state;
  state.blocks.push_back({.id = {}, .client = {}, .block = block, .start = start});
  return state;
}

dynamics::physical::JointTension at(const CharacterState& state, const HeardTensions& heard,
                                    Joint joint) {
  const Scene scene;
  Said said;
  const TickContext context{kRate, scene, said};
  return tensions_at(context, state, Tick{20}, heard).to[body::index_of(joint)];
}

}  // namespace

TEST_CASE("what is said of a joint is heard in its tick, once", "[muscle_tensions]") {
  const plan::MuscleTension soft{.tension = Tension{0.2, 0.5}};
  const plan::MuscleTension firm{.stiffness_Nm_rad = 500, .compensates = false};
  const auto state =
      playing({change_at(0, {Joint::Spine, Joint::LeftHand}, soft),
               change_at(0.25, {Joint::Spine}, firm), change_at(0.5, {Joint::Spine}, {})},
              Tick{10});
  HeardTensions heard;
  hear(state, Tick{9}, kRate, News::OfTick, heard);
  CHECK(heard == HeardTensions{});
  hear(state, Tick{10}, kRate, News::OfTick, heard);
  CHECK(at(state, heard, Joint::Spine).tension == Tension{0.2, 0.5});
  CHECK(at(state, heard, Joint::LeftHand).tension == Tension{0.2, 0.5});
  CHECK(at(state, heard, Joint::LeftHand).over == Seconds(0.2));
  hear(state, Tick{12}, kRate, News::OfTick, heard);
  CHECK_FALSE(at(state, heard, Joint::Spine).stiffness_Nm_rad);
  hear(state, Tick{13}, kRate, News::OfTick, heard);
  CHECK(at(state, heard, Joint::Spine).stiffness_Nm_rad == 500);
  CHECK_FALSE(at(state, heard, Joint::Spine).compensates);
  hear(state, Tick{15}, kRate, News::OfTick, heard);
  CHECK(at(state, heard, Joint::Spine).tension == plan::of_trunk(kUsualTension));
  CHECK(at(state, heard, Joint::LeftHand).tension == Tension{0.2, 0.5});
}

TEST_CASE("what is said between two ticks is asked for since then", "[muscle_tensions]") {
  const plan::MuscleTension soft{.tension = Tension{0.2, 0.5}};
  const plan::MuscleTension firm{.stiffness_Nm_rad = 500};
  plan::MuscleChange way = change_at(0.25, {Joint::Head}, firm);
  way.from = soft;
  const auto state = playing({change_at(0.25, {Joint::Spine}, soft), way}, Tick{10});
  const Scene scene;
  Said said;
  const TickContext context{kRate, scene, said};
  HeardTensions heard;
  hear(state, Tick{13}, kRate, News::OfTick, heard);
  const auto first = tensions_at(context, state, Tick{13}, heard).to;
  REQUIRE(first[body::index_of(Joint::Spine)].asked_for);
  CHECK(first[body::index_of(Joint::Spine)].asked_for->count() == Approx(0.05));
  CHECK(first[body::index_of(Joint::Head)].share == Approx(eased(0.25)));
  const auto next = tensions_at(context, state, Tick{14}, heard).to;
  CHECK_FALSE(next[body::index_of(Joint::Spine)].asked_for);
  CHECK(next[body::index_of(Joint::Head)].share == Approx(eased(0.75)));
}

TEST_CASE("what is said of a leg is heard, and of the other one nothing", "[muscle_tensions]") {
  const plan::MuscleTension firm{.stiffness_Nm_rad = 2500};
  const auto state = playing({change_at(0, {Joint::LeftLowerLeg}, firm)}, Tick{10});
  HeardTensions heard;
  hear(state, Tick{10}, kRate, News::OfTick, heard);
  CHECK(at(state, heard, Joint::LeftLowerLeg).stiffness_Nm_rad == 2500);
  CHECK_FALSE(at(state, heard, Joint::RightLowerLeg).stiffness_Nm_rad);
  CHECK(at(state, heard, Joint::RightLowerLeg).tension == kUsualTension);
}

TEST_CASE("muscles that begin late hear all that was said before", "[muscle_tensions]") {
  const plan::MuscleTension soft{.tension = Tension{0.2, 0.5}};
  const auto state = playing({change_at(0.1, {Joint::Head}, soft)}, Tick{10});
  HeardTensions heard;
  hear(state, Tick{18}, kRate, News::SinceStart, heard);
  CHECK(at(state, heard, Joint::Head).tension == Tension{0.2, 0.5});
}

TEST_CASE("tension from one to another is eased over its time", "[muscle_tensions]") {
  const plan::MuscleTension soft{.tension = Tension{0.2, 0.5}};
  const plan::MuscleTension firm{.stiffness_Nm_rad = 500};
  plan::MuscleChange change = change_at(1, {Joint::Spine}, soft);
  change.over = Seconds(1);
  change.from = firm;
  const auto state = playing({change}, Tick{0});
  const Scene scene;
  Said said;
  const TickContext context{kRate, scene, said};
  HeardTensions heard;
  hear(state, Tick{10}, kRate, News::OfTick, heard);
  const auto spine_at = [&](std::uint64_t tick) {
    return tensions_at(context, state, Tick{tick}, heard).to[body::index_of(Joint::Spine)];
  };
  // The Hermite cubic, at rest at both ends: h^2 (3 - 2 h).
  CHECK(spine_at(10).share == 0);
  CHECK(spine_at(12).share == Approx(0.2 * 0.2 * 2.6));
  CHECK(spine_at(15).share == Approx(0.5));
  CHECK(spine_at(19).share == Approx(0.9 * 0.9 * 1.2));
  CHECK(spine_at(20).share == 1);
  CHECK(spine_at(15).tension == Tension{0.2, 0.5});
  CHECK(spine_at(15).over == Seconds{0});
  const auto from = tensions_at(context, state, Tick{15}, heard).from;
  CHECK(from[body::index_of(Joint::Spine)].stiffness_Nm_rad == 500);
  // Muscles that begin late are as far as they would be.
  HeardTensions late;
  hear(state, Tick{15}, kRate, News::SinceStart, late);
  CHECK(tensions_at(context, state, Tick{15}, late).to[body::index_of(Joint::Spine)].share ==
        Approx(0.5));
}

TEST_CASE("what is braced is firmer at both ends of its way", "[muscle_tensions]") {
  AskedTensions asked{.to = dynamics::physical::same_at_all_joints(Tension{0.2, 0.5}),
                      .from = dynamics::physical::same_at_all_joints(Tension{0.4, 0.5})};
  brace(asked);
  CHECK(asked.to.front().tension.rest_error_m == Approx(0.05));
  CHECK(asked.from.front().tension.rest_error_m == Approx(0.1));
  ease_bracing(asked);
  CHECK(asked.to.front().over > Seconds{0});
}

TEST_CASE("of what nobody says anything, it is as firm as usual", "[muscle_tensions]") {
  const CharacterState state;
  CHECK(at(state, {}, Joint::RightUpperArm).tension == kUsualTension);
  CHECK(at(state, {}, Joint::RightShoulder).tension.rest_error_m ==
        Approx(kUsualTension.rest_error_m));
  CHECK(at(state, {}, Joint::Chest).tension == plan::of_trunk(kUsualTension));
}

}  // namespace kine::muscle_tensions_test
