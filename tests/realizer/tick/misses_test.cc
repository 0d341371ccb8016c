// Tests for realizer/tick/shard.h: by how much muscles let a pose miss its target.
#include <algorithm>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/footprints.h"
#include "tests/support/motion/stage.h"

namespace kine::misses_test {
namespace {

const Vec3 kTarget_m{-0.2, 1.3, 0.4};

test::Performed reaching(const std::string& character) {
  const std::string script = R"(<script xmlns="urn:kinesphere:script:1"><character )" + character +
                             R"(/><sequence><pose id="there" time="0.6" hold="0.4">
      <position joint="rightHand" target="-0.2 1.3 0.4"/></pose></sequence></script>)";
  return test::perform(
      {.casts = {test::cast_named("ada", test::ada())}, .scripts = {{1, script}}, .ticks = 120});
}

Feedback reached(const test::Performed& performed) {
  const auto found = std::ranges::find_if(
      performed.feedback, [](const Feedback& each) { return each.id.ends_with(":there"); });
  REQUIRE(found != performed.feedback.end());
  return *found;
}

}  // namespace

TEST_CASE("a pose that goes as planned misses by what its planning says", "[misses]") {
  CHECK(reached(reaching(R"(dynamics="none")")).miss_m < 0.001);
}

TEST_CASE("how far muscles let a pose miss its target is measured when it is due", "[misses]") {
  for (const char* const tension : {"tense", "loose"}) {
    CAPTURE(tension);
    const auto performed = reaching(R"(dynamics="torso" tension=")" + std::string(tension) + "\"");
    const Feedback feedback = reached(performed);
    const auto frame = std::ranges::find(performed.frames, feedback.tick, &Frame::tick);
    REQUIRE(frame != performed.frames.end());
    const auto joints_m = test::joints_in_world(*frame, test::ada());
    const Vec3 hand_m = joints_m[body::index_of(body::Joint::RightHand)];
    CHECK(feedback.miss_m == Approx(length(hand_m - kTarget_m)).margin(1e-6));
    CHECK(feedback.miss_m > 0.005);
  }
}

}  // namespace kine::misses_test
