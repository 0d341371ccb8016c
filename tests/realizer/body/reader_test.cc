// Tests for realizer/body/reader.h, and of the bodies that schemas/bodies has.
#include "realizer/body/reader.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "realizer/body/mirror.h"
#include "schemas/embedded.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::reader_test {

using namespace kine;
using body::Joint;

namespace {

std::string ada_xml() { return std::string(*schemas::find_embedded("bodies/ada.xml")); }

Result<body::Body> read(const std::string& body_xml) {
  return body::read(body_xml, *schemas::find_embedded("hands.xml"),
                    *schemas::find_embedded("poses.xml"));
}

/// ada's file with the first `old_text` replaced.
std::string ada_with(const std::string& old_text, const std::string& new_text) {
  std::string text = ada_xml();
  const std::size_t at = text.find(old_text);
  REQUIRE(at != std::string::npos);
  return text.replace(at, old_text.size(), new_text);
}

/// The line on which `needle` stands first.
std::uint32_t line_of(const std::string& text, const std::string& needle) {
  const auto at = static_cast<std::ptrdiff_t>(text.find(needle));
  return 1 + static_cast<std::uint32_t>(std::count(text.begin(), text.begin() + at, '\n'));
}

Vec3 position_in_t_pose(const body::Body& body, Joint joint) {
  return body.compute_model({}).positions_m[index_of(joint)];
}

}  // namespace

TEST_CASE("ada and ben are as tall and as broad as they are said to be", "[body_reader]") {
  struct Build {
    const body::Body& body;
    double height_m;
    Vec3 upper_arm_m;
    double upper_arm_length_m;
    double forearm_length_m;
  };
  for (const Build& build : {Build{test::ada(), 1.66, {0.17, 1.36, 0}, 0.28, 0.24},
                             Build{test::ben(), 1.80, {0.19, 1.48, 0}, 0.31, 0.26}}) {
    CAPTURE(build.body.name);
    CHECK(build.body.height_m == build.height_m);
    const Vec3 left_m = position_in_t_pose(build.body, Joint::LeftUpperArm);
    CHECK(length(left_m - build.upper_arm_m) < 1e-12);
    const Vec3 right_m = position_in_t_pose(build.body, Joint::RightUpperArm);
    CHECK(length(right_m - body::mirrored(build.upper_arm_m)) < 1e-12);
    CHECK(build.body.bone_length_m(Joint::LeftLowerArm) == build.upper_arm_length_m);
    CHECK(build.body.bone_length_m(Joint::RightHand) == build.forearm_length_m);
  }
}

TEST_CASE("a body stands on the ground and ends above its eyes", "[body_reader]") {
  for (const body::Body* body : {&test::ada(), &test::ben()}) {
    const double toes_m = position_in_t_pose(*body, Joint::LeftToes).y;
    CHECK(toes_m > 0);
    CHECK(toes_m < 0.04);
    const double eyes_m = position_in_t_pose(*body, Joint::RightEye).y;
    CHECK(body->height_m - eyes_m > 0.08);
    CHECK(body->height_m - eyes_m < 0.14);
  }
}

TEST_CASE("the right side mirrors the left", "[body_reader]") {
  const body::Body& ada = test::ada();
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const std::size_t other = index_of(mirrored(body::joint_at(i)));
    if (other == i) continue;
    CHECK(ada.offsets_m[other] == body::mirrored(ada.offsets_m[i]));
    CHECK(ada.limits[other] == body::mirrored(ada.limits[i]));
    CHECK(ada.base_pose[other] == body::mirrored(ada.base_pose[i]));
    CHECK(ada.mass_fractions[other] == ada.mass_fractions[i]);
  }
}

TEST_CASE("the masses make one whole", "[body_reader]") {
  for (const body::Body* body : {&test::ada(), &test::ben()}) {
    const auto& masses = body->mass_fractions;
    CHECK(std::accumulate(masses.begin(), masses.end(), 0.0) == Approx(1).margin(1e-6));
    CHECK(masses[index_of(Joint::LeftUpperLeg)] == Approx(0.1416));
  }
}

TEST_CASE("in the base pose the arms hang beside the thighs, palms inwards", "[body_reader]") {
  for (const body::Body* body : {&test::ada(), &test::ben()}) {
    const body::Body::Model model = body->compute_model(body->base_pose);
    const auto at = [&](Joint joint) { return model.positions_m[index_of(joint)]; };
    const double thigh_surface_m = at(Joint::LeftUpperLeg).x + 0.085;
    for (const Joint joint : {Joint::LeftHand, Joint::LeftIndexDistal, Joint::LeftMiddleDistal,
                              Joint::LeftLittleDistal, Joint::LeftThumbDistal}) {
      CAPTURE(body->name, name_of(joint));
      CHECK(at(joint).x > thigh_surface_m);
      CHECK(at(joint).y < at(Joint::Spine).y);
    }
    const Vec3 palm = model.character_from_joint[index_of(Joint::LeftHand)] * Vec3{0, -1, 0};
    CHECK(palm.x < -0.9);
    CHECK(at(Joint::LeftHand).z > at(Joint::LeftLowerArm).z);  // the elbow is a little bent
    CHECK(body->base_pose[index_of(Joint::Head)] == Quat{});
  }
}

TEST_CASE("the base pose and every shape are within the joints' limits", "[body_reader]") {
  for (const body::Body* body : {&test::ada(), &test::ben()}) {
    for (std::size_t i = 0; i < body::kJointCount; ++i) {
      CHECK(within_limits(body->limits[i], body->base_pose[i]) == body->base_pose[i]);
    }
    for (const body::Shape& shape : body->shapes) {
      for (const auto& [joint, rotation] : shape.rotations) {
        CHECK(within_limits(body->limits[index_of(joint)], rotation) == rotation);
      }
    }
  }
}

TEST_CASE("joints bend the way people do", "[body_reader]") {
  const body::Body& ada = test::ada();
  const auto bent = [&](Joint joint, const Vec3& turns) {
    const body::JointLimits& limits = ada.limits[index_of(joint)];
    const Quat wanted = from_turns(limits.bone, turns);
    return within_limits(limits, wanted) == wanted;
  };
  // The left elbow brings the hand forward, the right one too, and neither bends backward.
  CHECK(bent(Joint::LeftLowerArm, {0, -2, 0}));
  CHECK(bent(Joint::RightLowerArm, {0, 2, 0}));
  CHECK_FALSE(bent(Joint::LeftLowerArm, {0, 0.5, 0}));
  // A knee brings the foot back.
  CHECK(bent(Joint::LeftLowerLeg, {2, 0, 0}));
  CHECK_FALSE(bent(Joint::LeftLowerLeg, {-0.5, 0, 0}));
  // Fingers close towards the palm.
  CHECK(bent(Joint::LeftIndexIntermediate, {0, 0, -1.5}));
  CHECK(bent(Joint::RightIndexIntermediate, {0, 0, 1.5}));
  CHECK_FALSE(bent(Joint::LeftIndexIntermediate, {0, 0, 1.5}));
  // The jaw opens downwards, the trunk bends forward further than back.
  CHECK(bent(Joint::Jaw, {0.4, 0, 0}));
  CHECK_FALSE(bent(Joint::Jaw, {-0.4, 0, 0}));
  CHECK(bent(Joint::Spine, {0.9, 0, 0}));
  CHECK_FALSE(bent(Joint::Spine, {-0.9, 0, 0}));
}

TEST_CASE("a body may add a group of its own", "[body_reader]") {
  const auto body = read(ada_with("</body>", "<group name='gaze' joints='head leftEye'/></body>"));
  REQUIRE(body);
  REQUIRE(body->find_group("gaze") != nullptr);
  CHECK(body->find_group("gaze")->joints.size() == 2);
  CHECK(body->find_group("leftArm") != nullptr);
}

TEST_CASE("a broken body is refused with the place of what is wrong", "[body_reader]") {
  struct Fault {
    std::string old_text;
    std::string new_text;
    std::string at;  // what stands on the line of the error; empty: the root element
  };
  const Fault fault = GENERATE(values<Fault>({
      {"height=\"1.66m\"", "height=\"0\"", "height"},
      {"height=\"1.66m\"", "height=\"-1m\"", "height"},
      {"height=\"1.66m\"", "height=\"nan\"", "height"},
      {"height=\"1.66m\"", "height=\"1.66m\" weight=\"0\"", "weight"},
      {"height=\"1.66m\"", "height=\"1.66m\" weight=\"60 stone\"", "weight"},
      {"name=\"ada\"", "name=\"\"", "<body"},
      {"hands=\"relaxed\"", "hands=\"paws\"", "hands=\"paws\""},
      {"name=\"head\"", "name=\"neck\"", "offset=\"0 0.075"},
      {"name=\"head\"", "name=\"skull\"", "skull"},
      {"name=\"leftEye\"", "name=\"rightEye\"", "rightEye"},
      {"offset=\"0 0.075 0.02\"", "offset=\"0 0.075\"", "offset=\"0 0.075\""},
      {"offset=\"0 0.075 0.02\"", "offset=\"0 0.075 inf\"", "inf"},
      {"offset=\"0 0.075 0.02\"", "offset=\"0 0.075 1e308\"", "1e308"},
      {"x=\"-40 35\"", "x=\"10 35\"", "x=\"10 35\""},
      {"x=\"-40 35\"", "x=\"35 -40\"", "x=\"35 -40\""},
      {"x=\"-40 35\"", "x=\"-400 35\"", "x=\"-400 35\""},
      {"bone=\"z\"", "bone=\"w\"", "bone=\"w\""},
      {"base=\"4 -13 0\"", "base=\"4 13 0\"", "base=\"4 13 0\""},
      {"offset=\"0.28 0 0\"", "offset=\"0.28 0 0.01\"", "0.28 0 0.01"},
      {"mass=\".0544\"", "mass=\".0545\"", ""},
      {"mass=\".0544\"", "mass=\"-.0544\"", "mass=\"-.0544\""},
      {"mass=\".0544\"", "weight=\".0544\"", "weight"},
      {"<joint name=\"leftEye\" offset=\"0.03 0.088 0.075\" bone=\"z\" x=\"-30 30\" y=\"-40 40\" "
       "z=\"-5 5\"/>",
       "", ""},
      {"name=\"forehead\"", "name=\"crown\"", "<joint name=\"head\""},
      {"normal=\"0 0.25 0.97\"", "normal=\"0 0 0\"", "normal=\"0 0 0\""},
      {"</body>", "<group name='head' joints='head'/></body>", "<group"},
      {"</body>", "<group name='x' joints='tail'/></body>", "<group"},
      {"</body>", "<group name='x' joints=''/></body>", "<group"},
      {"</body>", "<muscle/></body>", "<muscle"},
      {"urn:kinesphere:body:1", "urn:kinesphere:body:9", ""},
  }));
  CAPTURE(fault.old_text, fault.new_text);
  const std::string text = ada_with(fault.old_text, fault.new_text);

  const auto body = read(text);

  REQUIRE_FALSE(body);
  CAPTURE(body.error().message);
  CHECK(body.error().where.line == line_of(text, fault.at.empty() ? "<body" : fault.at));
  CHECK(body.error().where.column > 0);
}

TEST_CASE("every beginning of a body's file is refused, and none is a crash", "[body_reader]") {
  const std::string text = ada_xml();
  for (std::size_t size = 0; size + 2 < text.size(); size += 7) {
    REQUIRE_FALSE(read(text.substr(0, size)));
  }
}

TEST_CASE("what is wrong with the hands is not blamed on the body", "[body_reader]") {
  const auto body = body::read(ada_xml(), "<hands/>", *schemas::find_embedded("poses.xml"));
  REQUIRE_FALSE(body);
  CHECK(body.error().message.starts_with("hands: "));
}

}  // namespace kine::reader_test
