// Tests for realizer/tick/kinds/kind.h: what is ordinary about a segment.
#include "realizer/tick/kinds/kind.h"

#include "realizer/tick/begin.h"
#include "tests/support/catch.h"
#include "tests/support/motion/lone_row.h"
#include "tests/support/motion/stage.h"

namespace kine::kind_test {
namespace {

/// A spin of two seconds that began at tick 0.
ActiveSegment& begin_spin(test::LoneRow& lone) {
  Beginning beginning;
  PlayingBlock& playing = lone.add(test::spin_block({.length = Seconds{2}}));
  bind_due_segments(lone.context, lone.row, playing, Tick{1}, beginning);
  return lone.row.state.segments.front();
}

const Kind kOrdinary;

}  // namespace

TEST_CASE("an ordinary segment is bound as its actuator says", "[kind]") {
  test::LoneRow lone;
  const auto block = test::spin_block();
  motion::Entry entry{.pose = &lone.base, .pose_before = &lone.base};
  const motion::Segment& segment = block->segments.front();
  CHECK(kOrdinary.bind(lone.context, segment, entry, lone.row, Tick{0}) ==
        segment.actuator->compile(entry, *lone.row.cast->body));
  CHECK(entry.ground == nullptr);
}

TEST_CASE("an ordinary segment fades where it is stopped, and leaves nothing there", "[kind]") {
  test::LoneRow lone;
  ActiveSegment& active = begin_spin(lone);
  kOrdinary.stop(lone.context, active, lone.row.state, Tick{2});
  CHECK(active.fading);
  CHECK_FALSE(kOrdinary.may_outlast());
  const CharacterState before = lone.row.state;
  kOrdinary.leave(active, lone.row.state);
  CHECK(lone.row.state == before);
}

TEST_CASE("an ordinary segment that was to stay is given up within the fade", "[kind]") {
  test::LoneRow lone;
  ActiveSegment& active = begin_spin(lone);
  active.plan.lasting = true;
  kOrdinary.give_up(lone.context, active, lone.row.state, Tick{180}, Seconds{0.3});
  CHECK_FALSE(active.plan.lasting);
  CHECK(active.plan.end == Seconds{3.3});
  CHECK(active.plan.fade_out == Seconds{0.3});
}

TEST_CASE("an ordinary segment goes on as its block's next plan has it, or not at all", "[kind]") {
  test::LoneRow lone;
  ActiveSegment& active = begin_spin(lone);
  motion::Segment longer = active.plan;
  longer.end = Seconds{5};
  CHECK(kOrdinary.go_on(lone.context, active, &longer, lone.row.state, Tick{2}));
  CHECK(active.plan.end == Seconds{5});
  CHECK_FALSE(kOrdinary.go_on(lone.context, active, nullptr, lone.row.state, Tick{2}));
}

}  // namespace kine::kind_test
