// Tests for realizer/plan/frames.h.
#include "realizer/plan/frames.h"

#include <numbers>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::plan::frames_test {
namespace {

bool near(const Vec3& a, const Vec3& b) { return length(a - b) < 1e-12; }

TEST_CASE("the origins of frames are where the body has them at rest", "[frames]") {
  const body::Body& body = test::ada();
  const auto origin = [&](script::Space space) {
    return frame_at_rest(space, body, {}).point_in_character({});
  };
  const body::Body::Model rest = body.compute_model(body.base_pose);
  CHECK(origin(script::Space::Character) == Vec3{});
  CHECK(near(origin(script::Space::Hips), body.offsets_m[index_of(body::Joint::Hips)]));
  CHECK(near(origin(script::Space::HipsAtRest), body.offsets_m[index_of(body::Joint::Hips)]));
  CHECK(near(origin(script::Space::Chest), rest.positions_m[index_of(body::Joint::UpperChest)]));
}

TEST_CASE("a point of the world is brought to where the character stands and turns", "[frames]") {
  // At x = 2, turned to its left: +X of the world is straight ahead.
  const body::Placement placement{.position_m = {2, 0, 0}, .heading_rad = std::numbers::pi / 2};
  const FrameAtRest frame = frame_at_rest(script::Space::World, test::ada(), placement);
  CHECK(near(frame.point_in_character({3, 1, 0}), {0, 1, 1}));
  CHECK(near(frame.vector_in_frame({0, 0, 1}), {1, 0, 0}));
}

TEST_CASE("to the character and back is where one was", "[frames]") {
  using enum script::Space;
  const auto space = GENERATE(Character, Chest, Hips, World, HipsAtRest);
  const body::Placement placement{.position_m = {1, 0, -3}, .heading_rad = 0.7};
  const FrameAtRest frame = frame_at_rest(space, test::ben(), placement);
  const Vec3 point{0.3, -0.2, 0.5};
  CHECK(near(frame.point_in_frame(frame.point_in_character(point)), point));
}

}  // namespace
}  // namespace kine::plan::frames_test
