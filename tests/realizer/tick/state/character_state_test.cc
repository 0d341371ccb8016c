// Tests for realizer/tick/state/character_state.h.
#include "realizer/tick/state/character_state.h"

#include "tests/support/catch.h"

namespace kine::character_state_test {
namespace {

ActiveSegment segment_with(std::shared_ptr<const pose::Keys> keys) {
  return {.block_start = {2},
          .keys = std::move(keys),
          .block = {1},
          .segment = 0,
          .started = {2},
          .owner = nullptr};
}

TEST_CASE("keys that were bound twice alike are equal, wherever they stand", "[character_state]") {
  pose::Keys keys;
  keys.channels.push_back({.channel = {3}, .times_s = {0, 1}, .values = {0, 0.5F}});
  pose::Keys others = keys;
  others.channels[0].values[1] = 0.6F;

  const auto one = segment_with(std::make_shared<const pose::Keys>(keys));
  const auto same = segment_with(std::make_shared<const pose::Keys>(keys));
  const auto other = segment_with(std::make_shared<const pose::Keys>(others));

  CHECK(one == same);
  CHECK_FALSE(one == other);
}

TEST_CASE("a state is its copy until either moves", "[character_state]") {
  CharacterState state;
  pose::Pose pose;
  pose.set_rotation(body::Joint::Head, rotation_about({0, 1, 0}, 0.3));
  state.poses.push(pose);
  CharacterState copy = state;
  CHECK(copy == state);
  pose.channels[0] = 1;
  copy.poses.push(pose);
  CHECK_FALSE(copy == state);
}

}  // namespace
}  // namespace kine::character_state_test
