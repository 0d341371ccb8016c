// Tests for realizer/motion/actuators/speaker.h.
#include "realizer/motion/actuators/speaker.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "realizer/math/quat.h"
#include "realizer/math/units.h"
#include "realizer/motion/block.h"
#include "realizer/speech/small_motion.h"
#include "realizer/tick/shard.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/stage.h"
#include "tests/support/speech/sayings.h"
#include "tests/support/speech/syllables.h"

using namespace std::chrono_literals;

namespace kine::motion::speaker_test {
namespace {

using enum body::Joint;

constexpr const char* kText =
    "Good morning, everybody. Did you have a good journey in spite of all that terrible weather?";

constexpr std::uint32_t kTickRate = 120;

speech::SharedTrack said(const std::string& text) {
  return std::make_shared<const speech::SpeechTrack>(test::said_silently(text));
}

/// A block of nothing but what goes with a speech from `start` on.
std::shared_ptr<Block> block_of(const speech::SharedTrack& track, Seconds start, double amount) {
  auto block = std::make_shared<Block>();
  block->id = "talk";
  block->segments = speaker_segments(track, {.start = start}, {.amount = amount});
  block->end = block->relaxed = start + track->length;
  return block;
}

/// A stage on which ada plays a block from time 0 on.
struct Played {
  explicit Played(std::shared_ptr<const Block> block) : shard(TickRate(kTickRate)) {
    shard.add_character(CharacterId{1}, test::cast_named("ada", test::ada()));
    inputs = {PlayBlock{.character = CharacterId{1}, .id = {1}, .client = {}, .block = block}};
  }

  Seconds advance() {
    shard.advance_to(Tick{++tick}, inputs);
    inputs.clear();
    return Seconds(static_cast<double>(tick - 1) / kTickRate);
  }

  Vec3 turn(body::Joint joint) const { return rotation_vector(test::rotation_in(shard, 0, joint)); }
  float channel(const char* name) const {
    return shard.frames().front().channels[body::find_channel(name)->index];
  }

  Shard shard;
  std::vector<Input> inputs;
  std::uint64_t tick = 0;
};

}  // namespace

TEST_CASE("who says nothing, or wants none of it, has no segments", "[speaker]") {
  CHECK(speaker_segments(said(kText), {}, {.amount = 0}).empty());
  auto silence = std::make_shared<speech::SpeechTrack>();
  silence->length = 2s;
  CHECK(speaker_segments(silence, {}, {}).empty());
}

TEST_CASE("all of it lies on top, and begins and ends around the speech", "[speaker]") {
  const auto track = said(kText);
  for (const Segment& each :
       speaker_segments(track, {.start = 2s, .priority = 3}, {.amount = 0.5})) {
    CHECK(each.valid());
    CHECK(each.relative);
    CHECK(each.priority == 3);
    CHECK(each.weight == 0.5);
    CHECK(each.start == 1750ms);
    CHECK(each.end >= 2s + track->length);
    CHECK(each.end <= 4s + track->length);
  }
  for (const Segment& each : speaker_segments(track, {.start = 100ms}, {})) CHECK(each.start == 0s);
}

TEST_CASE("head, eyes, brows and lids are where the motion has them", "[speaker]") {
  const auto track = said(kText);
  const speech::SmallMotion motion = speech::small_motion_of(*track, -250ms);
  Played played(block_of(track, 1s, 1));
  while (true) {
    const Seconds time = played.advance() - 1s;
    if (time > motion.to) break;
    CAPTURE(time.count());
    const Vec3 head = played.turn(Neck) + played.turn(Head);
    CHECK(length(head - motion.head_at(time)) < 0.15 * kDegree);
    CHECK(played.channel("browInnerUp") == Approx(motion.brows_at(time)).margin(0.02));
    CHECK(played.channel("eyeBlinkLeft") == Approx(motion.lids_at(time)).margin(0.06));
    CHECK(length(played.turn(LeftEye) - motion.eyes_at(time)) < 1 * kDegree);
    CHECK(played.turn(LeftEye) == played.turn(RightEye));
  }
}

TEST_CASE("half of it is half as far", "[speaker]") {
  const auto track = said(kText);
  Played all(block_of(track, 1s, 1));
  Played half(block_of(track, 1s, 0.5));
  for (std::uint64_t i = 0; i < 4 * kTickRate; ++i) {
    all.advance();
    half.advance();
    CHECK(length(0.5 * all.turn(Head) - half.turn(Head)) < 0.02 * kDegree);
    CHECK(half.channel("browInnerUp") == Approx(0.5 * all.channel("browInnerUp")).margin(1e-5));
  }
}

TEST_CASE("a speaker that is interrupted eases back", "[speaker]") {
  const auto track = said(kText);
  Played played(block_of(track, 1s, 1));
  double before = 0;
  for (std::uint64_t i = 0; i < 4 * kTickRate; ++i) {
    if (i == 2 * kTickRate) {
      played.inputs = {Interrupt{.character = CharacterId{1}, .block = BlockId{1}}};
    }
    played.advance();
    const double now = length(played.turn(Head)) / kDegree;
    CHECK(std::abs(now - before) < 100.0 / kTickRate);  // degrees a second
    before = now;
    if (i > 2.5 * kTickRate) CHECK(now < 1e-3);
  }
}

TEST_CASE("of a sound without words a head nods where it is heard to be stressed", "[speaker]") {
  auto heard = std::make_shared<speech::SpeechTrack>();
  heard->audio = {.rate_hz = 16'000, .samples = test::syllables(12, 1, 16'000, [](double time_s) {
                                       return std::fmod(time_s, 2) < 0.25 ? 0.5 : 0.15;
                                     })};
  heard->length = heard->audio.length();
  CHECK(speaker_segments(heard, {}, {}).empty());
  CHECK(speaker_segments(heard, {.by_sound = true}, {}).size() >= 2);
}

}  // namespace kine::motion::speaker_test
