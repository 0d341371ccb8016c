// Tests for realizer/autonomy/body_moves.h.
#include "realizer/autonomy/body_moves.h"

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

using namespace std::chrono_literals;

namespace kine::autonomy::body_moves_test {

TEST_CASE("a body moves on the path of least jerk, stays, and drives no joint", "[body_moves]") {
  const body::BodyOffsets from{.pelvis_m = {0.01, 0, 0}};
  const body::BodyOffsets to{.pelvis_m = {0.03, -0.004, 0}};

  const motion::Segment segment =
      make_body_move({.from = from, .to = to, .arrives = 2s, .end = 5s});

  CHECK(segment.valid());
  CHECK(segment.relative);
  CHECK(segment.end == 5s);
  CHECK(segment.actuator->joints().empty());
  const pose::Keys keys = segment.actuator->compile(
      {.pose = nullptr, .pose_before = nullptr, .step = {}, .time = {}}, test::ada());
  const auto& moves = *keys.find<pose::BodyKeys>();
  CHECK(offsets_at(moves, 0) == from);
  // 10 h^3 - 15 h^4 + 6 h^5 of the way at a quarter of it: 53/512.
  CHECK(offsets_at(moves, 0.5F).pelvis_m.x == Approx(0.01 + 0.02 * 53 / 512));
  CHECK(offsets_at(moves, 1).pelvis_m.y == Approx(-0.002));
  CHECK(offsets_at(moves, 2) == to);
  CHECK(offsets_at(moves, 4.9F) == to);
}

}  // namespace kine::autonomy::body_moves_test
