// Tests for realizer/tick/solving/ground.h: walking and sitting through the whole line, as frames
// have it.
#include "realizer/tick/solving/ground.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/footprints.h"
#include "tests/support/motion/stage.h"

namespace kine::ground_test {
namespace {

using namespace std::chrono_literals;
using test::bml;
using test::perform;
using test::Performed;

constexpr double kStays_m = 0.005;
constexpr double kJump_m_s = 1.3;  // of a foot that is swung: some 50 m/s^2 at 60 a second

/// Both bodies, each alone on its stage.
std::vector<std::shared_ptr<const Cast>> everybody() {
  return {test::cast_named("ada", test::ada()), test::cast_named("ben", test::ben())};
}

Vec3 root_of(const Frame& frame) { return {frame.root[0], frame.root[1], frame.root[2]}; }

double heading_of(const Frame& frame) { return 2 * std::atan2(frame.root[4], frame.root[6]); }

Tick tick_of(const Performed& performed, std::string_view id) {
  const auto found = std::ranges::find(performed.feedback, id, &Feedback::id);
  return found == performed.feedback.end() ? Tick{} : found->tick;
}

double lowest_hips_m(const Performed& performed) {
  double lowest = 9;
  for (const Frame& frame : performed.frames) {
    lowest = std::min(lowest, static_cast<double>(frame.hips_m[1]));
  }
  return lowest;
}

/// Whether the last frame is the base pose, at that place.
void check_stands(const Performed& performed, const Cast& cast, const Vec3& place_m) {
  const Frame& last = performed.frames.back();
  CHECK(length(root_of(last) - place_m) < 1e-5);
  const auto rest = cast.body->compute_model(cast.body->base_pose).positions_m;
  CHECK(last.hips_m[1] == Approx(rest[0].y));
  for (const body::Joint foot : {body::Joint::LeftFoot, body::Joint::RightFoot}) {
    const Vec3 at = test::joints_in_world(last, *cast.body)[body::index_of(foot)];
    CHECK(at.y == Approx(rest[body::index_of(foot)].y).margin(1e-4));
  }
}

constexpr std::string_view kWalk = R"(<locomotion id="go" target="camera"/>)";

}  // namespace

TEST_CASE("who walks to a point is there in the time of a walk, and no foot slides", "[ground]") {
  for (const auto& cast : everybody()) {
    const Performed walked =
        perform({.casts = {cast}, .scripts = {{0, bml(std::string(kWalk))}}, .ticks = 260});
    CHECK(walked.warnings.empty());
    check_stands(walked, *cast, {0, 0, 3});
    CHECK(test::slid_m(walked.frames, *cast->body) < kStays_m);
    CHECK(test::velocity_jump_m_s(walked.frames, *cast->body) < kJump_m_s);
    // 3 m at 1.3 m/s, and a start and a stop.
    const Tick end = tick_of(walked, "b:go:end");
    CHECK(end.index > 138);
    CHECK(end.index < 210);
    CHECK(length(root_of(walked.frames[end.index]) - Vec3{0, 0, 3}) < 1e-5);
  }
}

TEST_CASE("a foot that is swung never goes into the ground", "[ground]") {
  for (const auto& cast : everybody()) {
    const auto rest = cast->body->compute_model(cast->body->base_pose).positions_m;
    const Performed walked = perform({.casts = {cast}, .scripts = {{0, bml(std::string(kWalk))}}});
    for (const Frame& frame : walked.frames) {
      const auto joints = test::joints_in_world(frame, *cast->body);
      for (const body::Joint joint : {body::Joint::LeftToes, body::Joint::RightToes,
                                      body::Joint::LeftFoot, body::Joint::RightFoot}) {
        const std::size_t index = body::index_of(joint);
        REQUIRE(joints[index].y > rest[index].y - 0.002);
      }
    }
  }
}

TEST_CASE("one foot is always on the ground", "[ground]") {
  const auto cast = everybody().front();
  const auto rest = cast->body->compute_model(cast->body->base_pose).positions_m;
  const Performed walked = perform({.casts = {cast}, .scripts = {{0, bml(std::string(kWalk))}}});
  for (const Frame& frame : walked.frames) {
    const auto joints = test::joints_in_world(frame, *cast->body);
    const auto height_m = [&](body::Joint ball) {
      return joints[body::index_of(ball)].y - rest[body::index_of(ball)].y;
    };
    REQUIRE(std::min(height_m(body::Joint::LeftToes), height_m(body::Joint::RightToes)) < 0.001);
  }
}

TEST_CASE("a second walk starts where the first one ended", "[ground]") {
  for (const auto& cast : everybody()) {
    const Performed walked =
        perform({.casts = {cast},
                 .scripts = {{0, bml(std::string(kWalk), "one")},
                             {240, bml(R"(<locomotion id="go" target="door"/>)", "two")}},
                 .targets = {{"door", {2, 1, 1}}},
                 .ticks = 620});
    check_stands(walked, *cast, {2, 0, 1});
    // It looks the way it came.
    CHECK(heading_of(walked.frames.back()) == Approx(std::atan2(2, -2)).margin(1e-4));
    CHECK(test::slid_m(walked.frames, *cast->body) < kStays_m);
    CHECK(test::velocity_jump_m_s(walked.frames, *cast->body) < kJump_m_s);
  }
}

TEST_CASE("who comes to talk stops at 1.2 m, and looks at whom it came to", "[ground]") {
  auto other = std::make_shared<Cast>(*everybody()[1]);
  other->placement = {.position_m = {-2, 0, -1}, .heading_rad = 0};
  const auto cast = everybody().front();
  const Performed walked = perform({.casts = {cast, other},
                                    .scripts = {{0, bml(R"(<locomotion id="go" target="ben"/>)")}},
                                    .ticks = 400});
  const Vec3 root = root_of(walked.frames.back());
  CHECK(std::hypot(root.x + 2, root.z + 1) == Approx(1.2).margin(0.02));
  CHECK(heading_of(walked.frames.back()) ==
        Approx(std::atan2(-2 - root.x, -1 - root.z)).margin(0.02));
  CHECK(test::slid_m(walked.frames, *cast->body) < kStays_m);
}

TEST_CASE("who is interrupted in the middle of a step finishes it and stands", "[ground]") {
  for (const auto& cast : everybody()) {
    for (std::uint64_t tick = 5; tick < 180; tick += 7) {
      const Performed walked = perform({.casts = {cast},
                                        .scripts = {{0, bml(std::string(kWalk))}},
                                        .interrupted_at = tick,
                                        .ticks = tick + 140});
      CAPTURE(tick);
      CHECK(test::slid_m(walked.frames, *cast->body) < kStays_m);
      CHECK(test::velocity_jump_m_s(walked.frames, *cast->body) < kJump_m_s);
      check_stands(walked, *cast, root_of(walked.frames.back()));
      CHECK(walked.frames.back().root == walked.frames[walked.frames.size() - 20].root);
    }
  }
}

TEST_CASE("the walk goes on while others use arms, head and gaze", "[ground]") {
  for (const auto& cast : everybody()) {
    const std::string busy =
        std::string(kWalk) +
        R"(<pointing id="p" target="camera" start="0.8" mode="RIGHT_HAND"/>)"
        R"(<gaze id="g" target="camera" influence="WAIST" start="0.4" end="go:end"/>)";
    const Performed walked =
        perform({.casts = {cast}, .scripts = {{0, bml(busy)}}, .alive = true, .ticks = 300});
    CHECK(test::slid_m(walked.frames, *cast->body) < kStays_m);
    CHECK(length(root_of(walked.frames.back()) - Vec3{0, 0, 3}) < 1e-5);
  }
}

TEST_CASE("a target that nobody knows is a warning", "[ground]") {
  const Performed stood =
      perform({.casts = {everybody().front()},
               .scripts = {{0, bml(R"(<locomotion id="go" target="nowhere"/>)")}},
               .ticks = 30});
  REQUIRE(stood.warnings.size() == 1);
  CHECK(stood.warnings.front() == "unknown target: 'nowhere'");
}

TEST_CASE("who sits down stays seated, the feet where they stood", "[ground]") {
  for (const auto& cast : everybody()) {
    const Performed sat = perform(
        {.casts = {cast},
         .scripts = {{0, bml(R"(<postureShift id="p"><stance type="SITTING"/></postureShift>)")}},
         .ticks = 200});
    CHECK(sat.warnings.empty());
    CHECK(test::slid_m(sat.frames, *cast->body) < 1e-4);
    CHECK(test::velocity_jump_m_s(sat.frames, *cast->body) < 0.25);
    const Frame& last = sat.frames.back();
    const auto joints = test::joints_in_world(last, *cast->body);
    const auto at = [&](body::Joint joint) { return joints[body::index_of(joint)]; };
    // A seat of some 45 cm: the thighs about level, the shins about upright.
    CHECK(last.hips_m[1] > 0.28 * cast->body->height_m);
    CHECK(last.hips_m[1] < 0.34 * cast->body->height_m);
    const Vec3 thigh = unit(at(body::Joint::LeftLowerLeg) - at(body::Joint::LeftUpperLeg));
    const Vec3 shin = unit(at(body::Joint::LeftFoot) - at(body::Joint::LeftLowerLeg));
    CHECK(std::abs(thigh.y) < 0.2);
    CHECK(shin.y < -0.95);
    CHECK(std::acos(-dot(thigh, shin)) == Approx(std::numbers::pi / 2).margin(0.2));
  }
}

TEST_CASE("the hands of who sits lie on the thighs", "[ground]") {
  for (const auto& cast : everybody()) {
    const Performed sat = perform(
        {.casts = {cast},
         .scripts = {{0, bml(R"(<postureShift id="p"><stance type="SITTING"/></postureShift>)")}},
         .ticks = 200});
    const auto joints = test::joints_in_world(sat.frames.back(), *cast->body);
    const auto at = [&](body::Joint joint) { return joints[body::index_of(joint)]; };
    const auto over = [&](body::Joint hand, body::Joint leg, body::Joint knee) {
      const Vec3 thigh = at(knee) - at(leg);
      const double along = dot(at(hand) - at(leg), thigh) / dot(thigh, thigh);
      CHECK(along > 0.4);
      CHECK(along < 1.05);
      return at(hand) - (at(leg) + along * thigh);
    };
    using enum body::Joint;
    for (const Vec3& away : {over(LeftHand, LeftUpperLeg, LeftLowerLeg),
                             over(LeftMiddleProximal, LeftUpperLeg, LeftLowerLeg),
                             over(RightHand, RightUpperLeg, RightLowerLeg),
                             over(RightMiddleProximal, RightUpperLeg, RightLowerLeg)}) {
      CAPTURE(away.x, away.y, away.z);
      CHECK(away.y > 0.05);  // half a thigh
      CHECK(away.y < 0.115);
      CHECK(std::abs(away.x) < 0.06);
    }
  }
}

TEST_CASE("the legs of who lies are out straight", "[ground]") {
  for (const auto& cast : everybody()) {
    const Performed lay = perform(
        {.casts = {cast},
         .scripts = {{0, bml(R"(<postureShift id="p"><stance type="LYING"/></postureShift>)")}},
         .ticks = 400});
    const auto joints = test::joints_in_world(lay.frames.back(), *cast->body);
    const auto at = [&](body::Joint joint) { return joints[body::index_of(joint)]; };
    using enum body::Joint;
    const Vec3 thigh = unit(at(LeftLowerLeg) - at(LeftUpperLeg));
    const Vec3 shin = unit(at(LeftFoot) - at(LeftLowerLeg));
    CHECK(std::acos(dot(thigh, shin)) < 0.2);
    CHECK(at(LeftFoot).y < 0.15);
    CHECK(at(Head).y < 0.4);
  }
}

TEST_CASE("hands hang ahead of who crouches, and stay off the ground of who lies down",
          "[ground]") {
  using enum body::Joint;
  const auto shift = [](const char* type) {
    return bml(std::string("<postureShift id=\"p\"><stance type=\"") + type +
               "\"/></postureShift>");
  };
  for (const auto& cast : everybody()) {
    const Performed crouched = perform(
        {.casts = {cast}, .scripts = {{0, shift("CROUCHING")}}, .targets = {}, .ticks = 160});
    const auto low = test::joints_in_world(crouched.frames.back(), *cast->body);
    for (const body::Joint hand : {LeftHand, RightHand}) {
      CHECK(low[body::index_of(hand)].z > low[body::index_of(LeftUpperArm)].z - 0.02);
    }
    const Performed lay =
        perform({.casts = {cast}, .scripts = {{0, shift("LYING")}}, .targets = {}, .ticks = 320});
    for (const Frame& frame : lay.frames) {
      const auto joints = test::joints_in_world(frame, *cast->body);
      for (const body::Joint finger : {LeftMiddleDistal, RightMiddleDistal}) {
        REQUIRE(joints[body::index_of(finger)].y > 0);
      }
    }
  }
}

TEST_CASE("a walk that was to follow and does not come leaves the first one as it was",
          "[ground]") {
  const auto cast = everybody().front();
  const std::string stop =
      R"(<bmla:interrupt xmlns:bmla="http://www.asap-project.org/bmla" id="i" target="a"
                         include="b"/>)";
  const Performed walked =
      perform({.casts = {cast},
               .scripts = {{0, bml(R"(<locomotion id="a" target="camera"/>)"
                                   R"(<locomotion id="b" target="door" start="a:end"/>)",
                                   "a")},
                           {30, bml(stop, "c")}},
               .targets = {{"door", {3, 1, 5}}},
               .ticks = 500});
  check_stands(walked, *cast, {0, 0, 3});
  CHECK(test::slid_m(walked.frames, *cast->body) < kStays_m);
}

TEST_CASE("who is interrupted sitting down stands up again", "[ground]") {
  for (const auto& cast : everybody()) {
    for (const std::uint64_t tick : {30u, 54u, 80u, 100u}) {
      CAPTURE(tick);
      const Performed sat =
          perform({.casts = {cast},
                   .scripts = {{0, bml(R"(<postureShift id="p" start="0.3" end="1.8">)"
                                       R"(<stance type="SITTING"/></postureShift>)")}},
                   .interrupted_at = tick,
                   .ticks = 300});
      check_stands(sat, *cast, {0, 0, 0});
      CHECK(test::slid_m(sat.frames, *cast->body) < kStays_m);
      CHECK(test::velocity_jump_m_s(sat.frames, *cast->body) < 0.4);
    }
  }
}

TEST_CASE("who is interrupted getting up sits down again, and later stands", "[ground]") {
  const auto cast = everybody().front();
  const std::string sit = R"(<postureShift id="p"><stance type="SITTING"/></postureShift>)";
  const std::string rise =
      R"(<postureShift id="p" start="0" end="1.5"><stance type="STANDING"/></postureShift>)";
  for (const std::string& up : {rise, std::string(kWalk)}) {
    const auto interrupted_at = [&](std::uint64_t tick) {
      return perform({.casts = {cast},
                      .scripts = {{0, bml(sit, "a")}, {150, bml(up, "b")}},
                      .interrupted_at = tick,
                      .ticks = 600});
    };
    CAPTURE(up);
    const Performed seated = interrupted_at(190);
    CHECK(seated.frames.back().hips_m == seated.frames[145].hips_m);
    CHECK(test::velocity_jump_m_s(seated.frames, *cast->body) < 0.4);
    // It is up at 240.
    for (const std::uint64_t later : {240u, 241u, 242u, 280u, 320u}) {
      if (later < 242 && up != rise) continue;  // it has not begun to walk
      CAPTURE(later);
      const Performed stood = interrupted_at(later);
      check_stands(stood, *cast, root_of(stood.frames.back()));
    }
  }
}

TEST_CASE("a posture for a while goes back to how one stood", "[ground]") {
  for (const auto& cast : everybody()) {
    for (const std::string stance : {"SITTING", "CROUCHING", "LYING"}) {
      const Performed bent = perform(
          {.casts = {cast},
           .scripts = {{0, bml("<posture id=\"p\"><stance type=\"" + stance + "\"/></posture>")}},
           .ticks = 600});
      CAPTURE(stance);
      CHECK(lowest_hips_m(bent) < 0.7 * bent.frames.front().hips_m[1]);
      check_stands(bent, *cast, {0, 0, 0});
      CHECK(test::slid_m(bent.frames, *cast->body) < kStays_m);
      CHECK(test::velocity_jump_m_s(bent.frames, *cast->body) < 0.4);
    }
  }
}

TEST_CASE("who sits and is to walk gets up first", "[ground]") {
  const auto cast = everybody().front();
  const Performed walked = perform(
      {.casts = {cast},
       .scripts = {{0, bml(R"(<postureShift id="p"><stance type="SITTING"/></postureShift>)", "a")},
                   {150, bml(std::string(kWalk), "b")}},
       .ticks = 520});
  check_stands(walked, *cast, {0, 0, 3});
  CHECK(test::slid_m(walked.frames, *cast->body) < kStays_m);
  CHECK(test::velocity_jump_m_s(walked.frames, *cast->body) < kJump_m_s);
}

TEST_CASE("a crouch for a while comes back to the chair", "[ground]") {
  const auto cast = everybody().front();
  const Performed bent = perform(
      {.casts = {cast},
       .scripts = {{0, bml(R"(<postureShift id="p"><stance type="SITTING"/></postureShift>)", "a")},
                   {150, bml(R"(<posture id="p"><stance type="CROUCHING"/></posture>)", "b")}},
       .ticks = 520});
  CHECK(bent.frames.back().hips_m == bent.frames[140].hips_m);
  CHECK(test::slid_m(bent.frames, *cast->body) < kStays_m);
  CHECK(test::velocity_jump_m_s(bent.frames, *cast->body) < 0.4);
}

TEST_CASE("legs are crossed and opened, as one stands and as one sits", "[ground]") {
  const auto cast = everybody().front();
  for (const std::string lexeme : {"LEGS_CROSSED", "LEGS_OPEN"}) {
    for (const std::string stance : {"STANDING", "SITTING"}) {
      const Performed posed =
          perform({.casts = {cast},
                   .scripts = {{0, bml("<postureShift id=\"p\"><stance type=\"" + stance +
                                       "\"/><pose part=\"LEGS\" lexeme=\"" + lexeme +
                                       "\"/></postureShift>")}},
                   .ticks = 200});
      CAPTURE(lexeme, stance);
      CHECK(posed.warnings.empty());
      const auto now = test::joints_in_world(posed.frames.back(), *cast->body);
      const double apart_m = now[body::index_of(body::Joint::LeftToes)].x -
                             now[body::index_of(body::Joint::RightToes)].x;
      if (lexeme == "LEGS_CROSSED") CHECK(apart_m < 0);
      if (lexeme == "LEGS_OPEN") CHECK(apart_m > 0.3);
      CHECK(test::velocity_jump_m_s(posed.frames, *cast->body) < 0.4);
    }
  }
}

TEST_CASE("who is to stop walking and go on with the rest of a block does not slide", "[ground]") {
  const auto cast = everybody().front();
  const std::string walk = std::string(kWalk) + R"(<wait id="w" duration="4"/>)";
  const std::string stop =
      R"(<bmla:interrupt xmlns:bmla="http://www.asap-project.org/bmla" id="i" target="a"
                         include="go"/>)";
  for (const std::uint64_t tick : {20u, 55u, 90u}) {
    const Performed walked = perform(
        {.casts = {cast}, .scripts = {{0, bml(walk, "a")}, {tick, bml(stop, "b")}}, .ticks = 330});
    CAPTURE(tick);
    CHECK(walked.warnings.empty());
    CHECK(test::slid_m(walked.frames, *cast->body) < kStays_m);
    CHECK(test::velocity_jump_m_s(walked.frames, *cast->body) < kJump_m_s);
    CHECK(root_of(walked.frames.back()).z < 2.9);
    check_stands(walked, *cast, root_of(walked.frames.back()));
  }
}

TEST_CASE("a snapshot in the midst of a step goes on as the walk does", "[ground]") {
  const std::vector casts = {everybody().front()};
  const auto play = [&](Shard& shard, std::uint64_t from, std::uint64_t to) {
    for (std::uint64_t tick = from; tick < to; ++tick) shard.advance_to(Tick{tick}, {});
  };
  const Performed walked =
      perform({.casts = casts, .scripts = {{0, bml(std::string(kWalk))}}, .ticks = 70});
  Shard other(TickRate(60));
  other.add_character(CharacterId{1}, casts.front());
  other.restore(walked.last);
  play(other, 70, 260);
  const Performed whole =
      perform({.casts = casts, .scripts = {{0, bml(std::string(kWalk))}}, .ticks = 260});
  CHECK(other.frames().front() == whole.frames.back());
  CHECK(other.snapshot() == whole.last);
}

TEST_CASE("a walk is the same motion at any tick rate", "[ground]") {
  const std::vector casts = {everybody().front()};
  const auto at = [&](std::uint32_t rate) {
    return perform({.casts = casts,
                    .scripts = {{0, bml(std::string(kWalk))}},
                    .ticks = 2 * rate + 1,
                    .ticks_a_second = rate})
        .frames.back();
  };
  const auto slow = test::joints_in_world(at(30), test::ada());
  const auto quick = test::joints_in_world(at(120), test::ada());
  for (std::size_t joint = 0; joint < slow.size(); ++joint) {
    CHECK(length(slow[joint] - quick[joint]) < 1e-5);
  }
}

TEST_CASE("who walks on after a short walk gets there, in whatever order it is written",
          "[ground]") {
  const std::string first = R"(<locomotion id="w1" target="near" start="WAITS"/>)";
  const std::string second = R"(<locomotion id="w2" target="far" start="w1:end"/>)";
  for (const std::string start : {"0", "1"}) {
    for (const bool reversed : {false, true}) {
      std::string inside = reversed ? second + first : first + second;
      inside.replace(inside.find("WAITS"), 5, start);
      const Performed walked = perform({.casts = {everybody().front()},
                                        .scripts = {{0, bml(inside)}},
                                        .targets = {{"near", {0, 0, 0.5}}, {"far", {0.5, 0, 3.5}}},
                                        .ticks = 600});
      CAPTURE(start, reversed);
      CHECK(length(root_of(walked.frames.back()) - Vec3{0.5, 0, 3.5}) < 0.01);
    }
  }
}

TEST_CASE("who was interrupted while walking comes to rest for good", "[ground]") {
  Shard shard(TickRate(60));
  const auto ada = everybody().front();
  shard.add_character(CharacterId{1}, ada);
  const Performed walked =
      perform({.casts = {ada}, .scripts = {{0, bml(std::string(kWalk))}}, .ticks = 60});
  shard.restore(walked.last);
  const std::vector<Input> stop = {Interrupt{.character = CharacterId{1}, .block = {}}};
  shard.advance_to(Tick{60}, stop);
  CHECK_FALSE(shard.idle());
  for (std::uint64_t tick = 61; tick < 300; ++tick) shard.advance_to(Tick{tick}, {});
  CHECK(shard.idle());
}

TEST_CASE("a block that is over before its walk ends when that does", "[ground]") {
  // It is to take a second, and three metres take three.
  const Performed walked =
      perform({.casts = {everybody().front()},
               .scripts = {{0, bml(R"(<locomotion id="go" target="camera" start="0" end="1"/>)")}},
               .ticks = 400});
  Tick last{};
  for (const Feedback& feedback : walked.feedback) {
    CHECK(feedback.tick.index >= last.index);
    last = feedback.tick;
  }
  const auto ended = std::ranges::find(walked.feedback, FeedbackKind::Ended, &Feedback::kind);
  REQUIRE(ended != walked.feedback.end());
  CHECK(walked.frames[ended->tick.index].root == walked.frames.back().root);
}

}  // namespace kine::ground_test
