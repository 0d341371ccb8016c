// Tests for clients/cpp/messages.h.
#include "clients/cpp/messages.h"

#include <cmath>
#include <string_view>
#include <utility>

#include "realizer/tick/state/feedback.h"
#include "tests/support/catch.h"

namespace kine::client::messages_test {
namespace {

/// Two bones of 1 m, one after the other along +X, on hips at a height of 1 m.
Skeleton two_bones() {
  Skeleton skeleton;
  skeleton.joints = {{"hips", -1, {0, 0.9F, 0}}, {"upper", 0, {1, 0, 0}}, {"end", 1, {1, 0, 0}}};
  return skeleton;
}

Frame at_rest() {
  Frame frame;
  frame.hips = {0, 1, 0};
  frame.parent_from_joint.assign(3, {0, 0, 0, 1});
  return frame;
}

const float kHalf = std::sqrt(0.5F);  // of a quarter turn

}  // namespace

TEST_CASE("at rest the offsets add up, the hips' translation in place of their offset",
          "[messages]") {
  const auto [x, y, z] = position_in_character(two_bones(), at_rest(), 2);
  CHECK(x == Approx(2));
  CHECK(y == Approx(1));
  CHECK(z == Approx(0).margin(1e-9));
}

TEST_CASE("a quarter turn of a joint carries what hangs on it", "[messages]") {
  Frame frame = at_rest();
  frame.parent_from_joint[1] = {0, 0, kHalf, kHalf};  // about +Z: +X becomes +Y
  const auto [x, y, z] = position_in_character(two_bones(), frame, 2);
  CHECK(x == Approx(1));
  CHECK(y == Approx(2));
  CHECK(z == Approx(0).margin(1e-9));
}

TEST_CASE("turns of joints along a chain follow on each other", "[messages]") {
  Frame frame = at_rest();
  frame.parent_from_joint[0] = {0, kHalf, 0, kHalf};  // about +Y: +X becomes -Z
  frame.parent_from_joint[1] = {0, 0, kHalf, kHalf};  // in the hips' turned space: up
  const auto [x, y, z] = position_in_character(two_bones(), frame, 2);
  CHECK(x == Approx(0).margin(1e-6));
  CHECK(y == Approx(2));
  CHECK(z == Approx(-1));
}

TEST_CASE("the root places the character in the world", "[messages]") {
  Frame frame = at_rest();
  frame.root = {10, 0, 20, 0, kHalf, 0, kHalf};
  const auto [x, y, z] = position_in_world(two_bones(), frame, 2);
  CHECK(x == Approx(10));
  CHECK(y == Approx(1));
  CHECK(z == Approx(18));
}

TEST_CASE("joints are found by name", "[messages]") {
  CHECK(two_bones().find_joint("end") == 2U);
  CHECK_FALSE(two_bones().find_joint("tail"));
}

TEST_CASE("kinds of feedback have the words of the program", "[messages]") {
  // A client is built without the realizer, so that the words stand twice.
  const std::pair<FeedbackKind, kine::FeedbackKind> kinds[] = {
      {FeedbackKind::Started, kine::FeedbackKind::Started},
      {FeedbackKind::SyncPoint, kine::FeedbackKind::SyncPoint},
      {FeedbackKind::Ended, kine::FeedbackKind::Ended},
      {FeedbackKind::Interrupted, kine::FeedbackKind::Interrupted},
      {FeedbackKind::Warning, kine::FeedbackKind::Warning}};
  for (const auto& [ours, theirs] : kinds)
    CHECK(std::string_view(word_of(ours)) == kine::word_of(theirs));
}

TEST_CASE("stages of a prediction have their words", "[messages]") {
  CHECK(word_of(PredictionStage::Planning) == std::string("planning"));
  CHECK(word_of(PredictionStage::Planned) == std::string("planned"));
  CHECK(word_of(PredictionStage::Playing) == std::string("playing"));
}

TEST_CASE("the positions of all joints are those of each, in the skeleton's order", "[messages]") {
  Frame frame = at_rest();
  frame.root = {0, 0, 5, 0, kHalf, 0, kHalf};         // 5 m ahead, turned to its left
  frame.parent_from_joint[1] = {0, 0, kHalf, kHalf};  // about +Z: +X becomes +Y
  const auto positions = world_positions(two_bones(), frame);
  REQUIRE(positions.size() == 3);
  const std::array<std::array<double, 3>, 3> expected = {{{0, 1, 5}, {0, 1, 4}, {0, 2, 4}}};
  for (std::size_t joint = 0; joint < 3; ++joint) {
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(positions[joint][i] == Approx(expected[joint][i]).margin(1e-6));
    }
  }
}

}  // namespace kine::client::messages_test
