// Tests for server/offline/performed_gesture.h.
#include "server/offline/performed_gesture.h"

#include "server/scene/casts.h"
#include "tests/support/catch.h"

namespace kine::performed_gesture_test {
namespace {

std::shared_ptr<const Cast> ada() {
  return server::make_casts({{.name = "ada", .body = "ada", .placement = {}}})->front();
}

}  // namespace

// beat.xml's own times: ready at 400 ms, the stroke's end at 580 ms.
TEST_CASE("a gesture is performed from its start until the hand is back", "[performed_gesture]") {
  const auto performed = server::perform_gesture(ada(), "beat");
  REQUIRE(performed);
  CHECK(performed->stroke_start == 24);
  CHECK(performed->stroke_end == 35);  // the first tick at or after it
  REQUIRE(performed->frames.size() > 60);
  CHECK(performed->frames.front().tick == Tick{0});
  const std::size_t elbow = body::index_of(body::Joint::RightLowerArm);
  const auto bend = [&](const Frame& frame) { return frame.parent_from_joint[elbow][1]; };
  CHECK(bend(performed->frames.back()) == Approx(bend(performed->frames.front())).margin(1e-3));
  CHECK(bend(performed->frames[performed->stroke_end]) > bend(performed->frames.front()) + 0.2F);
}

TEST_CASE("a gesture that there is not cannot be performed", "[performed_gesture]") {
  const auto performed = server::perform_gesture(ada(), "waltz & \"turn\"");
  REQUIRE_FALSE(performed);
  CHECK(performed.error().message.find("waltz") != std::string::npos);
}

}  // namespace kine::performed_gesture_test
