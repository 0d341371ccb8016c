#include "avatars/surface.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/avatars/made.h"
#include "tests/support/catch.h"

namespace kine::avatars::surface_test {
namespace {

constexpr double kRadius = 0.1;

Field ball() {
  return [](const Vec3& p) { return length(p) - kRadius; };
}

// No node of the lattice lies on the ball.
Box around_ball() { return {{-0.1213, -0.1207, -0.1199}, {0.12, 0.12, 0.12}}; }

double area_m2(const Mesh& mesh) {
  double area = 0;
  for (const auto& triangle : mesh.triangles) {
    const auto& [a, b, c] = triangle.corners;
    const Vec3& first = mesh.vertices[a].position;
    area += length(cross(mesh.vertices[b].position - first, mesh.vertices[c].position - first)) / 2;
  }
  return area;
}

std::vector<Vec3> places_of(const Mesh& mesh) {
  std::vector<Vec3> places;
  for (const auto& vertex : mesh.vertices) places.push_back(vertex.position);
  return places;
}

TEST_CASE("The surface of a ball is closed, round and as large as a ball's") {
  const Mesh mesh = make_surface(ball(), around_ball(), 0.01, Part::All);
  CHECK(test::open_edge_count(mesh) == 0);
  CHECK(area_m2(mesh) == Approx(4 * std::numbers::pi * kRadius * kRadius).epsilon(0.01));
  for (const auto& vertex : mesh.vertices) {
    REQUIRE(length(vertex.position) == Approx(kRadius).epsilon(1e-6));
    REQUIRE(length(vertex.normal - vertex.position / kRadius) < 1e-5);
  }
  const auto& [a, b, c] = mesh.triangles[0].corners;
  const Vec3& first = mesh.vertices[a].position;
  const Vec3 facing = cross(mesh.vertices[b].position - first, mesh.vertices[c].position - first);
  CHECK(dot(facing, first) > 0);
}

TEST_CASE("Half a ball and its mirror image are closed without a seam") {
  const Mesh half = make_surface(ball(), around_ball(), 0.01, Part::LeftHalf);
  CHECK(std::all_of(half.vertices.begin(), half.vertices.end(),
                    [](const Vertex& vertex) { return vertex.position.x >= 0; }));
  CHECK(test::open_edge_count(half) > 0);
  CHECK(test::open_edge_count(with_mirror_image(half)) == 0);
}

TEST_CASE("A cut leaves nothing beyond its plane and an edge exactly in it") {
  const Mesh mesh = make_surface(ball(), around_ball(), 0.01, Part::All);
  const Vec3 outwards = unit({0.3, 1, -0.2});
  const Mesh rest = cut(mesh, 0.02 * outwards, outwards);
  std::size_t in_plane = 0;
  for (const auto& vertex : rest.vertices) {
    const double beyond = dot(vertex.position, outwards) - 0.02;
    REQUIRE(beyond < 1e-12);
    if (beyond > -1e-12) ++in_plane;
  }
  CHECK(in_plane == test::open_edge_count(rest));
  CHECK(in_plane > 20);
  // Archimedes: a ball's zone is as large as the cylinder round it.
  CHECK(area_m2(rest) == Approx(2 * std::numbers::pi * kRadius * (kRadius + 0.02)).epsilon(0.02));
}

TEST_CASE("A rim turns every open edge inwards") {
  const Mesh bowl = cut(make_surface(ball(), around_ball(), 0.01, Part::All), {0, 0, 0}, {0, 1, 0});
  const std::size_t edges = test::open_edge_count(bowl);
  const Mesh rimmed = with_rims(bowl, 0.01);
  CHECK(rimmed.triangles.size() == bowl.triangles.size() + 2 * edges);
  for (std::size_t i = bowl.vertices.size(); i < rimmed.vertices.size(); ++i) {
    CHECK(length(rimmed.vertices[i].position) > 0.0895);
    CHECK(dot(rimmed.vertices[i].normal, Vec3{0, 1, 0}) > 0.99);
  }
}

TEST_CASE("A ball of few triangles is still one") {
  const Mesh mesh = make_surface(ball(), around_ball(), 0.008, Part::All);
  const Mesh few = thinned(mesh, places_of(mesh), 400);
  CHECK(few.triangles.size() <= 400);
  CHECK(few.triangles.size() > 300);
  CHECK(test::open_edge_count(few) == 0);
  CHECK(area_m2(few) == Approx(4 * std::numbers::pi * kRadius * kRadius).epsilon(0.04));
}

}  // namespace
}  // namespace kine::avatars::surface_test
