// Tests for realizer/motion/clips/recorded_shift.h.
#include "realizer/motion/clips/recorded_shift.h"

#include "realizer/gesture/repertoire.h"
#include "realizer/motion/clips/turn_keys.h"
#include "tests/support/catch.h"
#include "tests/support/plan/examples.h"

namespace kine::motion::recorded_shift_test {
namespace {

/// The hips go aside by a tenth of their height in a second, and turn by 0.2; the chest turns back.
std::shared_ptr<pose::RecordedTurns> shifting() {
  auto turns = std::make_shared<pose::RecordedTurns>();
  turns->joints = gesture::played_joints(gesture::BodySection::Lower);
  turns->rate_hz = 10;
  const auto joints = joints_in(turns->joints);
  for (int i = 0; i <= 10; ++i) {
    auto& frame = turns->frames.emplace_back();
    for (const body::Joint joint : joints) {
      const double turn_rad = joint == body::Joint::Hips    ? 0.02 * i
                              : joint == body::Joint::Chest ? -0.02 * i
                                                            : 0;
      frame.push_back(rotation_about({0, 1, 0}, turn_rad));
    }
    turns->hips.push_back({0.01 * i, 0, 0});
  }
  return turns;
}

body::BodyOffsets offsets_of(const std::shared_ptr<pose::RecordedTurns>& turns, float time_s) {
  const pose::Keys keys = RecordedShift(turns).compile({}, test::example_body());
  return offsets_at(*keys.find<pose::BodyKeys>(), time_s);
}

}  // namespace

TEST_CASE("a recorded shift moves the body and drives no joint", "[motion][clip]") {
  const RecordedShift shift(shifting());
  CHECK(shift.joints().empty());
  CHECK(shift.channels().none());
  CHECK(shift.solved() == pose::Solved::Body);
}

TEST_CASE("recorded hips and trunk are offsets of this body, straight from frame to frame",
          "[motion][clip]") {
  const double height_m = test::example_body().offsets_m[body::index_of(body::Joint::Hips)].y;
  for (const float time_s : {0.0F, 0.25F, 0.55F, 1.0F}) {
    const auto offsets = offsets_of(shifting(), time_s);
    CHECK(offsets.pelvis_m.x == Approx(0.1 * time_s * height_m).margin(1e-6));
    CHECK(offsets.pelvis_rad.y == Approx(0.2 * time_s).margin(1e-6));
    CHECK(offsets.spine_rad[1].y == Approx(-0.2 * time_s).margin(1e-6));
    CHECK(offsets.spine_rad[0].y == Approx(0).margin(1e-6));
  }
}

TEST_CASE("a recorded shift goes no farther than a body can be moved", "[motion][clip]") {
  auto turns = shifting();
  for (Vec3& hips : turns->hips) hips = {5, 0, 0};
  CHECK(valid(offsets_of(turns, 0.5F)));
  turns->hips.clear();
  CHECK(offsets_of(turns, 1).pelvis_m == Vec3{});
}

}  // namespace kine::motion::recorded_shift_test
