// Tests for realizer/tick/arm_foresight.h.
#include "realizer/tick/arm_foresight.h"

#include <algorithm>
#include <array>
#include <string>

#include "realizer/prepare/prepare.h"
#include "realizer/tick/shard.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/stage.h"

namespace kine::arm_foresight_test {
namespace {

using namespace std::chrono_literals;

constexpr CharacterId kAda{1};
const TickRate kRate(100);

/// The right hand comes up, strikes at 0.9 s, holds, and strikes again; the left one once.
constexpr std::string_view kStrikes = R"(<script xmlns="urn:kinesphere:script:1" id="strikes">
  <sequence>
    <pose time="0.6" phase="preparation"><position joint="rightHand" target="-0.25 1.3 0.3"/></pose>
    <pose time="0.9" hold="0.4" phase="stroke">
      <position joint="rightHand" target="-0.2 1.0 0.35"/></pose>
    <pose time="1.7" hold="0.2" phase="stroke">
      <position joint="rightHand" target="-0.3 1.2 0.3"/></pose>
  </sequence>
  <sequence start="0.5">
    <pose time="0.5"><position joint="leftHand" target="0.25 1.2 0.3"/></pose>
  </sequence></script>)";

struct Stage {
  Stage() {
    const std::array casts = {cast};
    Diagnostics diagnostics;
    const auto prepared = prepare(kStrikes, {.casts = casts, .script_id = "strikes"}, diagnostics);
    REQUIRE(prepared);
    block = prepared->blocks.at(0);
    shard.add_character(kAda, cast);
    advance();
    base = shard.snapshot().characters[0].poses.last();
    advance({PlayBlock{.character = kAda, .id = {1}, .block = block}});
  }

  void advance(const std::vector<Input>& inputs = {}) {
    shard.advance_to(Tick{next++}, inputs);
    state = shard.snapshot().characters[0];
  }

  Foresight foresight() const {
    return {
        .state = state, .body = *cast->body, .base = base, .rate = kRate, .tick = Tick{next - 1}};
  }

  Vec3 wrist() const {
    Vec3 place = cast->body->offsets_m[body::index_of(body::Joint::RightHand)];
    for (const body::Joint joint :
         {body::Joint::RightLowerArm, body::Joint::RightUpperArm, body::Joint::RightShoulder}) {
      place = cast->body->offsets_m[body::index_of(joint)] +
              normalized(test::rotation_in(shard, 0, joint)) * place;
    }
    return place;
  }

  std::shared_ptr<const Cast> cast = test::cast_named("ada", test::ada());
  std::shared_ptr<const motion::Block> block;
  Shard shard{kRate};
  pose::Pose base;
  CharacterState state;
  std::uint64_t next = 0;
};

TEST_CASE("an arm does what was foreseen of it", "[arm_foresight]") {
  Stage stage;
  const std::vector<Vec3> path = foreseen_paths(stage.foresight(), {{{}, {3s}}}, kRate.step())[1];
  REQUIRE(path.size() >= 300);
  double worst_m = 0;
  for (std::size_t i = 0; i < 300; ++i) {
    worst_m = std::max(worst_m, length(path[i] - stage.wrist()));
    stage.advance();
  }
  CHECK(worst_m < 0.001);
  CHECK(length(path[90] - path[60]) > 0.2);
}

TEST_CASE("a wrist is foreseen in the frame that it is asked in", "[arm_foresight]") {
  Stage stage;
  constexpr std::string_view kBow = R"(<script xmlns="urn:kinesphere:script:1" id="bow">
    <sequence priority="1"><pose time="0.8" hold="1">
      <orientation joint="upperChest" axis="z" direction="0.5 -0.4 1"/>
    </pose></sequence></script>)";
  const std::array casts = {stage.cast};
  Diagnostics diagnostics;
  const auto bow = prepare(kBow, {.casts = casts, .script_id = "bow"}, diagnostics);
  REQUIRE(bow);
  stage.advance({PlayBlock{.character = kAda, .id = {2}, .block = bow->blocks.at(0)}});
  const auto wrist_in = [&](dynamics::FrameOf frame) {
    std::array<Quat, body::kJointCount> turns;
    for (std::size_t i = 0; i < turns.size(); ++i) {
      turns[i] = normalized(test::rotation_in(stage.shard, 0, body::joint_at(i)));
    }
    const auto model = test::ada().compute_model(turns);
    const Vec3 wrist_m = model.positions_m[body::index_of(body::Joint::RightHand)];
    if (frame == dynamics::FrameOf::World) return wrist_m;
    const std::size_t from = body::index_of(
        frame == dynamics::FrameOf::Hips ? body::Joint::Hips : body::Joint::UpperChest);
    return conjugate(model.character_from_joint[from]) * (wrist_m - model.positions_m[from]);
  };
  constexpr std::array kFrames = {dynamics::FrameOf::Chest, dynamics::FrameOf::Hips,
                                  dynamics::FrameOf::World};
  std::array<std::vector<Vec3>, 3> paths;
  for (std::size_t i = 0; i < kFrames.size(); ++i) {
    const std::array<PathWanted, 2> wanted = {{{}, {.until = 1s, .frame = kFrames[i]}}};
    paths[i] = foreseen_paths(stage.foresight(), wanted, kRate.step())[1];
    REQUIRE(paths[i].size() == 101);
  }
  for (std::size_t tick = 0; tick < 101; ++tick) {
    for (std::size_t i = 0; i < kFrames.size(); ++i) {
      CAPTURE(tick, i);
      CHECK(length(paths[i][tick] - wrist_in(kFrames[i])) < 0.001);
    }
    stage.advance();
  }
  const auto way = [](const std::vector<Vec3>& path) { return path.back() - path.front(); };
  CHECK(length(way(paths[1]) - way(paths[0])) > 0.05);
}

TEST_CASE("what waits is bound to what is foreseen then", "[arm_foresight]") {
  Stage stage;
  const std::vector<Vec3> path =
      foreseen_paths(stage.foresight(), {{{1500ms}, {}}}, kRate.step())[0];
  CHECK(length(path[45] - path[0]) < 1e-6);
  CHECK(length(path[100] - path[50]) > 0.2);
}

TEST_CASE("strokes are foreseen until they are over, each on its arm", "[arm_foresight]") {
  Stage stage;
  const auto right = foreseen_strokes(stage.foresight(), body::Side::Right);
  REQUIRE(right.size() == 2);
  CHECK(right[0].start.count() == Approx(0.6));
  CHECK(right[0].end.count() == Approx(0.9));
  CHECK(right[1].start.count() == Approx(1.3));
  CHECK(right[1].end.count() == Approx(1.7));
  const auto left = foreseen_strokes(stage.foresight(), body::Side::Left);
  REQUIRE(left.size() == 1);
  CHECK(left[0].end.count() == Approx(1.0));
  for (int i = 0; i < 100; ++i) stage.advance();
  const auto later = foreseen_strokes(stage.foresight(), body::Side::Right);
  REQUIRE(later.size() == 1);
  CHECK(later[0].end.count() == Approx(0.7));
  stage.advance({Interrupt{.character = kAda}});
  CHECK(foreseen_strokes(stage.foresight(), body::Side::Right).empty());
}

TEST_CASE("what waits for an arm begins when it is planned", "[arm_foresight]") {
  Stage stage;
  const auto begins = foreseen_begins(stage.foresight(), body::Side::Left);
  REQUIRE_FALSE(begins.empty());
  CHECK(begins.front().count() == Approx(0.5));
  CHECK(foreseen_begins(stage.foresight(), body::Side::Right).empty());  // it has begun
}

TEST_CASE("the tensions that blocks still have to bring are foreseen", "[arm_foresight]") {
  Stage stage;
  CHECK(foreseen_tensions(stage.foresight(), body::Side::Right).empty());
  motion::Block tense = *stage.block;
  tense.tensions = {{.at = 0s, .arms = plan::ArmSet::Left, .tension = Tension{0.1, 0.5}},
                    {.at = 500ms, .tension = Tension{0.01, 0.3}}};
  stage.advance({PlayBlock{
      .character = kAda, .id = {2}, .block = std::make_shared<const motion::Block>(tense)}});
  const auto changes = foreseen_tensions(stage.foresight(), body::Side::Left);
  REQUIRE(changes.size() == 1);  // the first one is made
  CHECK(changes[0].tension == Tension{0.01, 0.3});
  CHECK(changes[0].at.count() == Approx(0.5));
}

}  // namespace
}  // namespace kine::arm_foresight_test
