// Tests for realizer/formats/round_mesh.h: what a closed surface is, and how far a sphere's is.
#include "realizer/formats/round_mesh.h"

#include <map>
#include <utility>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::round_mesh_test {

using namespace kine;

namespace {

using Corner = std::array<float, 3>;

Vec3 vec(const Corner& corner) { return {corner[0], corner[1], corner[2]}; }

formats::RoundMesh mesh_of(const formats::RoundBone& bone) {
  return formats::make_round_mesh(test::ada(), std::span(&bone, 1));
}

/// Six times the volume is the sum of the corners' triple products.
double volume_of(const formats::RoundMesh& mesh, const Vec3& around) {
  double sixfold = 0;
  for (std::size_t at = 0; at < mesh.corners.size(); at += 3) {
    const auto corner = [&](std::size_t i) {
      return vec(mesh.vertices.at(mesh.corners[at + i]).position_m) - around;
    };
    sixfold += dot(corner(0), cross(corner(1), corner(2)));
  }
  return sixfold / 6;
}

const formats::RoundBone kCone = {.joint = body::Joint::Head,
                                  .from_m = {0.1, 0, 0},
                                  .to_m = {0.1, 0.3, 0.1},
                                  .from_radius_m = 0.1,
                                  .to_radius_m = 0.05,
                                  .color = {1, 2, 3}};

}  // namespace

TEST_CASE("a round bone's mesh is closed: every edge is gone both ways", "[formats][round_mesh]") {
  formats::RoundBone ball = kCone;
  ball.to_m = ball.from_m;
  formats::RoundBone swallowed = kCone;
  swallowed.to_m = swallowed.from_m + Vec3{0.01, 0, 0};
  for (const formats::RoundBone& bone : {kCone, ball, swallowed}) {
    const formats::RoundMesh mesh = mesh_of(bone);
    // Vertices of one place are one: at the poles there are many. To a hundredth of a millimetre.
    const auto place = [&](std::uint32_t corner) {
      std::array<long, 3> rounded;
      for (std::size_t i = 0; i < 3; ++i) {
        rounded[i] = std::lround(mesh.vertices.at(corner).position_m[i] * 1e5F);
      }
      return rounded;
    };
    std::map<std::pair<std::array<long, 3>, std::array<long, 3>>, int> edges;
    for (std::size_t at = 0; at < mesh.corners.size(); at += 3) {
      for (std::size_t i = 0; i < 3; ++i) {
        const auto from = place(mesh.corners[at + i]);
        const auto to = place(mesh.corners[at + (i + 1) % 3]);
        CHECK(from != to);
        ++edges[{from, to}];
      }
    }
    for (const auto& [edge, count] : edges) {
      CHECK(count == 1);
      CHECK(edges.contains({edge.second, edge.first}));
    }
  }
}

TEST_CASE("a round bone's mesh lies on its two spheres and its sides, and faces outwards",
          "[formats][round_mesh]") {
  const formats::RoundMesh mesh = mesh_of(kCone);
  const std::array<Quat, body::kJointCount> at_rest = {};
  const Vec3 head_m =
      test::ada().compute_model(at_rest).positions_m[body::index_of(body::Joint::Head)];
  for (const formats::RoundMesh::Vertex& vertex : mesh.vertices) {
    CHECK(vertex.joint == body::Joint::Head);
    CHECK(vertex.color == kCone.color);
    const Vec3 at_m = vec(vertex.position_m) - head_m;
    const Vec3 normal = vec(vertex.normal);
    CHECK(length(normal) == Approx(1));
    // Inwards along the normal lies one of the two centres.
    const double from_start_m = length(at_m - kCone.from_radius_m * normal - kCone.from_m);
    const double from_end_m = length(at_m - kCone.to_radius_m * normal - kCone.to_m);
    CHECK(std::min(from_start_m, from_end_m) < 1e-6);
  }
  // A ball that is cut has a little less.
  formats::RoundBone ball = kCone;
  ball.to_m = ball.from_m;
  ball.to_radius_m = ball.from_radius_m;
  const double ball_m3 = 4.0 / 3 * M_PI * 0.001;
  const double cut_m3 = volume_of(mesh_of(ball), head_m + ball.from_m);
  CHECK(cut_m3 < ball_m3);
  CHECK(cut_m3 > 0.93 * ball_m3);
}

}  // namespace kine::round_mesh_test
