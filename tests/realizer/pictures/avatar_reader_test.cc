// Tests for realizer/pictures/avatar_reader.h, with the avatars that are in the program.
#include "realizer/pictures/avatar_reader.h"

#include <algorithm>

#include "server/web/avatars.h"
#include "tests/support/catch.h"
#include "tests/support/glb.h"
#include "tests/support/motion/bodies.h"

namespace kine::pictures::avatar_reader_test {
namespace {

SkinnedMesh shown(const body::Body& body) {
  auto mesh = mesh_for(body, server::embedded_avatars());
  REQUIRE(mesh);
  return *std::move(mesh);
}

double highest_m(const SkinnedMesh& mesh) {
  double high_m = 0;
  for (const auto& vertex : mesh.vertices) high_m = std::max(high_m, vertex.position_m.y);
  return high_m;
}

const SkinnedMesh::Shape& shape_of(const SkinnedMesh& mesh, std::string_view channel) {
  const std::size_t index = body::find_channel(channel)->index;
  const auto found = std::ranges::find_if(mesh.shapes, [&](const SkinnedMesh::Shape& shape) {
    return !shape.drivers.empty() && shape.drivers.front().channel == index;
  });
  REQUIRE(found != mesh.shapes.end());
  return *found;
}

}  // namespace

TEST_CASE("an avatar stands on the ground, as high as its body", "[pictures][avatar]") {
  for (const body::Body* body : {&test::ada(), &test::ben()}) {
    CAPTURE(body->name);
    const SkinnedMesh mesh = shown(*body);
    constexpr double kHair_m = 0.05;
    CHECK(highest_m(mesh) > body->height_m - 0.01);
    CHECK(highest_m(mesh) < body->height_m + kHair_m);
    double low_m = 1;
    for (const auto& vertex : mesh.vertices) {
      low_m = std::min(low_m, vertex.position_m.y);
      double shares = 0;
      for (const double share : vertex.shares) shares += share;
      CHECK(shares == Approx(1).margin(1e-5));
    }
    CHECK(low_m == Approx(0).margin(0.005));
  }
}

TEST_CASE("blinking moves lids, before the eyes, on its own side", "[pictures][avatar]") {
  const SkinnedMesh mesh = shown(test::ada());
  const Vec3& eye_m = mesh.joints_m[body::index_of(body::Joint::LeftEye)];
  const auto& blink = shape_of(mesh, "eyeBlinkLeft");
  REQUIRE(blink.moves.size() > 20);
  double deepest_m = 0;
  for (const auto& move : blink.moves) {
    CHECK(length(mesh.vertices[move.vertex].position_m - eye_m) < 0.06);
    deepest_m = std::min(deepest_m, move.position_m.y);
  }
  CHECK(deepest_m < -0.004);
}

TEST_CASE("the expressions of VRM move what they are made of", "[pictures][avatar]") {
  const SkinnedMesh mesh = shown(test::ben());
  const std::size_t happy = body::find_channel("vrm_happy")->index;
  const auto& smile = shape_of(mesh, "mouthSmileLeft");
  CHECK(std::ranges::any_of(smile.drivers, [&](const auto& driver) {
    return driver.channel == happy && driver.factor > 0.5;
  }));
}

TEST_CASE("a body without an avatar wears the nearest one, fitted", "[pictures][avatar]") {
  body::Body child = test::ada();
  child.name = "child";
  child.height_m *= 0.7;
  for (Vec3& offset_m : child.offsets_m) offset_m = 0.7 * offset_m;
  const SkinnedMesh mesh = shown(child);
  CHECK(mesh.vertices.size() == shown(test::ada()).vertices.size());
  CHECK(mesh.vertices.size() != shown(test::ben()).vertices.size());
  CHECK(highest_m(mesh) == Approx(0.7 * highest_m(shown(test::ada()))).epsilon(1e-3));
}

TEST_CASE("without avatars a body is made of round bones", "[pictures][avatar]") {
  const auto mesh = mesh_for(test::ada(), {});
  REQUIRE(mesh);
  CHECK(mesh->shapes.empty());
  CHECK(highest_m(*mesh) == Approx(test::ada().height_m).margin(0.03));
}

TEST_CASE("what is no avatar is refused", "[pictures][avatar]") {
  CHECK_FALSE(read_avatar("no glTF"));
  CHECK(read_avatar(test::glb(R"({"asset":{"version":"2.0"}})")).error().message ==
        "an avatar is VRM 1.0");
}

}  // namespace kine::pictures::avatar_reader_test
