// Tests for realizer/motion/actuators/morphs.h.
#include "realizer/motion/actuators/morphs.h"

#include "tests/support/catch.h"
#include "tests/support/plan/examples.h"

using namespace std::chrono_literals;

namespace kine::motion::morphs_test {
namespace {

const body::Channel kJaw = *body::find_channel("jawOpen");
const body::Channel kGrin = *body::find_channel("mouthSmileLeft");

plan::ChannelTrack track(body::Channel channel, std::vector<plan::ChannelKey> keys) {
  return {.channel = channel, .start = 0s, .keys = std::move(keys)};
}

}  // namespace

TEST_CASE("a channel runs from what it has to its values, and rests in a hold", "[morphs]") {
  const plan::ChannelTrack tracks[] = {
      track(kJaw, {{.time = 300ms, .hold = 200ms, .value = 0.5}, {.time = 900ms, .value = 0}}),
      track(kGrin, {{.time = 400ms, .value = 1}})};
  const Morphs morphs(tracks);
  pose::Pose standing;
  standing.channels[kJaw.index] = 0.25F;

  const pose::Keys keys =
      morphs.compile({.pose = &standing, .pose_before = &standing, .step = 16ms, .time = -16ms},
                     test::example_body());

  REQUIRE(keys.channels.size() == 2);
  CHECK(keys.channels[0].channel == kJaw);
  CHECK(keys.channels[0].times_s == std::vector<float>{-0.016F, 0.3F, 0.5F, 0.9F});
  CHECK(keys.channels[0].values == std::vector<float>{0.25F, 0.5F, 0.5F, 0.0F});
  CHECK(keys.channels[1].times_s == std::vector<float>{-0.016F, 0.4F});
  CHECK(keys.channels[1].values == std::vector<float>{0.0F, 1.0F});
  CHECK(keys.joints.key_count() == 0);
}

TEST_CASE("it drives the channels of its tracks and no joint", "[morphs]") {
  const plan::ChannelTrack tracks[] = {track(kJaw, {{.time = 300ms, .value = 1}})};
  const Morphs morphs(tracks);

  CHECK(morphs.channels().count() == 1);
  CHECK(morphs.channels().test(kJaw.index));
  CHECK(morphs.joints().empty());
}

}  // namespace kine::motion::morphs_test
