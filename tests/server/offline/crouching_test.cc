// The sample schemas/scripts/crouches-and-shifts-weight.xml, and legs that a script makes firm:
// Neff and Fiume's crouch with a shift of weight.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "realizer/body/centre_of_mass.h"
#include "schemas/embedded.h"
#include "server/offline/script_part.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/footprints.h"

namespace kine::crouching_test {

using namespace kine;

namespace {

using body::Joint;

std::vector<Frame> frames_of(const server::Part& part) {
  server::OfflineStage stage(part.casts, TickRate(60));
  server::play_part(part, stage);
  std::vector<Frame> frames;
  do {
    stage.advance();
    frames.push_back(stage.frames().front());
  } while (!stage.idle() && frames.size() < 1'200);
  return frames;
}

server::Part part_of(const std::string& script) {
  Diagnostics diagnostics;
  const auto part = server::prepare_part(script, {.character = "ada"}, diagnostics);
  REQUIRE(part);
  CHECK(diagnostics.warnings().empty());
  return *part;
}

Vec3 joint_m(const Frame& frame, Joint joint) {
  return test::joints_in_world(frame, test::ada())[body::index_of(joint)];
}

/// From where the character stands.
Vec3 centre_m(const Frame& frame) {
  std::array<Quat, body::kJointCount> rotations;
  for (std::size_t i = 0; i < rotations.size(); ++i) {
    const auto& [x, y, z, w] = frame.parent_from_joint[i];
    rotations[i] = normalized({x, y, z, w});
  }
  const Vec3 hips_m{frame.hips_m[0], frame.hips_m[1], frame.hips_m[2]};
  return body::centre_of_mass_m(test::ada(), test::ada().compute_model(rotations)) + hips_m -
         test::ada().offsets_m[body::index_of(Joint::Hips)];
}

double knee_rad(const Frame& frame) {
  const auto& [x, y, z, w] = frame.parent_from_joint[body::index_of(Joint::LeftLowerLeg)];
  return angle_between(Quat{}, normalized({x, y, z, w}));
}

}  // namespace

TEST_CASE("ada crouches and shifts her weight over feet that stay", "[crouching]") {
  const auto part =
      part_of(std::string(*schemas::find_embedded("scripts/crouches-and-shifts-weight.xml")));
  const std::vector<Frame> frames = frames_of(part);
  REQUIRE(frames.size() > 500);
  double lowest_m = 9;
  double right_m = 0;
  double left_m = 0;
  for (const Frame& frame : frames) {
    for (const Joint foot : {Joint::LeftFoot, Joint::RightFoot}) {
      const Vec3 way = joint_m(frame, foot) - joint_m(frames.front(), foot);
      CHECK(std::abs(way.y) < 0.015);
      CHECK(std::hypot(way.x, way.z) < 0.03);  // one without weight slides by 2 cm
    }
    lowest_m = std::min(lowest_m, joint_m(frame, Joint::Hips).y);
    right_m = std::min(right_m, centre_m(frame).x);
    left_m = std::max(left_m, centre_m(frame).x);
    CHECK(joint_m(frame, Joint::Head).y > 1.1);
  }
  // The clip takes her hips down by 19 cm, and her weight aside by 7 cm, over feet at 8.7 cm.
  CHECK(lowest_m == Approx(0.9 - 0.19).margin(0.02));
  CHECK(right_m == Approx(-0.07).margin(0.015));
  CHECK(left_m == Approx(0.07).margin(0.015));
  CHECK(length(joint_m(frames.back(), Joint::Hips) - joint_m(frames.front(), Joint::Hips)) < 0.01);
}

TEST_CASE("a crouch at 1,700 Nm / rad is where it was wanted again after a push of 45 N",
          "[crouching]") {
  const auto knee_after_push_rad = [](const std::string& dynamics) {
    const std::string script = R"(<script xmlns="urn:kinesphere:script:1" character="ada">
      <character dynamics=")" + dynamics +
                               R"(" tension="legs"/>
      <tension id="legs"><for group="lowerBody" stiffness="1700"/></tension>
      <push start="2s" duration="200ms" joint="upperChest" force="0 0 45"/>
      <sequence><clip name="crouch" time="0" hold="6s"/></sequence></script>)";
    Diagnostics diagnostics;  // nothing pushes one that moves as planned, which a warning says
    const auto part = server::prepare_part(script, {.character = "ada"}, diagnostics);
    REQUIRE(part);
    return knee_rad(frames_of(*part).at(300));
  };
  const double wanted_rad = knee_after_push_rad("none");
  CHECK(wanted_rad > 0.5);
  constexpr double kLeast_rad = 0.2 / 180 * M_PI;
  CHECK(knee_after_push_rad("body") == Approx(wanted_rad).margin(kLeast_rad));
}

TEST_CASE("knees that do not hold the weight give way as springs, by the torque over the stiffness",
          "[crouching]") {
  const auto script = [](const std::string& leg) {
    return R"(<script xmlns="urn:kinesphere:script:1" character="ada">
      <character dynamics="body" tension="legs"/><tension id="legs"><for group="lowerBody" )" +
           leg + R"(/></tension><sequence><clip name="crouch" time="0" hold="3s"/></sequence>
      </script>)";
  };
  constexpr std::size_t kCrouched = 108;  // 1.8 s: down, and the weight over both feet
  const auto bent_rad = [&](const std::string& leg) {
    return knee_rad(frames_of(part_of(script(leg)))[kCrouched]);
  };
  // Both are as late on their way down, so what differs is what gravity does.
  const auto gives_rad = [&](const std::string& stiffness) {
    return bent_rad(stiffness + " compensate='no'") - bent_rad(stiffness);
  };
  const double soft_rad = gives_rad("stiffness='1500'");
  CHECK(soft_rad / gives_rad("stiffness='6000'") == Approx(4).epsilon(0.15));
  // Half of her weight, over a knee that is some 20 cm ahead of her centre of mass.
  const double torque_Nm = 0.5 * test::ada().weight_kg * 9.81 * 0.2;
  CHECK(soft_rad * 1500 == Approx(torque_Nm).epsilon(0.25));
}

}  // namespace kine::crouching_test
