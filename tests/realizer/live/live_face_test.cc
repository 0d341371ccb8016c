// Tests for realizer/live/live_face.h, and what a shard does with it.
#include "realizer/live/live_face.h"

#include "realizer/motion/actuators/morphs.h"
#include "realizer/tick/shard.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/stage.h"

namespace kine::live_face_test {
namespace {

using namespace std::chrono_literals;

constexpr CharacterId kAda{1};
const std::size_t kSmile = body::find_channel("mouthSmileLeft")->index;
const std::size_t kJaw = body::find_channel("jawOpen")->index;

FaceWeights smile(float weight) {
  FaceWeights channels = {};
  channels[kSmile] = weight;
  return channels;
}

FaceChange smile(float weight, Seconds over) { return {.channels = smile(weight), .over = over}; }

Shard stage_of_ada() {
  Shard shard(TickRate(60));
  shard.add_character(kAda, test::cast_named("ada", test::ada()));
  return shard;
}

float shown(const Shard& shard, std::size_t channel) { return shard.frames()[0].channels[channel]; }

/// A block that holds one channel at a weight from 1 s to 2 s, and fades in and out in 0.5 s.
std::shared_ptr<const motion::Block> holding(std::size_t channel, double weight) {
  plan::ChannelTrack track{
      .channel = {static_cast<std::uint8_t>(channel)}, .start = 0s, .keys = {}};
  track.keys.push_back({.time = 0s, .hold = 3s, .value = weight});
  auto block = std::make_shared<motion::Block>();
  block->id = "face";
  block->character = "ada";
  block->parts = {{.id = "s1", .relaxed = 2500ms, .end = 3s}};
  block->segments = {{.start = 500ms,
                      .end = 3s,
                      .fade_in = 500ms,
                      .fade_out = 500ms,
                      .actuator = std::make_shared<motion::Morphs>(
                          std::span<const plan::ChannelTrack>(&track, 1))}};
  block->end = 3s;
  return block;
}

TEST_CASE("a face comes eased from nothing and stays", "[live_face]") {
  const TickRate rate(60);
  const LiveFace face = changed({}, smile(0.8F), 1s, Tick{60}, rate);
  CHECK(face.at(Tick{60}, rate)[kSmile] == 0);
  // 3h² - 2h³ at a quarter is 5/32.
  CHECK(face.at(Tick{75}, rate)[kSmile] == Approx(0.8 * 5 / 32));
  CHECK(face.at(Tick{90}, rate)[kSmile] == Approx(0.4));
  CHECK(face.at(Tick{120}, rate)[kSmile] == 0.8F);
  CHECK(face.at(Tick{100'000}, rate)[kSmile] == 0.8F);
}

TEST_CASE("a face that is set while another comes begins with what is seen", "[live_face]") {
  const TickRate rate(60);
  const LiveFace first = changed({}, smile(0.8F), 1s, Tick{60}, rate);
  const LiveFace second = changed(first, smile(0), 0.5s, Tick{90}, rate);
  CHECK(second.at(Tick{90}, rate)[kSmile] == Approx(0.4));
  CHECK(second.at(Tick{105}, rate)[kSmile] == Approx(0.2));
  CHECK(second.at(Tick{120}, rate)[kSmile] == 0);
  const LiveFace at_once = changed(first, smile(1), 0s, Tick{90}, rate);
  CHECK(at_once.at(Tick{90}, rate)[kSmile] == 1);
}

TEST_CASE("a face is shown while nothing plays", "[live_face]") {
  Shard shard = stage_of_ada();
  shard.advance_to(Tick{1}, std::vector<Input>{SetFace{kAda, smile(0.8F, 1s)}});
  CHECK(shown(shard, kSmile) == 0);
  for (std::uint64_t tick = 2; tick <= 31; ++tick) shard.advance_to(Tick{tick}, {});
  CHECK(shown(shard, kSmile) == Approx(0.4));
  shard.advance_to(Tick{61}, {});
  CHECK(shown(shard, kSmile) == 0.8F);
  CHECK(shard.idle());
}

TEST_CASE("what a script plays on a channel lies over the face, and gives it back", "[live_face]") {
  Shard shard = stage_of_ada();
  FaceChange face = smile(0.8F, 0s);
  face.channels[kJaw] = 0.3F;
  shard.advance_to(Tick{0}, {});
  shard.advance_to(
      Tick{1},
      std::vector<Input>{
          SetFace{kAda, face},
          PlayBlock{.character = kAda, .id = {1}, .client = {}, .block = holding(kSmile, 0.2)}});
  shard.advance_to(Tick{2}, {});
  CHECK(shown(shard, kSmile) == 0.8F);
  for (std::uint64_t tick = 3; tick <= 91; ++tick) shard.advance_to(Tick{tick}, {});
  CHECK(shown(shard, kSmile) == Approx(0.2));
  CHECK(shown(shard, kJaw) == 0.3F);
  for (std::uint64_t tick = 92; tick <= 200; ++tick) shard.advance_to(Tick{tick}, {});
  CHECK(shown(shard, kSmile) == 0.8F);
}

TEST_CASE("a rewind brings the face back, and takes it off again", "[live_face]") {
  Shard shard = stage_of_ada();
  shard.advance_to(Tick{1}, {});
  const ShardSnapshot without = shard.snapshot();
  shard.advance_to(Tick{2}, std::vector<Input>{SetFace{kAda, smile(0.8F, 0s)}});
  const ShardSnapshot with = shard.snapshot();
  shard.restore(without);
  shard.advance_to(Tick{2}, {});
  CHECK(shown(shard, kSmile) == 0);
  shard.restore(with);
  shard.advance_to(Tick{3}, {});
  CHECK(shown(shard, kSmile) == 0.8F);
}

}  // namespace
}  // namespace kine::live_face_test
