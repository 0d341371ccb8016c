// Tests for realizer/pictures/shaded_figure.h. Where things are is asked of geometry; how it looks
// is for people, and tests/golden keeps a hash of what they have looked at.
#include "realizer/pictures/shaded_figure.h"

#include <cmath>
#include <string>

#include "tests/support/bodies.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/hash.h"
#include "tests/support/recorded_motion.h"

namespace kine::shaded_figure_test {

using namespace kine;

namespace {

constexpr int kSize = 200;
constexpr formats::Color kGreen = {40, 200, 60};

formats::Figure t_pose() {
  return formats::compute_figure(test::ada(), test::still_frame(test::ada(), Tick{0}));
}

/// Seen almost level, so that heights in the picture are heights in space.
pictures::Camera level_camera() {
  return {.aspect = pictures::Aspect::Front,
          .down = 1e-4,
          .centre_m = {0, 1, 0},
          .pixels_a_metre = 100};
}

/// A bone of the hips at this place in space.
formats::RoundBone bone_at(const Vec3& from_m, const Vec3& to_m, double from_radius_m,
                           double to_radius_m) {
  const Vec3& hips_m = test::ada().offsets_m[0];
  return {.joint = body::Joint::Hips,
          .from_m = from_m - hips_m,
          .to_m = to_m - hips_m,
          .from_radius_m = from_radius_m,
          .to_radius_m = to_radius_m,
          .color = kGreen};
}

bool is_green(formats::Color color) {
  return color.green > color.red + 15 && color.green > color.blue + 15;
}

std::size_t green_pixels(const pictures::Canvas& canvas) {
  std::size_t count = 0;
  for (int y = 0; y < canvas.height(); ++y) {
    for (int x = 0; x < canvas.width(); ++x) count += is_green(canvas.color_at(x, y)) ? 1 : 0;
  }
  return count;
}

std::string hash_of(const pictures::Canvas& canvas) {
  test::Hash hash;
  hash.add(canvas.bytes());
  return hash.text();
}

}  // namespace

TEST_CASE("a ball is drawn as a disc of its radius, where it is", "[pictures][shaded_figure]") {
  const formats::RoundBone ball = bone_at({0.3, 1.2, 0}, {0.3, 1.2, 0}, 0.25, 0.25);

  const auto picture =
      pictures::draw_shaded(std::span(&ball, 1), t_pose(), level_camera(), kSize, kSize);

  CHECK(static_cast<double>(green_pixels(picture)) == Approx(M_PI * 25 * 25).epsilon(0.02));
  CHECK(is_green(picture.color_at(130, 80)));
  CHECK(is_green(picture.color_at(130, 57)));        // just below its top
  CHECK_FALSE(is_green(picture.color_at(130, 53)));  // just above it
  CHECK(is_green(picture.color_at(107, 80)));
  CHECK_FALSE(is_green(picture.color_at(103, 80)));
}

TEST_CASE("a round bone is drawn as the hull of its two discs", "[pictures][shaded_figure]") {
  // The same from the side and at a slant: what is nearer or farther does not change the outline.
  const double slant_m = GENERATE(0.0, 0.3, -0.7);
  const formats::RoundBone bone = bone_at({-0.4, 1, 0}, {0.4, 1, slant_m}, 0.2, 0.1);

  const auto picture =
      pictures::draw_shaded(std::span(&bone, 1), t_pose(), level_camera(), kSize, kSize);

  // Two discs r, R at a distance d: the outer tangents lean by asin((R - r) / d).
  const double distance = 80;
  const double lean = std::asin(10 / distance);
  const double tangent = std::sqrt(distance * distance - 10 * 10);
  const double area = tangent * (20 + 10) + (M_PI / 2 + lean) * 400 + (M_PI / 2 - lean) * 100;
  CHECK(static_cast<double>(green_pixels(picture)) == Approx(area).epsilon(0.02));
}

TEST_CASE("what is nearer covers what is farther, in whatever order they come",
          "[pictures][shaded_figure]") {
  formats::RoundBone near = bone_at({0, 1, 0.5}, {0, 1, 0.5}, 0.2, 0.2);
  formats::RoundBone far = bone_at({0, 1, 0}, {0, 1, 0}, 0.4, 0.4);
  far.color = {200, 40, 40};

  const std::array one_order = {near, far};
  const std::array other_order = {far, near};
  const auto picture = pictures::draw_shaded(one_order, t_pose(), level_camera(), kSize, kSize);

  CHECK(is_green(picture.color_at(100, 100)));
  CHECK(picture.color_at(130, 100).red > picture.color_at(130, 100).green + 15);
  CHECK(hash_of(picture) ==
        hash_of(pictures::draw_shaded(other_order, t_pose(), level_camera(), kSize, kSize)));
}

TEST_CASE("from its right, a figure looks to the right", "[pictures][shaded_figure]") {
  pictures::Camera camera = level_camera();
  camera.aspect = pictures::Aspect::Right;
  const formats::RoundBone ball = bone_at({0, 1, 0.5}, {0, 1, 0.5}, 0.1, 0.1);

  const auto picture = pictures::draw_shaded(std::span(&ball, 1), t_pose(), camera, kSize, kSize);

  CHECK(is_green(picture.color_at(150, 100)));
  CHECK_FALSE(is_green(picture.color_at(50, 100)));
}

TEST_CASE("what is near the ground darkens it, what is high does not",
          "[pictures][shaded_figure]") {
  const auto lightness_below = [](double height_m) {
    const formats::RoundBone ball = bone_at({0, height_m, 0}, {0, height_m, 0}, 0.1, 0.1);
    pictures::Camera camera = level_camera();
    camera.down = 0.5;
    camera.centre_m = {0, 0, 0};
    const auto picture = pictures::draw_shaded(std::span(&ball, 1), t_pose(), camera, kSize, kSize);
    // Ground 0.07 m before the ball's middle, seen under an angle whose sine is a half.
    return int{picture.color_at(100, 103).red};
  };
  CHECK(lightness_below(0.1) < lightness_below(5) - 8);
}

TEST_CASE("a body from the front and from the side looks as it looked", "[pictures][golden]") {
  std::string hashes = "# FNV-1a of pictures of 200 x 300 pixels, of a T-pose\n";
  for (const body::Body* body : {&test::ada(), &test::ben()}) {
    const auto figure = formats::compute_figure(*body, test::still_frame(*body, Tick{0}));
    const auto bones = formats::round_bones(*body);
    for (const auto aspect : {pictures::Aspect::Front, pictures::Aspect::Right}) {
      const pictures::Camera camera{.aspect = aspect, .centre_m = {0, 0.85, 0}};
      hashes += hash_of(pictures::draw_shaded(bones, figure, camera, 200, 300)) + "  " +
                body->name + (aspect == pictures::Aspect::Front ? " front" : " right") + "\n";
    }
  }
  CHECK(test::difference_from_golden("shaded.txt", hashes) == "");
}

}  // namespace kine::shaded_figure_test
