// Tests for realizer/pictures/stick_figure.h: what a person would look for in the picture.
#include "realizer/pictures/stick_figure.h"

#include <numbers>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/recorded_motion.h"

namespace kine::stick_figure_test {

using namespace kine;
using body::Joint;
using formats::Color;
using pictures::Aspect;
using pictures::Canvas;
using pictures::View;

namespace {

formats::Figure t_pose() {
  return formats::compute_figure(test::ada(), test::still_frame(test::ada(), Tick{0}));
}

View view_from(Aspect aspect) {
  return {.aspect = aspect, .centre_m = {0, 0.85, 0}, .centre = {200, 200}, .scale = 200};
}

std::size_t pixels_of(const Canvas& canvas, Color color) {
  std::size_t count = 0;
  for (int y = 0; y < canvas.height(); ++y) {
    for (int x = 0; x < canvas.width(); ++x) {
      if (canvas.color_at(x, y) == color) ++count;
    }
  }
  return count;
}

}  // namespace

TEST_CASE("views show where right, down and near are", "[pictures][stick_figure]") {
  const Vec3 point_m = {0.1, 0.95, 0.3};

  const View front = view_from(Aspect::Front);
  CHECK(front.point_of(point_m).x == Approx(220));  // its left is to the right
  CHECK(front.point_of(point_m).y == Approx(180));
  CHECK(front.nearness_of(point_m) == Approx(0.3));

  const View right = view_from(Aspect::Right);
  CHECK(right.point_of(point_m).x == Approx(260));  // it looks to the right
  CHECK(right.point_of(point_m).y == Approx(180));
  CHECK(right.nearness_of(point_m) == Approx(-0.1));

  const View above = view_from(Aspect::Above);
  CHECK(above.point_of(point_m).x == Approx(220));
  CHECK(above.point_of(point_m).y == Approx(260));
  CHECK(above.nearness_of(point_m) == Approx(0.1));
}

TEST_CASE("the head's ball reaches the crown", "[pictures][stick_figure]") {
  const pictures::HeadBall ball = pictures::head_ball(test::ada(), t_pose());
  CHECK(ball.centre_m.y + ball.radius_m == Approx(test::ada().height_m));
  CHECK(ball.radius_m > 0.08);
  CHECK(ball.radius_m < 0.15);
}

TEST_CASE("the left forearm is blue and to the right, the other red and to the left",
          "[pictures][stick_figure]") {
  Canvas canvas(400, 400, pictures::kPaper);
  const View view = view_from(Aspect::Front);
  const formats::Figure figure = t_pose();
  pictures::draw_figure(canvas, view, test::ada(), figure);

  const auto color_beside = [&](Joint from, Joint to) {
    const pictures::Point point = view.point_of(
        (figure.positions_m[body::index_of(from)] + figure.positions_m[body::index_of(to)]) / 2);
    return canvas.color_at(static_cast<int>(point.x), static_cast<int>(point.y));
  };
  const Color left = color_beside(Joint::LeftLowerArm, Joint::LeftHand);
  const Color right = color_beside(Joint::RightLowerArm, Joint::RightHand);
  CHECK(left.blue > left.red + 50);
  CHECK(right.red > right.blue + 50);
  CHECK(view.point_of(figure.positions_m[body::index_of(Joint::LeftHand)]).x > 200);
}

TEST_CASE("a hand alone is drawn without the rest", "[pictures][stick_figure]") {
  Canvas canvas(400, 400, pictures::kPaper);
  pictures::draw_figure(canvas, view_from(Aspect::Front), test::ada(), t_pose(),
                        {.joints = pictures::hand_joints(body::Side::Left)});

  CHECK(pixels_of(canvas, pictures::kPaper) < 400 * 400);
  for (int y = 0; y < 400; ++y) {
    for (int x = 0; x < 200; ++x) REQUIRE(canvas.color_at(x, y) == pictures::kPaper);
  }
}

TEST_CASE("a palm that faces the eye is pale, a back of a hand solid", "[pictures][stick_figure]") {
  // From above T-pose shows the backs of the hands; turned by half about its arm it shows the palm.
  const auto pixels_of_back = [](double turn_rad) {
    Frame frame = test::still_frame(test::ada(), Tick{0});
    const Quat turn = rotation_about({1, 0, 0}, turn_rad);
    frame.parent_from_joint[body::index_of(Joint::LeftHand)] = {
        static_cast<float>(turn.x), static_cast<float>(turn.y), static_cast<float>(turn.z),
        static_cast<float>(turn.w)};
    const formats::Figure figure = formats::compute_figure(test::ada(), frame);
    Canvas canvas(400, 400, pictures::kPaper);
    const View view{.aspect = Aspect::Above,
                    .centre_m = figure.positions_m[body::index_of(Joint::LeftHand)],
                    .centre = {200, 200},
                    .scale = 1000};
    pictures::draw_figure(canvas, view, test::ada(), figure,
                          {.joints = pictures::hand_joints(body::Side::Left)});
    return pixels_of(canvas, pictures::kLeftColor);
  };
  CHECK(pixels_of_back(0) > 2 * pixels_of_back(std::numbers::pi));
}

}  // namespace kine::stick_figure_test
