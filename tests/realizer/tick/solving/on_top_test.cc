// Tests for realizer/tick/solving/on_top.h.
#include "realizer/tick/solving/on_top.h"

#include <memory>

#include "tests/support/catch.h"
#include "tests/support/motion/lone_row.h"
#include "tests/support/motion/random_rotations.h"

namespace kine::on_top_test {
namespace {

/// A breath that bends the spine, which is one of the column's joints.
struct Breath {
  pose::Keys keys;
  pose::Interval interval;

  Breath() {
    body::JointSet spine;
    spine.insert(body::Joint::Spine);
    keys.joints = pose::JointKeys::of(spine);
    keys.joints.times_s = {0};
    const Quat turn = rotation_about({1, 0, 0}, 0.1);
    keys.joints.rotations.push_back(test::block_of([&] { return turn; }));
    keys.joints.passings.push_back({});
  }

  pose::Layer layer() {
    return {.keys = &keys,
            .contents = pose::Contents::of(keys),
            .interval = &interval,
            .time_s = 0,
            .weight = 1};
  }
};

}  // namespace

TEST_CASE("where nothing lies on top the solved pose is shown itself", "[on_top]") {
  test::LoneRow lone;
  TickScratch scratch;
  scratch.pose = lone.base;
  CHECK(&lay_on_top(scratch) == &scratch.pose);
  for (const Quat& turn : column_on_top(scratch)) CHECK(turn == Quat{});
}

TEST_CASE("what is relative turns what is shown, and not what was solved", "[on_top]") {
  test::LoneRow lone;
  Breath breath;
  TickScratch scratch;
  scratch.pose = lone.base;
  scratch.relative.push_back(breath.layer());
  const pose::Pose& shown = lay_on_top(scratch);
  CHECK(scratch.pose == lone.base);
  const Quat before = lone.base.rotation(body::Joint::Spine);
  CHECK(angle_between(before, shown.rotation(body::Joint::Spine)) == Approx(0.1).margin(1e-5));
  const auto on_top = column_on_top(scratch);
  CHECK(angle_between(Quat{}, on_top[1]) == Approx(0.1).margin(1e-5));
  CHECK(angle_between(Quat{}, on_top[2]) < 1e-6);
}

TEST_CASE("the body's shift lies over what is relative", "[on_top]") {
  test::LoneRow lone;
  Breath breath;
  TickScratch scratch;
  scratch.pose = lone.base;
  scratch.relative.push_back(breath.layer());
  scratch.shift.emplace();
  scratch.shift->hips_m = {0.02, -0.01, 0};
  scratch.shift->turns[1] = rotation_about({1, 0, 0}, 0.2);  // of the spine
  const pose::Pose& shown = lay_on_top(scratch);
  CHECK(shown.hips_m[0] - lone.base.hips_m[0] == Approx(0.02));
  const Quat before = lone.base.rotation(body::Joint::Spine);
  CHECK(angle_between(before, shown.rotation(body::Joint::Spine)) == Approx(0.3).margin(1e-5));
}

}  // namespace kine::on_top_test
