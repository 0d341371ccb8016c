// Tests for realizer/pictures/shaded_figure.h. Where things are is asked of geometry; how it looks
// is for people, and tests/golden keeps a hash of what they have looked at.
#include "realizer/pictures/shaded_figure.h"

#include <string>

#include "realizer/formats/round_bones.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/hash.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/recorded_motion.h"

namespace kine::pictures::shaded_figure_test {
namespace {

constexpr int kSize = 200;
constexpr Color kWhite = {255, 255, 255};
constexpr Vec3 kGreen = {0.02, 0.6, 0.05};
constexpr Vec3 kRed = {0.6, 0.02, 0.02};

/// Seen almost level, so that heights in the picture are heights in space.
Camera level_camera(Aspect aspect = Aspect::Front) {
  return {.aspect = aspect, .down = 0, .centre_m = {0, 1, 0}, .pixels_a_metre = 100};
}

/// A rectangle that faces the eye of the front.
void add_plate(PosedMesh& mesh, const Vec3& centre_m, double half_m, const Vec3& color) {
  const auto first = static_cast<std::uint32_t>(mesh.positions_m.size());
  for (const auto& [x, y] : {std::pair(-1, -1), {1, -1}, {1, 1}, {-1, 1}}) {
    mesh.positions_m.push_back(centre_m + half_m * Vec3{1.0 * x, 1.0 * y, 0});
    mesh.normals.push_back({0, 0, 1});
    mesh.colors.push_back(color);
  }
  for (const std::uint32_t corner : {0, 1, 2, 0, 2, 3}) mesh.corners.push_back(first + corner);
}

PosedMesh plate(const Vec3& centre_m, double half_m) {
  PosedMesh mesh;
  add_plate(mesh, centre_m, half_m, kGreen);
  return mesh;
}

Canvas drawn(const PosedMesh& mesh, const Camera& camera) {
  Canvas canvas(kSize, kSize, kWhite);
  draw_shaded(canvas, mesh, camera);
  return canvas;
}

bool is_green(Color color) { return color.green > color.red + 15 && color.green > color.blue + 15; }

int green_pixels(const Canvas& canvas) {
  int count = 0;
  for (int y = 0; y < canvas.height(); ++y) {
    for (int x = 0; x < canvas.width(); ++x) count += is_green(canvas.color_at(x, y)) ? 1 : 0;
  }
  return count;
}

}  // namespace

TEST_CASE("a surface is drawn as large as it is, where it is, over what is there",
          "[pictures][shaded_figure]") {
  const Canvas canvas = drawn(plate({0.3, 1.2, 0}, 0.25), level_camera());
  CHECK(green_pixels(canvas) == 50 * 50);
  CHECK(is_green(canvas.color_at(105, 55)));
  CHECK(is_green(canvas.color_at(154, 104)));
  CHECK(canvas.color_at(104, 55) == kWhite);
  CHECK(canvas.color_at(155, 104) == kWhite);
}

TEST_CASE("half a pixel that is covered is half mixed", "[pictures][shaded_figure]") {
  // A third of the pixels' samples, at the upper edge: 0.25 m + 1/3 of a pixel.
  const Canvas canvas = drawn(plate({0.3, 1.2, 0}, 0.25 + 0.01 / 3), level_camera());
  const Color edge = canvas.color_at(130, 54);
  CHECK(edge.red < 250);
  CHECK(edge.red > canvas.color_at(130, 60).red + 50);
}

TEST_CASE("what is nearer covers what is farther, in whatever order they come",
          "[pictures][shaded_figure]") {
  for (const bool near_first : {false, true}) {
    PosedMesh mesh;
    if (near_first) add_plate(mesh, {0, 1, 0.5}, 0.2, kGreen);
    add_plate(mesh, {0, 1, 0}, 0.4, kRed);
    if (!near_first) add_plate(mesh, {0, 1, 0.5}, 0.2, kGreen);
    const Canvas canvas = drawn(mesh, level_camera());
    CHECK(is_green(canvas.color_at(100, 100)));
    CHECK(canvas.color_at(130, 100).red > canvas.color_at(130, 100).green + 15);
  }
}

TEST_CASE("what stands in the light darkens what is behind it", "[pictures][shaded_figure]") {
  // The light comes from the left and above, so the shadow falls to the right and below.
  PosedMesh mesh;
  add_plate(mesh, {0, 1, 0}, 0.9, kRed);
  add_plate(mesh, {0, 1, 0.3}, 0.1, kGreen);
  const Canvas canvas = drawn(mesh, level_camera());
  const int lit = canvas.color_at(60, 60).red;
  const int in_shadow = canvas.color_at(100 + 20, 100 + 35).red;
  CHECK(in_shadow < lit - 30);
}

TEST_CASE("from its right, a figure looks to the right", "[pictures][shaded_figure]") {
  // A plate that faces -x, which is where the eye is.
  PosedMesh mesh = plate({0, 1, 0}, 0.1);
  for (Vec3& at_m : mesh.positions_m) at_m = {0, at_m.y, 0.5 + at_m.x};
  for (Vec3& normal : mesh.normals) normal = {-1, 0, 0};
  const Canvas canvas = drawn(mesh, level_camera(Aspect::Right));
  CHECK(is_green(canvas.color_at(150, 100)));
  CHECK_FALSE(is_green(canvas.color_at(50, 100)));
}

TEST_CASE("the ground is darker under what is near it", "[pictures][shaded_figure]") {
  const auto lightness_below = [](double height_m) {
    PosedMesh mesh = plate({0, 0, 0}, 0.1);
    for (Vec3& at_m : mesh.positions_m) at_m = {at_m.x, height_m, at_m.y};
    Camera camera = level_camera();
    camera.down = 0.5;
    camera.centre_m = {0, 0, 0};
    Canvas canvas(kSize, kSize, kWhite);
    draw_ground(canvas, GroundShadow(mesh), camera);
    return int{canvas.color_at(100, 100).red};
  };
  CHECK(lightness_below(0.02) < lightness_below(5) - 20);
}

TEST_CASE("a body of round bones looks as it looked, front and side", "[pictures][golden]") {
  std::string hashes = "# FNV-1a of pictures of 200 x 300 pixels, of a T-pose\n";
  for (const body::Body* body : {&test::ada(), &test::ben()}) {
    const Frame frame = test::still_frame(*body, Tick{0});
    const PosedMesh mesh =
        posed(skinned(make_round_mesh(*body, formats::round_bones(*body)), *body),
              formats::compute_figure(*body, frame), frame.channels);
    for (const auto aspect : {Aspect::Front, Aspect::Right}) {
      const Camera camera{.aspect = aspect, .centre_m = {0, 0.85, 0}};
      Canvas canvas(200, 300, kWhite);
      draw_ground(canvas, GroundShadow(mesh), camera);
      draw_shaded(canvas, mesh, camera);
      test::Hash hash;
      hash.add(canvas.bytes());
      hashes +=
          hash.text() + "  " + body->name + (aspect == Aspect::Front ? " front" : " right") + "\n";
    }
  }
  CHECK(test::difference_from_golden("shaded.txt", hashes) == "");
}

}  // namespace kine::pictures::shaded_figure_test
