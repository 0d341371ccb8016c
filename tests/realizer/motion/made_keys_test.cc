// Tests for realizer/motion/made_keys.h.
#include "realizer/motion/made_keys.h"

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::motion::made_keys_test {

TEST_CASE("keys that were made are bound as they are, whatever stands there", "[made_keys]") {
  const body::Channel brow = *body::find_channel("browInnerUp");
  pose::Keys keys;
  keys.channels = {{.channel = brow, .times_s = {1, 2}, .values = {0, 0.5F}}};
  const MadeKeys made(keys);
  CHECK(made.joints().empty());
  CHECK(made.channels() == pose::ChannelSet().set(brow.index));
  CHECK(made.solved() == pose::Solved::Nothing);
  pose::Pose raised;
  raised.channels[brow.index] = 1;
  const Entry entry{
      .pose = &raised, .pose_before = &raised, .step = Seconds(0.1), .time = Seconds(5)};
  CHECK(made.compile(entry, test::ada()) == keys);
}

}  // namespace kine::motion::made_keys_test
