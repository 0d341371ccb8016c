// Tests for realizer/tick/live_body.h: what is set while a character moves does what a script does.
#include "realizer/tick/live_body.h"

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "realizer/core/limits.h"
#include "realizer/tick/shard.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/footprints.h"
#include "tests/support/motion/stage.h"

namespace kine::live_body_test {
namespace {

using body::Joint;

constexpr CharacterId kAda{1};
constexpr ClientId kClient{3};
const TickRate kRate(60);

std::shared_ptr<const dynamics::physical::TorsoModel> muscles_of_ada() {
  static const auto model = dynamics::physical::torso_model_of(test::ada());
  REQUIRE(model);
  return *model;
}

SetDynamics torso() { return {.character = kAda, .muscles = muscles_of_ada()}; }
SetDynamics none() { return {.character = kAda, .muscles = nullptr}; }

PushJoint push(Joint joint, const Vec3& force_N, double duration_s) {
  return {.character = kAda,
          .client = kClient,
          .push = {.joint = joint, .duration = Seconds(duration_s), .force_N = force_N}};
}

/// By the tick that takes them in.
using Inputs = std::map<std::uint64_t, std::vector<Input>>;

struct Played {
  std::vector<Frame> frames;
  ShardSnapshot last;
  bool idle = false;
};

class Stage {
 public:
  Stage() { shard_.add_character(kAda, cast_); }

  PlayBlock script(const std::string& inside) const {
    return {.character = kAda,
            .id = {7},
            .client = kClient,
            .block = test::block_of(inside, cast_),
            .zero = PlayBlock::Zero::LastTick};
  }

  Played play(const Inputs& inputs, std::uint64_t ticks) {
    Played played;
    for (std::uint64_t tick = 1; tick <= ticks; ++tick) {
      const auto found = inputs.find(tick);
      shard_.advance_to(Tick{tick}, found == inputs.end() ? std::vector<Input>{} : found->second);
      played.frames.push_back(shard_.frames()[0]);
    }
    played.last = shard_.snapshot();
    played.idle = shard_.idle();
    return played;
  }
  Shard& shard() { return shard_; }

 private:
  std::shared_ptr<const Cast> cast_ = test::cast_named("ada", test::ada());
  Shard shard_{kRate};
};

Played played(const Inputs& inputs, std::uint64_t ticks = 150) {
  return Stage().play(inputs, ticks);
}

Vec3 place(const Frame& frame, Joint joint) {
  return test::joints_in_world(frame, test::ada())[body::index_of(joint)];
}

double most_apart_m(const Played& a, const Played& b, Joint joint) {
  double most = 0;
  for (std::size_t i = 0; i < a.frames.size(); ++i) {
    most = std::max(most, length(place(a.frames[i], joint) - place(b.frames[i], joint)));
  }
  return most;
}

}  // namespace

TEST_CASE("a live push gives the frames of a script's push that begins at the same tick",
          "[live_body]") {
  const Stage stage;
  const auto live = played({{2, {torso()}}, {20, {push(Joint::UpperChest, {30, 0, 80}, 0.21)}}});
  const auto by_script = played({{2, {torso()}}, {20, {stage.script(R"(<character dynamics="torso"/>
             <push duration="210ms" joint="upperChest" force="30 0 80"/>)")}}});
  CHECK(live.frames == by_script.frames);
  CHECK(most_apart_m(live, played({}), Joint::Head) > 0.01);
  CHECK(live.last.characters[0].live_body.at(0).pushes.empty());
}

TEST_CASE("muscles that are set live move what muscles of a script move", "[live_body]") {
  const Stage stage;
  const std::string wave = R"(<sequence><pose time="0.6" hold="0.4">
      <position joint="rightHand" target="-0.2 1.3 0.4"/></pose></sequence>)";
  const auto live = played({{1, {torso()}}, {4, {stage.script(wave)}}});
  const auto planned = played({{4, {stage.script(wave)}}});
  const auto by_script =
      played({{1, {torso()}}, {4, {stage.script(R"(<character dynamics="torso"/>)" + wave)}}});
  CHECK(most_apart_m(live, planned, Joint::RightHand) > 0.01);
  CHECK(live.frames == by_script.frames);
}

TEST_CASE("a script that says its dynamics counts while it plays", "[live_body]") {
  Stage stage;
  const std::string none = R"(<character dynamics="none"/><sequence><pose time="0.4" hold="1">
      <position joint="rightHand" target="-0.2 1.3 0.4"/></pose></sequence>)";
  const PlayBlock planned = stage.script(none);
  std::vector<std::size_t> moved;
  stage.play({{1, {torso()}}}, 10);
  CHECK(stage.shard().snapshot().characters[0].physical.size() == 1);
  const Tick end = kRate.first_at_or_after(Tick{11}, planned.block->end);
  for (std::uint64_t tick = 11; tick < end.index + 3; ++tick) {
    stage.shard().advance_to(Tick{tick},
                             tick == 11 ? std::vector<Input>{planned} : std::vector<Input>{});
    moved.push_back(stage.shard().snapshot().characters[0].physical.size());
  }
  // Muscles let go in 0.3 s, and come back when the script is over.
  CHECK(moved.at(10) == 1);
  CHECK(moved.at(40) == 0);
  CHECK(moved.back() == 1);
}

TEST_CASE("muscles let go where they are set to none, and nothing is kept", "[live_body]") {
  const auto let_go = played({{1, {torso()}}, {20, {none()}}}, 60);
  CHECK(let_go.last.characters[0].physical.empty());
  CHECK(let_go.last.characters[0].live_body.empty());
  CHECK(let_go.frames.back().parent_from_joint == played({}, 60).frames.back().parent_from_joint);
}

TEST_CASE("a character that stands by its muscles is idle, and one that is pushed is not",
          "[live_body]") {
  CHECK(played({{1, {torso()}}}, 20).idle);
  CHECK_FALSE(played({{1, {torso()}}, {20, {push(Joint::Head, {0, 0, 20}, 0.5)}}}, 30).idle);
  CHECK(played({{1, {torso()}}, {20, {push(Joint::Head, {0, 0, 20}, 0.1)}}}, 30).idle);
}

TEST_CASE("a push does nothing to a character that moves as planned", "[live_body]") {
  const auto pushed = played({{10, {push(Joint::UpperChest, {0, 0, 500}, 1)}}}, 60);
  CHECK(pushed.frames == played({}, 60).frames);
}

TEST_CASE("a live load gives the frames of a script's load, until it is taken away",
          "[live_body]") {
  const Stage stage;
  const auto load = [](double mass_kg, double believed_kg) {
    return SetLoad{kAda,
                   {.hand = body::Side::Right, .mass_kg = mass_kg, .believed_kg = believed_kg}};
  };
  const auto live = played({{1, {torso()}}, {20, {load(3, 0.5)}}, {79, {load(0, 0)}}});
  const auto by_script = played({{1, {torso()}}, {20, {stage.script(R"(<character dynamics="torso"/>
             <load end="1s" hand="right" mass="3kg" believed="500g"/>)")}}});
  CHECK(live.frames == by_script.frames);
  CHECK(most_apart_m(live, played({}), Joint::RightHand) > 0.01);
}

TEST_CASE("a load of a script counts in place of a live one while it lasts", "[live_body]") {
  const Stage stage;
  const SetLoad heavy{kAda, {.hand = body::Side::Right, .mass_kg = 8, .believed_kg = 0}};
  const auto carried = [&](std::uint64_t ticks) {
    const auto all =
        played({{1, {torso(), heavy}}, {20, {stage.script(R"(<character dynamics="torso"/>
               <load end="500ms" hand="right" mass="2kg"/>)")}}},
               ticks);
    return all.last.characters[0].physical.at(0).loads.at(1);
  };
  CHECK(carried(19) == dynamics::physical::HandLoad{8, 0});
  CHECK(carried(30) == dynamics::physical::HandLoad{2, 2});
  CHECK(carried(60) == dynamics::physical::HandLoad{8, 0});
}

TEST_CASE("no more pushes act at once than a torso takes", "[live_body]") {
  CharacterState state;
  for (std::size_t i = 0; i < kPushesAtOnceMax + 3; ++i) {
    push_joint(push(Joint::Head, {0, 0, 1}, 1), Tick{10}, kRate, state);
  }
  CHECK(state.live_body.at(0).pushes.size() == kPushesAtOnceMax);
  CHECK(state.live_body.at(0).pushes.at(0).zero == Tick{9});
  // 1 s is 60 ticks: from that of 10, whose start is 9, to that of 69.
  end_pushes(Tick{69}, kRate, state);
  CHECK(state.live_body.at(0).pushes.size() == kPushesAtOnceMax);
  end_pushes(Tick{70}, kRate, state);
  CHECK(state.live_body.empty());
}

TEST_CASE("a drag takes the place of that of the same client and joint", "[live_body]") {
  CharacterState state;
  PushJoint drag = push(Joint::RightHand, {}, 1);
  drag.push.drag = LiveDrag{.to_m = {0, 1, 1}};
  push_joint(drag, Tick{10}, kRate, state);
  drag.push.drag->to_m = {0, 1, 2};
  push_joint(drag, Tick{11}, kRate, state);
  REQUIRE(state.live_body.at(0).pushes.size() == 1);
  CHECK(state.live_body.at(0).pushes.at(0).push.drag->to_m == Vec3{0, 1, 2});
  CHECK(state.live_body.at(0).pushes.at(0).zero == Tick{10});
  drag.client = {4};
  push_joint(drag, Tick{11}, kRate, state);
  drag.push.joint = Joint::LeftHand;
  push_joint(drag, Tick{11}, kRate, state);
  push_joint(push(Joint::LeftHand, {0, 0, 1}, 1), Tick{11}, kRate, state);
  CHECK(state.live_body.at(0).pushes.size() == 4);
}

TEST_CASE("a drag beyond its limit is a push of that force, which way it goes", "[live_body]") {
  // From 100 m away the direction turns by a thousandth while the chest moves.
  PushJoint drag = push(Joint::UpperChest, {}, 0.2);
  drag.push.drag = LiveDrag{.to_m = {0, 1.3, 100}, .stiffness_N_m = 500, .most_N = 80};
  const auto dragged = played({{2, {torso()}}, {20, {drag}}});
  const auto pushed = played({{2, {torso()}}, {20, {push(Joint::UpperChest, {0, 0, 80}, 0.2)}}});
  const double way_m = most_apart_m(pushed, played({}), Joint::Head);
  CHECK(way_m > 0.01);
  CHECK(most_apart_m(pushed, dragged, Joint::Head) < 0.01 * way_m);
}

TEST_CASE("a dragged hand comes to rest where springs balance, and the stiffest drag is stable",
          "[live_body]") {
  const auto rest = played({{1, {torso()}}}, 300);
  const Vec3 at_rest = place(rest.frames.back(), Joint::RightHand);
  const Vec3 there = at_rest + Vec3{0, 0.05, 0.2};
  double before_m = length(there - at_rest);
  for (const double stiffness_N_m : {200.0, 1'000.0, 5'000.0}) {
    CAPTURE(stiffness_N_m);
    PushJoint drag = push(Joint::RightHand, {}, 5);
    drag.push.drag = LiveDrag{.to_m = there, .stiffness_N_m = stiffness_N_m, .most_N = 2'000};
    const auto dragged = played({{1, {torso()}}, {5, {drag}}}, 290);
    const double off_m = length(there - place(dragged.frames.back(), Joint::RightHand));
    CHECK(off_m < before_m);  // the stiffer, the nearer
    before_m = off_m;
    const double still_m = length(place(dragged.frames[289], Joint::RightHand) -
                                  place(dragged.frames[279], Joint::RightHand));
    CHECK(still_m < 1e-3);
  }
  CHECK(before_m < 0.02);
}

TEST_CASE("what was set live rewinds with a snapshot, to the bit", "[live_body]") {
  Stage stage;
  const SetLoad load{kAda, {.hand = body::Side::Left, .mass_kg = 2, .believed_kg = 1}};
  stage.play({{1, {torso()}}, {10, {load, push(Joint::RightHand, {20, 0, 10}, 0.8)}}}, 30);
  const ShardSnapshot then = stage.shard().snapshot();
  CHECK(then.characters[0].live_body.at(0).pushes.size() == 1);
  const auto go_on = [&] {
    std::vector<Frame> frames;
    for (std::uint64_t tick = 31; tick < 90; ++tick) {
      stage.shard().advance_to(Tick{tick}, {});
      frames.push_back(stage.shard().frames()[0]);
    }
    return frames;
  };
  const auto first = go_on();
  const ShardSnapshot later = stage.shard().snapshot();
  stage.shard().restore(then);
  CHECK(go_on() == first);
  CHECK(stage.shard().snapshot() == later);
}

}  // namespace kine::live_body_test
