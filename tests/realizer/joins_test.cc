// How motions of BML join: what one gesture leaves to the next, and that nothing jumps, through the
// whole line from text to frames. No header of its own: the subject is realizer/prepare.h and
// realizer/shard.h together.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/support/bml_stage.h"
#include "tests/support/bodies.h"
#include "tests/support/catch.h"

namespace kine {
namespace {

using namespace std::chrono_literals;
using body::Joint;
using test::bml_block;
using test::BmlStage;

/// How high a hand is, from tick to tick, until the block has ended.
std::vector<double> heights_of(const std::string& inside, Joint hand, Seconds until) {
  BmlStage stage(test::ada(), 60);
  stage.play(bml_block("b", inside));
  std::vector<double> heights;
  while (stage.now() < until || heights.empty()) {
    stage.advance();
    heights.push_back(stage.position_m(hand).y);
  }
  return heights;
}

/// The least height between two times.
double least_between(const std::vector<double>& heights, double from_s, double to_s) {
  const auto at = [&](double time_s) {
    return heights.begin() + static_cast<std::ptrdiff_t>(std::lround(time_s * 60));
  };
  return *std::min_element(at(from_s), at(to_s));
}

}  // namespace

TEST_CASE("a hand does not fall towards rest between two gestures that follow each other",
          "[joins]") {
  // The first relaxes at 1.4 s and would be back at 1.8 s; the second leaves at 1.9 s.
  const std::string two =
      R"(<gesture id="g1" lexeme="BEAT" mode="RIGHT_HAND" start="0.2"
            strokeEnd="1.2" relax="1.4" end="1.8"/>
         <gesture id="g2" lexeme="BEAT" mode="RIGHT_HAND" start="1.9"
            ready="2.3" relax="3.2" end="3.7"/>)";
  const auto heights = heights_of(two, Joint::RightHand, 4.2s);
  const double rest = heights.front();
  const double up = heights[72];
  REQUIRE(up > rest + 0.1);
  CHECK(least_between(heights, 1.2, 2.9) > rest + 0.75 * (up - rest));
  CHECK(heights.back() < rest + 0.03);
}

TEST_CASE("where there is time a hand rests between two gestures", "[joins]") {
  const std::string two =
      R"(<gesture id="g1" lexeme="BEAT" mode="RIGHT_HAND" start="0.2" relax="1.4" end="1.8"/>
         <gesture id="g2" lexeme="BEAT" mode="RIGHT_HAND" start="2.8"/>)";
  const auto heights = heights_of(two, Joint::RightHand, 4s);
  CHECK(least_between(heights, 1.8, 2.8) < heights.front() + 0.03);
}

TEST_CASE("of both hands one stays for the next gesture, and the other goes back", "[joins]") {
  const std::string two =
      R"(<gesture id="g1" lexeme="BEAT" mode="BOTH_HANDS" start="0.2"
            strokeEnd="1.2" relax="1.4" end="1.8"/>
         <gesture id="g2" lexeme="BEAT" mode="LEFT_HAND" start="1.9"
            ready="2.3" relax="3.2" end="3.7"/>)";
  const auto left = heights_of(two, Joint::LeftHand, 4s);
  const auto right = heights_of(two, Joint::RightHand, 4s);
  CHECK(least_between(left, 1.2, 2.9) > left.front() + 0.75 * (left[72] - left.front()));
  CHECK(least_between(right, 1.8, 2.3) < right.front() + 0.03);
}

TEST_CASE("a hand goes from a gesture straight to pointing, and on to the next gesture",
          "[joins]") {
  BmlStage stage(test::ada(), 60);
  stage.set("ball", {-1, 1.3, 2});
  stage.play(bml_block("b",
                       R"(<gesture id="g1" lexeme="BEAT" mode="RIGHT_HAND" start="0"
            strokeEnd="1" relax="1.2" end="1.6"/>
         <pointing id="p1" target="ball" mode="RIGHT_HAND" start="1.7"
            ready="2.2" relax="3" end="3.4"/>
         <gesture id="g2" lexeme="BEAT" mode="RIGHT_HAND" start="3.5"
            ready="3.9"/>)"));
  stage.advance();
  const double rest = stage.position_m(Joint::RightHand).y;
  stage.advance_to(1s);
  const double up = stage.position_m(Joint::RightHand).y;
  double least = up;
  while (stage.now() < 4s) {
    stage.advance();
    least = std::min(least, stage.position_m(Joint::RightHand).y);
  }
  CHECK(least > rest + 0.7 * (up - rest));
}

TEST_CASE("a gesture that is held for the next has each of its sync points once, in order",
          "[joins]") {
  BmlStage stage(test::ada(), 60);
  stage.play(bml_block(
      "b",
      R"(<gesture id="g1" lexeme="BEAT" mode="RIGHT_HAND" start="0" relax="1.2" end="1.6"/>
         <gesture id="g2" lexeme="BEAT" mode="RIGHT_HAND" start="1.7"/>)"));
  stage.advance_to(6s);
  std::vector<std::string> firsts;
  for (const std::string& id : stage.sync_points()) {
    if (id.starts_with("b:g1:")) firsts.push_back(id.substr(5));
  }
  CHECK(firsts == std::vector<std::string>{"start", "ready", "strokeStart", "stroke", "strokeEnd",
                                           "relax", "end"});
}

}  // namespace kine
