// Tests for realizer/cast/body_clips.h.
#include "realizer/cast/body_clips.h"

#include "realizer/pose/retarget/retarget.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/clips.h"
#include "tests/support/motion/recorded_steps.h"

namespace kine::body_clips_test {
namespace {

std::shared_ptr<const pose::Clips> clips_of(bool stands) {
  pose::Clips clips = {{"turn", test::turning_clip(body::Joint::Head, 1, 11)}};
  if (stands) {
    const auto steps = test::recorded({}, test::RecordedScene::Standing);
    clips["stand"] =
        std::make_shared<const pose::Clip>(*pose::retarget(steps.recording, {}, "stand"));
  }
  return std::make_shared<const pose::Clips>(std::move(clips));
}

}  // namespace

TEST_CASE("a body has its own of the clips that stand, and shares the others",
          "[body_clips][feet]") {
  const auto recorded = clips_of(true);
  const auto on_ada = clips_on(recorded, test::ada());
  const auto on_ben = clips_on(recorded, test::ben());
  CHECK(on_ada->size() == 2);
  CHECK(on_ada->at("turn") == recorded->at("turn"));
  CHECK(on_ada->at("stand") != recorded->at("stand"));
  CHECK(on_ada->at("stand") != on_ben->at("stand"));
  CHECK(on_ada->at("stand")->length() == recorded->at("stand")->length());
}

TEST_CASE("where no clip stands a body shares all of them", "[body_clips][feet]") {
  const auto recorded = clips_of(false);
  CHECK(clips_on(recorded, test::ada()) == recorded);
}

}  // namespace kine::body_clips_test
