// Tests for server/conversation/body_calls.h: dynamics, pushes and loads that a client says, what
// they do to frames, and what is wrong with them.
#include "server/conversation/body_calls.h"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/server/moving_stage.h"

namespace kine::server::body_calls_test {
namespace {

using body::Joint;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Its client has said Hello.
struct PushedStage : test::MovingStage {
  PushedStage() : MovingStage(100) { greet(); }

  /// What is wrong with it; empty: nothing.
  std::string problem_of(const kinesphere::Envelope& envelope) {
    carrier->sent.clear();
    hear(envelope);
    CHECK_FALSE(carrier->closed);
    return carrier->sent.empty() ? "" : last().problem().error();
  }
  void play(const std::string& inside) {
    kinesphere::Envelope envelope;
    envelope.mutable_submit()->set_character("ada");
    envelope.mutable_submit()->set_script("<script xmlns=\"urn:kinesphere:script:1\">" + inside +
                                          "</script>");
    hear(envelope);
    carrier->run_posted();
    REQUIRE(last().has_accepted());
  }
  Vec3 place_now(Joint joint) const { return place(frames.size() - 1, joint); }
};

kinesphere::Envelope dynamics(kinesphere::SetDynamics::Dynamics what) {
  kinesphere::Envelope envelope;
  envelope.mutable_set_dynamics()->set_character("ada");
  envelope.mutable_set_dynamics()->set_dynamics(what);
  return envelope;
}
kinesphere::Envelope torso() { return dynamics(kinesphere::SetDynamics::TORSO); }

kinesphere::Envelope push(const std::string& joint, const Vec3& force_N, double duration_s) {
  kinesphere::Envelope envelope;
  kinesphere::Push& push = *envelope.mutable_push();
  push.set_character("ada");
  push.set_joint(joint);
  for (const double each : {force_N.x, force_N.y, force_N.z}) push.add_force(each);
  push.set_duration(duration_s);
  return envelope;
}

kinesphere::Envelope drag(const std::string& joint, const Vec3& to_m, double duration_s) {
  kinesphere::Envelope envelope = push(joint, {}, duration_s);
  envelope.mutable_push()->clear_force();
  auto& towards = *envelope.mutable_push()->mutable_towards();
  for (const double each : {to_m.x, to_m.y, to_m.z}) towards.add_point(each);
  return envelope;
}

kinesphere::Envelope load(kinesphere::SetLoad::Hand hand, double mass_kg) {
  kinesphere::Envelope envelope;
  envelope.mutable_set_load()->set_character("ada");
  envelope.mutable_set_load()->set_hand(hand);
  envelope.mutable_set_load()->set_mass(mass_kg);
  return envelope;
}

}  // namespace

TEST_CASE("a push that is sent gives the frames of a script's push from the same tick on",
          "[body_calls]") {
  PushedStage live;
  PushedStage by_script;
  for (PushedStage* const stage : {&live, &by_script}) {
    CHECK(stage->problem_of(torso()).empty());
    stage->advance(20);
  }
  const Vec3 before = live.place_now(Joint::Head);
  CHECK(live.problem_of(push("upperChest", {20, 0, 80}, 0.2)).empty());
  by_script.play(R"(<character dynamics="torso"/>
      <push duration="200ms" joint="upperChest" force="20 0 80"/>)");
  live.advance(12);
  CHECK(live.place_now(Joint::Head).z > before.z + 0.01);
  live.advance(88);
  by_script.advance(100);
  CHECK(live.frames == by_script.frames);
}

TEST_CASE("a load that is sent gives the frames of a script's load", "[body_calls]") {
  PushedStage live;
  PushedStage by_script;
  for (PushedStage* const stage : {&live, &by_script}) {
    CHECK(stage->problem_of(torso()).empty());
    stage->advance(20);
  }
  kinesphere::Envelope heavy = load(kinesphere::SetLoad::LEFT, 4);
  heavy.mutable_set_load()->set_believed(1);
  CHECK(live.problem_of(heavy).empty());
  by_script.play(R"(<character dynamics="torso"/>
      <load end="1s" hand="left" mass="4kg" believed="1kg"/>)");
  live.advance(59);
  CHECK(live.problem_of(load(kinesphere::SetLoad::LEFT, 0)).empty());
  live.advance(41);
  by_script.advance(100);
  CHECK(live.frames == by_script.frames);
}

TEST_CASE("a drag brings a hand towards its point, and lets it go", "[body_calls]") {
  PushedStage stage;
  CHECK(stage.problem_of(torso()).empty());
  stage.advance(20);
  const Vec3 rest = stage.place_now(Joint::RightHand);
  const Vec3 there = rest + Vec3{0, 0.1, 0.3};
  const auto off_m = [&] { return length(there - stage.place_now(Joint::RightHand)); };
  const double first_m = off_m();
  // Sent anew as a pointer moves: far more often than there may be pushes at once.
  for (int i = 0; i < 50; ++i) {
    kinesphere::Envelope envelope = drag("rightHand", there, 1);
    envelope.mutable_push()->mutable_towards()->set_stiffness(2'000);
    CHECK(stage.problem_of(envelope).empty());
    stage.advance(2);
  }
  CHECK(off_m() < 0.5 * first_m);
  stage.advance(60 + 120);
  CHECK(length(stage.place_now(Joint::RightHand) - rest) < 0.01);
}

TEST_CASE("a push on a character that does not move by its muscles says what to do first",
          "[body_calls]") {
  PushedStage stage;
  const std::string told =
      "'ada' does not move by its muscles, so it feels no push: SetDynamics to TORSO or BODY first";
  const auto pushed = push("head", {0, 0, 10}, 0.1);
  CHECK(stage.problem_of(pushed) == told);
  CHECK(stage.problem_of(torso()).empty());
  CHECK(stage.problem_of(pushed).empty());
  CHECK(stage.problem_of(dynamics(kinesphere::SetDynamics::NONE)).empty());
  CHECK(stage.problem_of(pushed) == told);
  stage.advance(2);
  stage.play(R"(<character dynamics="torso"/><gesture lexeme="wave"/>)");
  stage.advance(1);
  CHECK(stage.problem_of(pushed).empty());
}

TEST_CASE("what is wrong with dynamics, a push or a load is told, and nothing is done",
          "[body_calls]") {
  PushedStage stage;
  CHECK(stage.problem_of(torso()).empty());
  stage.advance(1);
  CHECK(stage.problem_of(dynamics(static_cast<kinesphere::SetDynamics::Dynamics>(9))) ==
        "dynamics are NONE, TORSO or BODY, not '9'");
  CHECK(stage.problem_of(push("tail", {0, 0, 10}, 0.1)).starts_with("there is no joint"));
  CHECK(stage.problem_of(push("head", {0, 0, 2'001}, 0.1)) ==
        "the force of a push must be at most 2000 N, not '2001'");
  CHECK(stage.problem_of(push("head", {0, kNaN, 0}, 0.1)) ==
        "the force of a push has finite numbers, not 'nan'");
  CHECK(stage.problem_of(push("head", {0, 0, 10}, 6)) ==
        "the duration of a push must be above 0 and at most 5 s, not '6'");
  kinesphere::Envelope both = push("head", {0, 0, 10}, 1);
  both.mutable_push()->mutable_towards();
  CHECK(stage.problem_of(both) == "a push has either a force or a point to drag to");
  CHECK(stage.problem_of(drag("head", {0, 101, 0}, 1)) ==
        "the point to drag to must be within 100 m of the origin on each axis");
  kinesphere::Envelope stiff = drag("head", {0, 1, 0}, 1);
  stiff.mutable_push()->mutable_towards()->set_stiffness(6'000);
  CHECK(stage.problem_of(stiff) ==
        "the stiffness of a drag must be above 0 and at most 5000 N/m, not '6000'");
  CHECK(stage.problem_of(load(kinesphere::SetLoad::RIGHT, 51)) ==
        "the mass of a load must be from 0 to 50 kg, not '51'");
  CHECK(stage.problem_of(load(kinesphere::SetLoad::HAND_UNSPECIFIED, 1)) ==
        "a hand is LEFT or RIGHT, not '0'");
  for (kinesphere::Envelope envelope : {torso(), push("head", {0, 0, 1}, 1)}) {
    if (envelope.has_push()) {
      envelope.mutable_push()->set_character("eve");
    } else {
      envelope.mutable_set_dynamics()->set_character("eve");
    }
    CHECK(stage.problem_of(envelope) == "of the characters ada, ben none is 'eve'");
  }
  CHECK(stage.inputs().empty());
}

TEST_CASE("the 61st push of a second is refused, and the 33rd that would act at once",
          "[body_calls]") {
  PushedStage stage;
  CHECK(stage.problem_of(torso()).empty());
  std::vector<std::string> problems;
  for (int i = 0; i < 200; ++i) {
    const auto problem = stage.problem_of(push("head", {0, 0, 1}, 1));
    if (!problem.empty()) problems.push_back(problem);
  }
  REQUIRE(problems.size() > 28);
  CHECK(problems.front() == "busy: past pushes_at_once_max of 32 on 'ada'");
  const auto first =
      std::ranges::find(problems, "busy: past pushes_per_second_max of 60") - problems.begin();
  CHECK(first >= 28);  // one more for each 17 ms that this took
  CHECK(first < 100);
  CHECK(stage.inputs().size() == 33);
}

}  // namespace kine::server::body_calls_test
