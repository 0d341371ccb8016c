// Tests for realizer/tick/share_left.h.
#include "realizer/tick/share_left.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "realizer/motion/actuators/look.h"
#include "realizer/motion/made_keys.h"
#include "realizer/tick/begin.h"
#include "tests/support/catch.h"
#include "tests/support/motion/lone_row.h"
#include "tests/support/motion/stage.h"

using namespace std::chrono_literals;

namespace kine::share_left_test {
namespace {

using motion::GivesWay;

/// A block of one segment on top that drives a joint, for ten seconds.
std::shared_ptr<motion::Block> on_top(body::Joint joint, GivesWay gives_way) {
  body::JointSet joints;
  joints.insert(joint);
  pose::Keys keys;
  keys.joints = pose::JointKeys::of(joints);
  keys.joints.times_s = {0};
  keys.joints.rotations.resize(keys.joints.blocks.size());
  auto block = std::make_shared<motion::Block>();
  block->id = "top";
  block->end = 10s;
  block->segments = {{.end = 10s,
                      .relative = true,
                      .gives_way = gives_way,
                      .actuator = std::make_shared<motion::MadeKeys>(std::move(keys))}};
  return block;
}

/// Eyes and head that look at a point from 1 s to 3 s, or from then on.
std::shared_ptr<motion::Block> look(bool lasting) {
  body::JointSet joints;
  for (const auto each : {body::Joint::LeftEye, body::Joint::RightEye, body::Joint::Head}) {
    joints.insert(each);
  }
  pose::GazeKeys keys{.joints = joints, .keys = {}};
  keys.keys = {{.from_s = 1, .time_s = 1.5, .joints = joints, .target = {.point_m = {0, 1.6, 3}}}};
  auto block = std::make_shared<motion::Block>();
  block->id = "look";
  block->end = 3s;
  block->segments = {{.start = 1s,
                      .end = 3s,
                      .priority = lasting ? motion::kLastingPriority : 0,
                      .lasting = lasting,
                      .actuator = std::make_shared<motion::Look>(std::move(keys))}};
  return block;
}

/// What is on top, and a script's spin of a joint from 1 s to 3 s, without fades.
struct Row : test::LoneRow {
  explicit Row(std::shared_ptr<const motion::Block> top, test::SpinOptions spin = {}) {
    spin.start = 1s;
    spin.length = 2s;
    begin(add(std::move(top), {}, {1}));
    other = test::spin_block(spin);
    begin(add(other, {}, {2}));
  }

  void begin(PlayingBlock& playing) {
    Beginning beginning;
    bind_due_segments(context, row, playing, Tick{60}, beginning);
  }

  double left_at(Seconds time) {
    const Tick tick = context.rate.first_at_or_after(Tick{}, time);
    const auto active = std::ranges::find(row.state.segments, BlockId{1}, &ActiveSegment::block);
    return share_left(context, row.state, *active, tick);
  }

  std::shared_ptr<const motion::Block> other;
};

}  // namespace

TEST_CASE("what lies on top leaves its joints within a quarter of a second", "[share_left]") {
  Row row(on_top(body::Joint::Head, GivesWay::ToPoses));
  CHECK(row.left_at(1s) == Approx(1));
  CHECK(row.left_at(1125ms) == Approx(0.5).margin(0.05));
  CHECK(row.left_at(1250ms) == Approx(0).margin(1e-6));
  CHECK(row.left_at(2s) == Approx(0).margin(1e-6));
  CHECK(row.left_at(2750ms) == Approx(0).margin(1e-6));
  CHECK(row.left_at(2875ms) == Approx(0.5).margin(0.05));
}

TEST_CASE("it goes and comes back without a jump", "[share_left]") {
  Row row(on_top(body::Joint::Head, GivesWay::ToPoses));
  double before = 1;
  for (Seconds time = 1s; time < 3s; time += test::kLoneRate.step()) {
    const double now = row.left_at(time);
    CHECK(std::abs(now - before) < 0.11);  // 1.5 / 0.25 s, the steepest of an easing, in a tick
    before = now;
  }
}

TEST_CASE("other joints leave it alone, and so does what never gives way", "[share_left]") {
  Row other(on_top(body::Joint::LeftHand, GivesWay::ToPoses));
  CHECK(other.left_at(2s) == 1);
  Row never(on_top(body::Joint::Head, GivesWay::Never));
  CHECK(never.left_at(2s) == 1);
}

TEST_CASE("eyes that make up for the head go with it", "[share_left]") {
  Row head_alone(on_top(body::Joint::LeftEye, GivesWay::ToPoses));
  CHECK(head_alone.left_at(2s) == 1);
  Row makes_up(on_top(body::Joint::LeftEye, GivesWay::ToLooksToo));
  CHECK(makes_up.left_at(2s) == Approx(0).margin(1e-6));
}

TEST_CASE("eyes leave it to a look, also to one that stays; a head does not", "[share_left]") {
  for (const bool lasting : {false, true}) {
    Row eyes(on_top(body::Joint::LeftEye, GivesWay::ToLooksToo), {.joint = body::Joint::LeftHand});
    eyes.begin(eyes.add(look(lasting), {}, {3}));
    CHECK(eyes.left_at(1125ms) == Approx(0.5).margin(0.05));
    CHECK(eyes.left_at(2s) == Approx(0).margin(1e-6));
    CHECK(eyes.left_at(4s) == Approx(lasting ? 0 : 1).margin(1e-6));
    Row head(on_top(body::Joint::Head, GivesWay::ToPoses), {.joint = body::Joint::LeftHand});
    head.begin(head.add(look(lasting), {}, {3}));
    CHECK(head.left_at(2s) == 1);
  }
}

TEST_CASE("the postures and faces beneath all leave it alone", "[share_left]") {
  Row row(on_top(body::Joint::Head, GivesWay::ToPoses), {.priority = motion::kFacePriority});
  CHECK(row.left_at(2s) == 1);
}

TEST_CASE("it comes back as an interrupted block fades", "[share_left]") {
  Row row(on_top(body::Joint::Head, GivesWay::ToPoses));
  row.row.state.blocks.back().interrupted = PlayingBlock::Fade{.from = Tick{120}, .length = 200ms};
  for (ActiveSegment& each : row.row.state.segments) each.fading = each.block == BlockId{2};
  CHECK(row.left_at(2s) == Approx(0).margin(1e-6));
  CHECK(row.left_at(2100ms) == Approx(0.5).margin(1e-5));
  CHECK(row.left_at(2200ms) == Approx(1).margin(1e-6));
}

}  // namespace kine::share_left_test
