// Tests for realizer/tick/publish.h.
#include "realizer/tick/publish.h"

#include <numbers>

#include "tests/support/catch.h"
#include "tests/support/motion/lone_row.h"

namespace kine::publish_test {

TEST_CASE("a frame shows where a character stands, and its pose", "[publish]") {
  test::LoneRow lone;
  lone.row.state.placement = {{1, 0, -2}, std::numbers::pi / 2};
  pose::Pose pose = lone.base;
  pose.channels[3] = 0.25F;
  Frame frame;
  lone.row.id = {7};
  write_rows(pose, frame);
  publish(lone.row, {5}, frame);
  CHECK(frame.character == CharacterId{7});
  CHECK(frame.tick == Tick{5});
  CHECK(frame.root[0] == 1);
  CHECK(frame.root[2] == -2);
  // A quarter turn about +Y: half its angle in the quaternion.
  CHECK(frame.root[4] == Approx(std::sqrt(0.5)));
  CHECK(frame.root[6] == Approx(std::sqrt(0.5)));
  CHECK(frame.hips_m[1] == lone.base.hips_m[1]);
  CHECK(frame.channels[3] == 0.25F);
  const auto& head = frame.parent_from_joint[body::index_of(body::Joint::Head)];
  CHECK(head[3] == Approx(pose.rotation(body::Joint::Head).w));
}

TEST_CASE("a character that does not walk is seen where it stands", "[publish]") {
  test::LoneRow lone;
  lone.row.room_m = 0.4;
  lone.row.state.placement.position_m = {3, 0, 4};
  const Presence presence = presence_of(lone.row);
  CHECK(presence.id == lone.row.id);
  CHECK(presence.stands_m[0] == 3);
  CHECK(presence.stands_m[1] == 4);
  CHECK(presence.room_m == 0.4);
  CHECK(presence.keys == nullptr);
}

}  // namespace kine::publish_test
