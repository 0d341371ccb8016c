// Tests for realizer/pictures/skinned_mesh.h.
#include "realizer/pictures/skinned_mesh.h"

#include <cmath>
#include <numbers>

#include "realizer/formats/round_bones.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/recorded_motion.h"

namespace kine::pictures::skinned_mesh_test {
namespace {

using body::Joint;

constexpr std::size_t kLower = body::index_of(Joint::LeftLowerArm);
constexpr std::size_t kUpper = body::index_of(Joint::LeftUpperArm);

/// One vertex, carried half by the upper and half by the lower arm, 5 cm above the elbow.
SkinnedMesh at_elbow(const body::Body& body) {
  SkinnedMesh mesh;
  mesh.joints_m = body.compute_model({}).positions_m;
  mesh.vertices.push_back({.position_m = mesh.joints_m[kLower] + Vec3{0, 0.05, 0},
                           .normal = {0, 1, 0},
                           .joints = {kUpper, kLower},
                           .shares = {0.5, 0.5, 0, 0}});
  return mesh;
}

formats::Figure figure_with(Joint joint, const Quat& rotation) {
  Frame frame = test::still_frame(test::ada(), Tick{0});
  frame.parent_from_joint[body::index_of(joint)] = {
      static_cast<float>(rotation.x), static_cast<float>(rotation.y),
      static_cast<float>(rotation.z), static_cast<float>(rotation.w)};
  return formats::compute_figure(test::ada(), frame);
}

}  // namespace

TEST_CASE("in T-pose a surface is where it was made", "[pictures][mesh]") {
  const SkinnedMesh mesh =
      skinned(make_round_mesh(test::ada(), formats::round_bones(test::ada())), test::ada());
  const PosedMesh shown = posed(mesh, figure_with(Joint::Hips, {}), {});
  REQUIRE(shown.positions_m.size() == mesh.vertices.size());
  CHECK(shown.corners == mesh.corners);
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    CHECK(length(shown.positions_m[i] - mesh.vertices[i].position_m) < 1e-6);
    CHECK(length(shown.normals[i] - mesh.vertices[i].normal) < 1e-6);
  }
}

TEST_CASE("between two joints a vertex goes half the way of each", "[pictures][mesh]") {
  // The forearm turns up by a right angle, and so takes its half of the vertex 5 cm aside.
  const SkinnedMesh mesh = at_elbow(test::ada());
  const Quat bend = rotation_about({0, 0, 1}, std::numbers::pi / 2);
  const PosedMesh shown = posed(mesh, figure_with(Joint::LeftLowerArm, bend), {});
  CHECK(length(shown.positions_m[0] - (mesh.joints_m[kLower] + Vec3{-0.025, 0.025, 0})) < 1e-6);
  CHECK(length(shown.normals[0] - Vec3{-std::sqrt(0.5), std::sqrt(0.5), 0}) < 1e-6);
}

TEST_CASE("a shape moves its vertices by the sum of its channels", "[pictures][mesh]") {
  SkinnedMesh mesh = at_elbow(test::ada());
  mesh.shapes.push_back({.drivers = {{3, 1}, {60, 0.5}}, .moves = {{0, {0, 0, 0.1}, {}}}});
  std::array<float, body::kChannelCount> channels = {};
  channels[3] = 0.25F;
  channels[60] = 1;
  const PosedMesh shown = posed(mesh, figure_with(Joint::Hips, {}), channels);
  CHECK(length(shown.positions_m[0] - mesh.vertices[0].position_m - Vec3{0, 0, 0.075}) < 1e-6);
}

TEST_CASE("a surface that is fitted to its own body stays as it is", "[pictures][mesh]") {
  const SkinnedMesh mesh =
      skinned(make_round_mesh(test::ada(), formats::round_bones(test::ada())), test::ada());
  const SkinnedMesh same = fitted(mesh, test::ada());
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    CHECK(length(same.vertices[i].position_m - mesh.vertices[i].position_m) < 1e-9);
    CHECK(length(same.vertices[i].normal - mesh.vertices[i].normal) < 1e-6);  // of floats
  }
}

TEST_CASE("a surface that is fitted to a body of another size is that much larger",
          "[pictures][mesh]") {
  body::Body child = test::ada();
  for (Vec3& offset_m : child.offsets_m) offset_m = 0.7 * offset_m;
  const SkinnedMesh mesh = at_elbow(test::ada());
  const SkinnedMesh small = fitted(mesh, child);
  CHECK(length(small.vertices[0].position_m - 0.7 * mesh.vertices[0].position_m) < 1e-9);
  CHECK(small.joints_m == child.compute_model({}).positions_m);
}

TEST_CASE("a longer bone takes its surface along, and both sides of a joint stay together",
          "[pictures][mesh]") {
  body::Body body = test::ada();
  body.offsets_m[kLower] = 1.4 * body.offsets_m[kLower];  // a longer upper arm
  SkinnedMesh mesh = at_elbow(test::ada());
  mesh.vertices[0].position_m = mesh.joints_m[kLower];
  mesh.vertices.push_back(mesh.vertices[0]);
  mesh.vertices[0].shares = {1, 0, 0, 0};
  mesh.vertices[1].shares = {0, 1, 0, 0};

  const SkinnedMesh longer = fitted(mesh, body);

  const Vec3 elbow_m = body.compute_model({}).positions_m[kLower];
  CHECK(length(longer.vertices[1].position_m - elbow_m) < 1e-9);
  CHECK(length(longer.vertices[0].position_m - elbow_m) < 1e-3);
}

}  // namespace kine::pictures::skinned_mesh_test
