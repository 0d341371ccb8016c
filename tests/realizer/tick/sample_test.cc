// Tests for realizer/tick/sample.h.
#include "realizer/tick/sample.h"

#include "realizer/tick/begin.h"
#include "tests/support/catch.h"
#include "tests/support/motion/lone_row.h"
#include "tests/support/motion/stage.h"

namespace kine::sample_test {
namespace {

/// A spin of the head, half a radian a second, that began at tick 0.
void begin_spin(test::LoneRow& lone) {
  Beginning beginning;
  PlayingBlock& playing = lone.add(test::spin_block({.speed_rad_s = 0.5, .length = Seconds{2}}));
  bind_due_segments(lone.context, lone.row, playing, Tick{1}, beginning);
}

double turn_between(const Quat& from, const Quat& to) {
  return 2 * std::acos(std::min(1.0, std::abs(dot(from, to))));
}

}  // namespace

TEST_CASE("where nothing plays the base shows", "[sample]") {
  test::LoneRow lone;
  TickScratch scratch;
  sample_and_blend(lone.context, lone.row, Tick{1}, {}, scratch);
  CHECK(scratch.pose == lone.base);
}

TEST_CASE("a spin has turned by its speed times its time", "[sample]") {
  test::LoneRow lone;
  begin_spin(lone);
  TickScratch scratch;
  sample_and_blend(lone.context, lone.row, Tick{60}, {}, scratch);
  sample_relative(lone.context, lone.row.state, Tick{60}, scratch);
  CHECK(scratch.blended.size() == 1);
  CHECK(scratch.relative.empty());
  const double turned =
      turn_between(lone.base.rotation(body::Joint::Head), scratch.pose.rotation(body::Joint::Head));
  CHECK(turned == Approx(0.5).margin(1e-4));
}

}  // namespace kine::sample_test
