#include "avatars/figure.h"

#include "tests/avatars/made.h"
#include "tests/support/catch.h"

namespace kine::avatars::figure_test {
namespace {

using body::Joint;

TEST_CASE("The joints of a figure are the body's in T-pose") {
  const auto& body = test::made("ada").body;
  const Figure figure(body);
  // The offsets down to the left hand, added up.
  const Vec3 hand = figure.at(Joint::LeftHand);
  CHECK(hand.x == Approx(0.03 + 0.14 + 0.28 + 0.24));
  CHECK(hand.y == Approx(0.9 + 0.088 + 0.115 + 0.137 + 0.12));
}

TEST_CASE("What is modelled round one bone comes back to its place in T-pose") {
  const Figure figure(test::made("ada").body);
  const Vec3 elbow = figure.at(Joint::LeftLowerArm);
  const Vec3 wrist = figure.at(Joint::LeftHand);
  const std::vector<Flesh> bones = {{Joint::LeftLowerArm, Cone{elbow, wrist, 0.04, 0.03}}};
  const Vec3 place = elbow + Vec3{0.1, 0.03, 0.01};
  Mesh mesh;
  mesh.vertices.push_back({figure.modelled(Joint::LeftLowerArm, place), {0, 1, 0}});
  CHECK(length(mesh.vertices[0].position - place) > 0.05);
  const Mesh rest = figure.skinned(mesh, bones);
  CHECK(length(rest.vertices[0].position - place) < 1e-12);
  CHECK(test::share_of(rest.vertices[0], Joint::LeftLowerArm) == 1);
}

TEST_CASE("A vertex between two bones goes with both, and with one finger only") {
  const Figure figure(test::made("ada").body);
  const Vec3 elbow = figure.at(Joint::LeftLowerArm);
  const std::vector<Flesh> arm = {
      {Joint::LeftUpperArm, Cone{figure.at(Joint::LeftUpperArm), elbow, 0.04, 0.04}},
      {Joint::LeftLowerArm, Cone{elbow, figure.at(Joint::LeftHand), 0.04, 0.04}}};
  Mesh mesh;
  mesh.vertices.push_back({figure.modelled(Joint::LeftLowerArm, elbow + Vec3{0, 0.04, 0}), {}});
  const Vertex middle = figure.skinned(mesh, arm).vertices[0];
  CHECK(test::share_of(middle, Joint::LeftUpperArm) == Approx(0.5).margin(0.1));

  const Vec3 index = figure.at(Joint::LeftIndexProximal);
  const Vec3 next = figure.at(Joint::LeftMiddleProximal);
  const std::vector<Flesh> fingers = {
      {Joint::LeftIndexProximal, Cone{index, index + Vec3{0.03, 0, 0}, 0.009, 0.009}},
      {Joint::LeftMiddleProximal, Cone{next, next + Vec3{0.03, 0, 0}, 0.009, 0.009}}};
  mesh.vertices[0].position = figure.modelled(Joint::LeftIndexProximal, index + Vec3{0, 0, -0.009});
  const Vertex side = figure.skinned(mesh, fingers).vertices[0];
  CHECK(test::share_of(side, Joint::LeftIndexProximal) == 1);
}

}  // namespace
}  // namespace kine::avatars::figure_test
