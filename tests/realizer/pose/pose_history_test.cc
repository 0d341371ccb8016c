// Tests for realizer/pose/pose_history.h.
#include "realizer/pose/pose_history.h"

#include "tests/support/catch.h"

namespace kine::pose_history_test {
namespace {

pose::Pose pose_with(float channel) {
  pose::Pose pose;
  pose.channels[0] = channel;
  pose.hips_m[1] = channel;
  pose.set_rotation(body::Joint::Head, rotation_about({0, 1, 0}, channel));
  return pose;
}

TEST_CASE("a history has the last two poses, to the bit", "[pose_history]") {
  pose::PoseHistory history(pose_with(0.1F));
  CHECK(history.last() == pose_with(0.1F));
  CHECK(history.before_last() == pose_with(0.1F));
  history.push(pose_with(0.2F));
  history.push(pose_with(0.3F));
  pose::finish_streams();
  CHECK(history.last() == pose_with(0.3F));
  CHECK(history.before_last() == pose_with(0.2F));
}

TEST_CASE("histories of the same two poses are equal, however many came before", "[pose_history]") {
  pose::PoseHistory shorter(pose_with(0.1F));
  pose::PoseHistory longer(pose_with(0.4F));
  longer.push(pose_with(0.1F));
  CHECK_FALSE(shorter == longer);
  longer.push(pose_with(0.1F));
  CHECK(shorter == longer);
}

}  // namespace
}  // namespace kine::pose_history_test
