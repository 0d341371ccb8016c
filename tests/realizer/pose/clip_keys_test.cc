// Tests for realizer/pose/clip_keys.h: a clip as the blend shows it, tick by tick.
#include "realizer/pose/clip_keys.h"

#include "tests/support/catch.h"
#include "tests/support/motion/clips.h"
#include "tests/support/motion/posed.h"

namespace kine::pose::clip_keys_test {
namespace {

using enum body::Joint;

/// The whole of a clip on these joints, begun from T-pose at time 1.
Keys keys_of(std::shared_ptr<const Clip> clip, body::JointSet joints, Playing playing) {
  Keys keys;
  ClipKeys& played = keys.clip;
  played.clip = std::move(clip);
  played.playing = playing;
  played.start_s = 1;
  played.joints = joints;
  played.blocks = blocks_of(joints);
  for (const std::uint8_t block : played.blocks) played.masks.push_back(lane_mask(joints, block));
  played.hips_rest_m = {0, 0.9F, 0, 0};
  played.entry_s = 1;
  played.ease_s = 0.2;
  played.entry.resize(played.blocks.size());
  played.onwards.resize(played.blocks.size());
  played.entry_hips_m = played.hips_rest_m;
  played.entry_channels.resize(played.clip->curves.size());
  return keys;
}

Pose pose_at(const Keys& keys, float time_s, float weight = 1) {
  Pose rest;
  rest.hips_m = {0, 0.9F, 0, 0};
  return test::posed(keys, time_s, weight, rest);
}

double turn_at(const Keys& keys, float time_s) {
  return angle_between(pose_at(keys, time_s).rotation(Head), {});
}

body::JointSet head_and_hips() {
  body::JointSet joints;
  joints.insert(Head);
  joints.insert(Hips);
  return joints;
}

}  // namespace

TEST_CASE("a clip shows its frames, and the arcs between them", "[clip_keys]") {
  const Keys keys = keys_of(test::turning_clip(Head, 1, 11), head_and_hips(), Playing::Once);
  CHECK(turn_at(keys, 1.5F) == Approx(0.5).epsilon(1e-3));
  CHECK(turn_at(keys, 1.525F) == Approx(0.525).epsilon(1e-3));
  CHECK(turn_at(keys, 9) == Approx(1).epsilon(1e-3));
}

TEST_CASE("a warp bends the time of a clip's frames and keeps its ends", "[clip_keys]") {
  Keys keys = keys_of(test::turning_clip(Head, 1, 11), head_and_hips(), Playing::Once);
  keys.clip.warps.whole = WarpSpan{1, 2, exp_warp(3)};
  // exp 3 is 2h - 5/3 h^2 + 2/3 h^3.
  CHECK(turn_at(keys, 1.5F) == Approx(2.0 / 3).epsilon(1e-3));
  CHECK(turn_at(keys, 1.75F) == Approx(2 * 0.75 - 5.0 / 3 * 0.5625 + 2.0 / 3 * 0.421875));
  CHECK(turn_at(keys, 2) == Approx(1).epsilon(1e-3));
  CHECK(turn_at(keys, 3) == Approx(1).epsilon(1e-3));
}

TEST_CASE("a clip begins as what stood there and is itself when it has eased in", "[clip_keys]") {
  const Keys keys = keys_of(test::turning_clip(Head, 1, 11), head_and_hips(), Playing::Once);
  CHECK(turn_at(keys, 1) == Approx(0).margin(1e-3));
  CHECK(turn_at(keys, 1.1F) == Approx(0.05).epsilon(2e-2));  // half of 0.1: the cubic's middle
  CHECK(turn_at(keys, 1.2F) == Approx(0.2).epsilon(1e-2));
}

TEST_CASE("speed is seconds of the clip in one of ours", "[clip_keys]") {
  Keys keys = keys_of(test::turning_clip(Head, 1, 11), head_and_hips(), Playing::Once);
  keys.clip.speed = 2;
  CHECK(turn_at(keys, 1.3F) == Approx(0.6).epsilon(1e-3));
}

TEST_CASE("a clip that goes round is where it was a round ago", "[clip_keys]") {
  const Keys keys = keys_of(test::turning_clip(Head, 1, 11), head_and_hips(), Playing::Looped);
  CHECK(turn_at(keys, 1.45F) == Approx(turn_at(keys, 4.45F)).epsilon(1e-3));
  CHECK(turn_at(keys, 1.999F) < 0.02);
  CHECK(turn_at(keys, 2.001F) < 0.02);
}

TEST_CASE("hips go their way in the height of the body", "[clip_keys]") {
  const Keys keys = keys_of(test::turning_clip(Head, 1, 11, 0.2), head_and_hips(), Playing::Once);
  CHECK(pose_at(keys, 1.5F).hips_m[0] == Approx(0.9 * 0.1));
  CHECK(pose_at(keys, 1.5F, 0.5F).hips_m[0] == Approx(0.9 * 0.05));
  CHECK(pose_at(keys, 1.5F).hips_m[1] == Approx(0.9));
}

TEST_CASE("a clip on other joints leaves the hips alone", "[clip_keys]") {
  body::JointSet head;
  head.insert(Head);
  const Keys keys = keys_of(test::turning_clip(Head, 1, 11, 0.2), head, Playing::Once);
  CHECK(pose_at(keys, 1.5F).hips_m == std::array<float, 4>{0, 0.9F, 0, 0});
}

TEST_CASE("the face of a clip goes from value to value, and round without a jump", "[clip_keys]") {
  Clip clip = *test::turning_clip(Head, 1, 11);
  const body::Channel smile = *body::find_channel("mouthSmileLeft");
  clip.curves = {
      {.channel = smile, .values = {0, 0.1F, 0.2F, 0.3F, 0.4F, 0.5F, 0.6F, 0.7F, 0.8F, 0.9F, 1}}};
  Keys keys = keys_of(std::make_shared<const Clip>(clip), head_and_hips(), Playing::Looped);
  CHECK(pose_at(keys, 1.45F).channels[smile.index] == 0);
  keys.clip.moves_channels = true;
  CHECK(pose_at(keys, 1.45F).channels[smile.index] == Approx(0.45));
  CHECK(pose_at(keys, 1.999F).channels[smile.index] < 0.01F);
  CHECK(pose_at(keys, 2.001F).channels[smile.index] < 0.01F);
}

}  // namespace kine::pose::clip_keys_test
