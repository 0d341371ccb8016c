// Tests for realizer/tick/filters/physical_torso.h: a whole body that stands on its own.
#include <algorithm>
#include <string>
#include <utility>

#include "realizer/tick/filters/physical_torso.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/footprints.h"
#include "tests/support/motion/stage.h"

namespace kine::body_on_ground_test {
namespace {

using body::Joint;

/// Ada's whole body, pushed by so much ahead or back after a second.
test::Performed pushed_body(double force_N, std::uint64_t ticks) {
  const std::string script =
      R"(<script xmlns="urn:kinesphere:script:1"><character dynamics="body"/>
      <sequence><pose time="0.5" hold="12"><morph name="jawOpen" weight="0.1"/></pose></sequence>
      <push start="1s" duration="200ms" joint="upperChest" force="0 0 )" +
      std::to_string(force_N) + R"("/></script>)";
  return test::perform(
      {.casts = {test::cast_named("ada", test::ada())}, .scripts = {{1, script}}, .ticks = ticks});
}

Vec3 joint_m(const Frame& frame, Joint joint) {
  return test::joints_in_world(frame, test::ada())[body::index_of(joint)];
}

/// Of all joints, with those of fingers.
double deepest_m(const test::Performed& performed, const body::Body& body) {
  double deepest = 9;
  for (const Frame& frame : performed.frames) {
    for (const Vec3& place : test::joints_in_world(frame, body)) {
      deepest = std::min(deepest, place.y);
    }
  }
  return deepest;
}

double lowest_m(const test::Performed& performed, Joint joint) {
  double lowest = 9;
  for (const Frame& frame : performed.frames) {
    lowest = std::min(lowest, joint_m(frame, joint).y);
  }
  return lowest;
}

/// The fastest that a joint goes from a tick to the next, after it fell to the ground.
double quickest_m_s(const test::Performed& performed, Joint joint, std::size_t from) {
  double most = 0;
  for (std::size_t i = from + 1; i < performed.frames.size(); ++i) {
    const Vec3 way = joint_m(performed.frames[i], joint) - joint_m(performed.frames[i - 1], joint);
    most = std::max(most, length(way) * 60);
  }
  return most;
}

/// How far a joint leaves the way from the tick before to the tick after.
double farthest_off_its_way_m(const test::Performed& performed, Joint joint, std::size_t from) {
  double farthest = 0;
  for (std::size_t i = from + 1; i + 1 < performed.frames.size(); ++i) {
    const Vec3 between =
        0.5 * (joint_m(performed.frames[i - 1], joint) + joint_m(performed.frames[i + 1], joint));
    farthest = std::max(farthest, length(joint_m(performed.frames[i], joint) - between));
  }
  return farthest;
}

/// From a tick to the next.
double quickest_turn_rad_s(const test::Performed& performed, Joint joint, std::size_t from) {
  const auto turn = [&](std::size_t i) {
    const auto& [x, y, z, w] = performed.frames[i].parent_from_joint[body::index_of(joint)];
    return normalized({x, y, z, w});
  };
  double most = 0;
  for (std::size_t i = from + 1; i < performed.frames.size(); ++i) {
    most = std::max(most, 60 * angle_between(turn(i - 1), turn(i)));
  }
  return most;
}

/// How often it arrived somewhere. The script lets it stand, so nothing else moves its root.
int arrivals(const test::Performed& performed) {
  int count = 0;
  for (std::size_t i = 1; i < performed.frames.size(); ++i) {
    const Frame& frame = performed.frames[i];
    const bool arrives = frame.arrived == frame.tick;
    CHECK(arrives == (frame.root != performed.frames[i - 1].root));
    if (arrives) ++count;
  }
  return count;
}

}  // namespace

TEST_CASE("a whole body that nothing pushes stands as planned", "[body_on_ground]") {
  const auto stands = pushed_body(0, 240);
  for (const Joint joint : {Joint::Hips, Joint::Head, Joint::LeftFoot, Joint::RightFoot}) {
    const Vec3 first = joint_m(stands.frames[5], joint);
    CHECK(length(joint_m(stands.frames.back(), joint) - first) < 0.01);
  }
}

TEST_CASE("a whole body that is pushed hard falls, and gets up where it fell", "[body_on_ground]") {
  const auto fallen = pushed_body(-600, 720);
  CHECK(lowest_m(fallen, Joint::Hips) < 0.2);
  CHECK(lowest_m(fallen, Joint::Head) < 0.4);
  const Frame& last = fallen.frames.back();
  CHECK(joint_m(last, Joint::Hips).y > 0.85);
  CHECK(joint_m(last, Joint::Hips).z < -0.3);
  CHECK(joint_m(last, Joint::Head).y > 1.4);
  // From where it lies on nothing jumps: a person gets up by less than that.
  CHECK(quickest_m_s(fallen, Joint::Hips, 300) < 2);
  CHECK(quickest_m_s(fallen, Joint::Head, 300) < 3);
  CHECK(arrivals(fallen) == 1);
}

TEST_CASE("a whole body steps where it is pushed, and stands there", "[body_on_ground]") {
  const auto stepped = pushed_body(300, 600);
  CHECK(lowest_m(stepped, Joint::Hips) > 0.7);
  const Frame& last = stepped.frames.back();
  CHECK(joint_m(last, Joint::Hips).z > 0.2);
  CHECK(joint_m(last, Joint::Hips).y > 0.85);
  const Vec3 left = joint_m(last, Joint::LeftFoot);
  const Vec3 right = joint_m(last, Joint::RightFoot);
  CHECK(length(left - right) < 0.25);  // they have come together
  CHECK(quickest_m_s(stepped, Joint::Hips, 0) < 2);
  CHECK(arrivals(stepped) == 1);
}

TEST_CASE("a whole body that still staggers as its script ends comes to a stand by itself",
          "[body_on_ground]") {
  const auto staggers = test::perform(
      {.casts = {test::cast_named("ben", test::ben())},
       .scripts = {{1, R"(<script xmlns="urn:kinesphere:script:1"><character dynamics="body"/>
           <push start="0.5" duration="0.2" joint="upperChest" force="500 0 0"/></script>)"}},
       .ticks = 600});
  CHECK(quickest_m_s(staggers, Joint::Hips, 0) < 5);  // a fall, and nothing quicker
  CHECK(joint_m(staggers.frames.back(), Joint::Hips).x > 0.5);
}

TEST_CASE("who rolls over to get up keeps its arms above the ground", "[body_on_ground]") {
  const auto [name, body] = GENERATE(std::pair{"ada", test::ada()}, std::pair{"ben", test::ben()});
  const auto force = GENERATE("0 0 700", "0 0 -700", "700 0 0", "-500 0 500");
  CAPTURE(name, force);
  const auto falls = test::perform(
      {.casts = {test::cast_named(name, body)},
       .scripts = {{1, R"(<script xmlns="urn:kinesphere:script:1"><character dynamics="body"/>
           <push start="0.5" duration="0.2" joint="upperChest" force=")" +
                           std::string(force) + R"("/></script>)"}},
       .ticks = 480});
  CHECK(deepest_m(falls, body) > -0.1);  // fingers bend, and their joints meet no ground
  const auto lies = std::ranges::find_if(
      falls.frames, [](const Frame& frame) { return frame.arrived.has_value(); });
  REQUIRE(lies != falls.frames.end());
  const auto from = static_cast<std::size_t>(lies - falls.frames.begin());
  for (const Joint joint : {Joint::LeftHand, Joint::RightHand, Joint::Head}) {
    CHECK(quickest_m_s(falls, joint, from) < 4);
  }
  // What is planned of it goes to the ground in a quarter of a second: none of that is to be seen.
  for (const Joint joint : {Joint::LeftToes, Joint::RightToes}) {
    CHECK(farthest_off_its_way_m(falls, joint, from) < 0.01);
  }
  CHECK(quickest_turn_rad_s(falls, Joint::LeftEye, from) < 10);
}

TEST_CASE("who falls with soft legs draws them up to get up", "[body_on_ground]") {
  const auto falls = test::perform({.casts = {test::cast_named("ada", test::ada())},
                                    .scripts = {{1, R"(<script xmlns="urn:kinesphere:script:1">
           <character dynamics="body" tension="t"/>
           <tension id="t"><for group="lowerBody" stiffness="20"/></tension>
           <sequence><pose time="1"><morph name="jawOpen" weight="0.1"/></pose></sequence>
           </script>)"}},
                                    .ticks = 480});
  CHECK(lowest_m(falls, Joint::Hips) < 0.2);
  CHECK(deepest_m(falls, test::ada()) > -0.1);
  CHECK(joint_m(falls.frames.back(), Joint::Hips).y > 0.8);
}

TEST_CASE("a walk takes the legs of a whole body, which says so once", "[body_on_ground]") {
  const auto walked = test::perform(
      {.casts = {test::cast_named("ada", test::ada())},
       .scripts = {{1, R"(<script xmlns="urn:kinesphere:script:1"><character dynamics="body"/>
         <sequence><pose time="3s"><walk target="0 0 2"/></pose></sequence></script>)"}},
       .ticks = 300});
  const auto planned = test::perform({.casts = {test::cast_named("ada", test::ada())},
                                      .scripts = {{1, R"(<script xmlns="urn:kinesphere:script:1">
         <sequence><pose time="3s"><walk target="0 0 2"/></pose></sequence></script>)"}},
                                      .ticks = 300});
  for (std::size_t i = 120; i < 180; ++i) {
    CHECK(length(joint_m(walked.frames[i], Joint::LeftFoot) -
                 joint_m(planned.frames[i], Joint::LeftFoot)) < 0.01);
  }
}

}  // namespace kine::body_on_ground_test
