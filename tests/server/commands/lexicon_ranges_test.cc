// Tests for server/commands/lexicon_ranges.h.
#include "server/commands/lexicon_ranges.h"

#include <numbers>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/recorded_motion.h"

namespace kine::lexicon_ranges_test {
namespace {

using body::Joint;

/// ada in T-pose with one joint turned about one axis.
Frame turned(Tick tick, Joint joint, const Vec3& axis, double deg) {
  Frame frame = test::still_frame(test::ada(), tick);
  for (auto& rotation : frame.parent_from_joint) rotation = {0, 0, 0, 1};
  const Quat turn = rotation_about(axis, deg * std::numbers::pi / 180);
  frame.parent_from_joint[body::index_of(joint)] = {
      static_cast<float>(turn.x), static_cast<float>(turn.y), static_cast<float>(turn.z),
      static_cast<float>(turn.w)};
  return frame;
}

}  // namespace

// Limits of ada.xml: the left wrist bends by -80 to 70 degrees about z, a head turns by 75 about y.
TEST_CASE("a share is the turn over the limit on its side", "[lexicon_ranges]") {
  const std::vector<Frame> frames = {turned(Tick{0}, Joint::LeftHand, {0, 0, 1}, -40),
                                     turned(Tick{1}, Joint::LeftHand, {0, 0, 1}, 49),
                                     turned(Tick{2}, Joint::Head, {0, 1, 0}, 60)};
  const server::LargestShares shares = server::largest_shares(test::ada(), frames);
  CHECK(shares.of_wrists.share == Approx(0.7).epsilon(1e-5));
  CHECK(shares.of_wrists.joint == Joint::LeftHand);
  CHECK(shares.of_wrists.axis == 'z');
  CHECK(shares.of_wrists.at == Tick{1});
  CHECK(shares.of_others.share == Approx(0.8).epsilon(1e-5));
  CHECK(shares.of_others.joint == Joint::Head);
  CHECK(shares.of_others.axis == 'y');
}

TEST_CASE("fingers and the stop of a straight elbow have no share", "[lexicon_ranges]") {
  const std::vector<Frame> frames = {turned(Tick{0}, Joint::LeftIndexProximal, {0, 0, 1}, -90),
                                     turned(Tick{1}, Joint::LeftLowerArm, {0, 1, 0}, 2)};
  const server::LargestShares shares = server::largest_shares(test::ada(), frames);
  CHECK(shares.of_wrists.share == Approx(0).margin(1e-5));
  CHECK(shares.of_others.share == Approx(0).margin(1e-5));
}

TEST_CASE("a line has the gesture, and each share with its joint, axis and time",
          "[lexicon_ranges]") {
  const server::LargestShares shares = {
      .of_wrists = {.share = 0.456, .joint = Joint::RightHand, .axis = 'z', .at = Tick{30}},
      .of_others = {.share = 0.8, .joint = Joint::Head, .axis = 'y', .at = Tick{61}}};
  CHECK(server::line_of_shares("beat", shares, TickRate(60)) ==
        "beat                  46 %   rightHand z 0.5 s        80 %   head y 1.02 s\n");
  CHECK(server::head_of_shares() ==
        "gesture               of a wrist's range              of any other joint's\n");
}

}  // namespace kine::lexicon_ranges_test
