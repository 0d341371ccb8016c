// Tests for realizer/tick/solving/shift.h: a posture in a running shard, judged by the geometry of
// its frames.
#include "realizer/tick/solving/shift.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "realizer/motion/actuators/body_motion.h"
#include "realizer/prepare/prepare.h"
#include "realizer/tick/shard.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/footprints.h"
#include "tests/support/motion/stage.h"

namespace kine::shift_test {
namespace {

using namespace std::chrono_literals;
using body::BodyOffsets;
using body::Joint;

constexpr CharacterId kAda{1};
constexpr BodyOffsets kSlumped{.pelvis_m = {0.03, -0.02, -0.02},
                               .pelvis_rad = {0.05, 0.1, 0},
                               .spine_rad = body::shared_by_trunk({0.3, 0, 0.05}),
                               .clavicles_rad = {{{0, 0.1, 0.05}, {0, -0.1, -0.05}}},
                               .centre_of_mass_m = {0.02, 0}};

struct Play {
  std::string script = {};   // at the first tick
  BodyOffsets posture = {};  // from the second tick on
  Seconds over{0};
  bool is_set = true;
  std::uint64_t ticks = 300;
};

std::vector<Frame> frames_of(const Play& play) {
  const auto ada = test::cast_named("ada", test::ada());
  Shard shard{TickRate(60)};
  shard.add_character(kAda, ada);
  std::vector<Frame> frames;
  for (std::uint64_t tick = 0; tick < play.ticks; ++tick) {
    std::vector<Input> inputs;
    if (tick == 0 && !play.script.empty()) {
      const std::array casts = {ada};
      Diagnostics diagnostics;
      const auto prepared =
          prepare(play.script, {.casts = casts, .script_id = "shift"}, diagnostics);
      REQUIRE(prepared);
      inputs.push_back(PlayBlock{.character = kAda, .id = {1}, .block = prepared->blocks.at(0)});
    }
    if (tick == 1 && play.is_set) inputs.push_back(SetPosture{kAda, {play.posture, play.over}});
    shard.advance_to(Tick{tick}, inputs);
    frames.push_back(shard.frames()[0]);
  }
  return frames;
}

std::string script(const std::string& inside) {
  return "<script xmlns=\"urn:kinesphere:script:1\">" + inside + "</script>";
}

Vec3 place_of(const Frame& frame, Joint joint) {
  return test::joints_in_world(frame, test::ada())[body::index_of(joint)];
}

/// How far a joint is in one film from where it is in another, at most.
double apart_m(const std::vector<Frame>& a, const std::vector<Frame>& b, Joint joint,
               std::size_t from = 0) {
  double most_m = 0;
  for (std::size_t i = from; i < a.size(); ++i) {
    most_m = std::max(most_m, length(place_of(a[i], joint) - place_of(b[i], joint)));
  }
  return most_m;
}

const std::string kReach = script(R"(<sequence start="0.3" fade-in="0.3" fade-out="0.5"><pose
    time="1" hold="0.3"><position joint="rightHand" target="-0.35 1.4 0.3"/></pose></sequence>)");
const std::string kWalk = test::bml(R"(<locomotion id="go" target="camera"/>)");

}  // namespace

TEST_CASE("a posture of nothing changes no bit of a frame", "[shift]") {
  for (const std::string& each : {std::string(), kReach, kWalk}) {
    const auto with = frames_of({.script = each});
    const auto without = frames_of({.script = each, .is_set = false});
    for (std::size_t i = 0; i < with.size(); ++i) REQUIRE(with[i] == without[i]);
  }
}

TEST_CASE("a posture is taken eased, under feet that stay", "[shift]") {
  const auto frames = frames_of({.posture = {.pelvis_m = {0.04, -0.03, 0}}, .over = 1s});
  const auto rest = frames_of({.is_set = false});
  const auto hips_x = [&](std::size_t tick) { return frames[tick].hips_m[0] - rest[0].hips_m[0]; };
  CHECK(hips_x(1) == Approx(0));
  CHECK(hips_x(16) == Approx(0.04 * 5 / 32).margin(1e-6));
  CHECK(hips_x(61) == Approx(0.04).margin(1e-6));
  for (const Joint foot : {Joint::LeftFoot, Joint::RightFoot}) {
    CHECK(apart_m(frames, rest, foot) < 1e-5);
  }
}

TEST_CASE("steps are where they were, whatever posture walks", "[shift]") {
  const auto slumped = frames_of({.script = kWalk, .posture = kSlumped});
  const auto upright = frames_of({.script = kWalk, .is_set = false});
  for (const Joint foot : {Joint::LeftFoot, Joint::RightFoot}) {
    CHECK(apart_m(slumped, upright, foot) < 1e-4);
  }
  CHECK(apart_m(slumped, upright, Joint::Head) > 0.05);
}

TEST_CASE("a gesture carries the posture along and gives it back", "[shift]") {
  BodyOffsets bent = kSlumped;
  bent.centre_of_mass_m = {};  // an arm that is out moves it, and the hips make up for that
  const auto frames = frames_of({.script = kReach, .posture = bent, .ticks = 400});
  const auto still = frames_of({.posture = bent, .ticks = 400});
  // What the arm does not move is as if nothing played.
  CHECK(apart_m(frames, still, Joint::LeftHand) < 1e-5);
  CHECK(apart_m(frames, still, Joint::UpperChest) < 1e-5);
  CHECK(apart_m(frames, still, Joint::RightHand) > 0.3);
  CHECK(length(place_of(frames.back(), Joint::RightHand) -
               place_of(still.back(), Joint::RightHand)) < 1e-4);
  // It begins and ends in the posture: no jump there, for an arm that swings out of hanging.
  const std::vector<Frame> settled(frames.begin() + 3, frames.end());
  const auto upright = frames_of({.script = kReach, .is_set = false, .ticks = 400});
  CHECK(test::velocity_jump_m_s(settled, test::ada()) <
        2 * test::velocity_jump_m_s(upright, test::ada()));
}

TEST_CASE("a hand that is kept stays where it is while the posture comes", "[shift]") {
  const auto kept =
      frames_of({.script = script(R"(<sequence><pose time="0.6" hold="4"><position joint="rightHand"
          target="-0.2 1.1 0.28" keep="yes"/></pose></sequence>)"),
                 .posture = {.pelvis_m = {0.03, -0.02, 0},
                             .spine_rad = body::shared_by_trunk({0.2, 0.1, 0}),
                             .clavicles_rad = {{{}, {0, 0.05, -0.05}}}},
                 .over = 2s,
                 .ticks = 240});
  for (std::size_t tick = 60; tick < 240; ++tick) {
    REQUIRE(length(place_of(kept[tick], Joint::RightHand) - Vec3{-0.2, 1.1, 0.28}) < 0.001);
  }
}

TEST_CASE("two motions that take the body along are summed, over feet that stay", "[shift]") {
  const auto aside = [](double way_m) {
    const pose::BodyKeys keys{
        {{.time_s = 0, .offsets = {}}, {.time_s = 1, .offsets = {.pelvis_m = {way_m, -0.02, 0}}}}};
    return motion::Segment{
        .end = 4s, .fade_out = 1s, .actuator = std::make_shared<motion::BodyMotion>(keys)};
  };
  auto block = std::make_shared<motion::Block>();
  block->character = "ada";
  block->segments = {aside(0.02), aside(0.01)};
  block->end = 4s;
  Shard shard{TickRate(60)};
  shard.add_character(kAda, test::cast_named("ada", test::ada()));
  std::vector<Frame> frames;
  for (std::uint64_t tick = 0; tick < 260; ++tick) {
    const PlayBlock play{.character = kAda, .id = {1}, .client = {}, .block = block};
    shard.advance_to(Tick{tick}, std::vector<Input>(tick == 0 ? 1 : 0, play));
    frames.push_back(shard.frames()[0]);
  }
  CHECK(frames[120].hips_m[0] - frames[0].hips_m[0] == Approx(0.03).margin(1e-5));
  CHECK(frames[210].hips_m[0] - frames[0].hips_m[0] == Approx(0.015).margin(1e-5));
  CHECK(frames[250].hips_m == frames[0].hips_m);
  for (const Joint foot : {Joint::LeftFoot, Joint::RightFoot}) {
    for (const Frame& frame : frames) {
      REQUIRE(length(place_of(frame, foot) - place_of(frames[0], foot)) < 1e-5);
    }
  }
}

TEST_CASE("a rewind brings the posture back, and takes it off again", "[shift]") {
  Shard shard{TickRate(60)};
  shard.add_character(kAda, test::cast_named("ada", test::ada()));
  shard.advance_to(Tick{1}, {});
  const Frame upright = shard.frames()[0];
  const ShardSnapshot without = shard.snapshot();
  shard.advance_to(Tick{2}, std::vector<Input>{SetPosture{kAda, {kSlumped, 0s}}});
  shard.advance_to(Tick{3}, {});
  const Frame slumped = shard.frames()[0];
  const ShardSnapshot with = shard.snapshot();
  CHECK(slumped.parent_from_joint != upright.parent_from_joint);
  shard.restore(without);
  shard.advance_to(Tick{2}, {});
  CHECK(shard.frames()[0].parent_from_joint == upright.parent_from_joint);
  shard.restore(with);
  shard.advance_to(Tick{4}, {});
  CHECK(shard.frames()[0].parent_from_joint == slumped.parent_from_joint);
}

}  // namespace kine::shift_test
