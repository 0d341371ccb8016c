#include "avatars/mesh.h"

#include "tests/avatars/made.h"
#include "tests/support/catch.h"

namespace kine::avatars::mesh_test {
namespace {

Mesh left_triangle() {
  Mesh mesh;
  for (const Vec3& place : {Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}}) {
    mesh.vertices.push_back({place, {0, 0, 1}, {1, 1, 1}, Skinning::all_by(body::Joint::LeftHand)});
  }
  mesh.triangles = {{{0, 1, 2}, Material::Shirt}};
  return mesh;
}

TEST_CASE("A mirror image shares the vertices of the middle and turns about") {
  const Mesh whole = with_mirror_image(left_triangle());
  REQUIRE(whole.vertices.size() == 4);
  CHECK(whole.vertices[3].position == Vec3{-1, 0, 0});
  CHECK(whole.vertices[3].skinning.joints[0] == body::Joint::RightHand);
  REQUIRE(whole.triangles.size() == 2);
  CHECK(whole.triangles[1].corners == std::array<std::uint32_t, 3>{0, 2, 3});
  CHECK(whole.triangles[1].material == Material::Shirt);
  // The seam along x == 0 belongs to both.
  CHECK(test::open_edge_count(whole) == 4);
}

TEST_CASE("What is appended keeps its own corners") {
  Mesh mesh = left_triangle();
  append(mesh, left_triangle());
  CHECK(mesh.vertices.size() == 6);
  CHECK(mesh.triangles[1].corners == std::array<std::uint32_t, 3>{3, 4, 5});
}

TEST_CASE("A normal is the mean of those around, weighted by their areas") {
  // Two triangles at a right angle, one of twice the other's area.
  const std::vector<Vec3> places = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 1}};
  const std::vector<Triangle> triangles = {{{0, 1, 2}}, {{0, 3, 1}}};
  const auto normals = compute_normals(places, triangles);
  CHECK(length(normals[0] - unit({0, 1, 2})) < 1e-12);
  CHECK(length(normals[2] - Vec3{0, 0, 1}) < 1e-12);
  CHECK(length(normals[3] - Vec3{0, 1, 0}) < 1e-12);
}

}  // namespace
}  // namespace kine::avatars::mesh_test
