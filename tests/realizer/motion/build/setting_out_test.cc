// Tests for realizer/motion/build/setting_out.h: hips at the first step of a walk, in a shard.
#include "realizer/motion/build/setting_out.h"

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/footprints.h"
#include "tests/support/motion/stage.h"

namespace kine::motion::setting_out_test {
namespace {

constexpr double kHz = 60;

/// ada goes to a place ahead of her.
std::vector<Frame> walk(double anticipation) {
  const std::string text =
      "<script xmlns=\"urn:kinesphere:script:1\"><sketch id=\"s\"><timing anticipation=\"" +
      std::to_string(anticipation) +
      R"("/></sketch><character sketch="s"/>
         <sequence id="go"><pose time="0s"><target name="door" at="0 1 3"/></pose>
         <pose time="4s"><walk target="door" distance="0.5m"/></pose></sequence></script>)";
  return test::perform({.casts = {test::cast_named("ada", test::ada())},
                        .scripts = {{.tick = 0, .text = text}},
                        .ticks = 240})
      .frames;
}

}  // namespace

TEST_CASE("hips drop before who anticipates sets out, and rise with the first step",
          "[setting_out]") {
  const std::vector<Frame> plain = walk(0);
  const auto lower_m = [&](const std::vector<Frame>& frames, double time_s) {
    const auto i = static_cast<std::size_t>(time_s * kHz);
    return plain.at(i).hips_m[1] - frames.at(i).hips_m[1];
  };
  const std::vector<Frame> half = walk(0.5);
  const std::vector<Frame> whole = walk(1);
  CHECK(lower_m(whole, 0.35) == Approx(0.06).margin(0.004));
  CHECK(lower_m(half, 0.35) == Approx(0.03).margin(0.003));
  for (const double later_s : {0.0, 0.8, 2.0}) {
    CHECK(lower_m(whole, later_s) == Approx(0).margin(1e-4));
  }
  CHECK(test::slid_m(whole, test::ada()) < 0.002);
  CHECK(walk(-1).at(21).hips_m[1] == plain.at(21).hips_m[1]);
}

}  // namespace kine::motion::setting_out_test
