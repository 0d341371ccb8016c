// Tests for realizer/motion/actuators/lip_sync.h.
#include "realizer/motion/actuators/lip_sync.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "realizer/motion/build/build.h"
#include "realizer/speech/visemes.h"
#include "realizer/speech/voice.h"
#include "realizer/tick/shard.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/stage.h"
#include "tests/support/speech/syllables.h"

using namespace std::chrono_literals;

namespace kine::motion::lip_sync_test {
namespace {

constexpr double kTickRate = 60;

body::Channel channel(const char* name) { return *body::find_channel(name); }

speech::SharedTrack said(std::string text) {
  auto track = speech::silent_voice().say(
      {.text = std::move(text), .ssml = false, .marks = {}, .voice = {}});
  REQUIRE(track);
  return std::make_shared<const speech::SpeechTrack>(*std::move(track));
}

float value_at(const pose::ChannelKeys& keys, float time_s) {
  const pose::KeyPlace place = pose::place_among(keys.times_s, time_s);
  const float before = keys.values[place.before];
  return place.h == 0 ? before : std::lerp(before, keys.values[place.before + 1], place.h);
}

/// A plan of one sequence that speaks.
plan::Plan speaking(const speech::SharedTrack& track, Seconds start) {
  plan::Plan plan;
  plan.id = "talk";
  plan.character = "ada";
  plan::Sequence sequence;
  sequence.id = "speech1";
  sequence.start = start;
  sequence.fade_out = 300ms;
  sequence.speech = track;
  plan.sequences.push_back(sequence);
  return plan;
}

/// A face that has a channel at a value from `start` on, for three seconds.
plan::Sequence face(const char* name, double value, Seconds start) {
  plan::Sequence sequence;
  sequence.id = "face";
  sequence.start = start;
  sequence.poses = {{.id = "p", .time = start + 100ms, .hold = 3s}};
  sequence.channels = {{.channel = channel(name),
                        .start = start,
                        .keys = {{.pose = 0, .time = start + 100ms, .hold = 3s, .value = value}}}};
  return sequence;
}

/// What the channels of a character are, tick by tick, while the plan is played.
std::vector<std::array<float, body::kChannelCount>> played(const plan::Plan& plan, Seconds length) {
  REQUIRE(plan.valid(test::ada()));
  Diagnostics diagnostics;
  auto block = std::make_shared<const Block>(build(plan, test::ada(), {}, diagnostics));
  const CharacterId ada{1};
  Shard shard(TickRate(static_cast<std::uint32_t>(kTickRate)));
  shard.add_character(ada, test::cast_named("ada", test::ada()));
  std::vector<std::array<float, body::kChannelCount>> frames;
  const std::vector<Input> inputs = {PlayBlock{.character = ada, .id = {1}, .block = block}};
  for (std::uint64_t tick = 0; tick < static_cast<std::uint64_t>(length.count() * kTickRate);
       ++tick) {
    shard.advance_to(Tick{tick},
                     tick == 0 ? std::span<const Input>(inputs) : std::span<const Input>());
    std::array<float, body::kChannelCount> channels{};
    std::ranges::copy(shard.frames()[0].channels, channels.begin());
    frames.push_back(channels);
  }
  return frames;
}

}  // namespace

TEST_CASE("its keys show what the mouth does, within what an eye can tell", "[lip_sync]") {
  const speech::SharedTrack track = said("Hello, my name is Ada. Would you help me with this?");
  const LipSync owned(*track, {.start = 1s}, 0.8s, LipSync::Part::Owned);
  const pose::Pose rest;
  const pose::Keys keys = owned.compile(
      {.pose = &rest, .pose_before = &rest, .step = 16ms, .time = 750ms}, test::ada());
  const speech::Mouth mouth(*track, {.seen_from = 0.8s - 1s});

  for (Seconds time = 900ms; time < 1s + track->length; time += 3ms) {
    const speech::VisemeWeights weights = mouth.at(time - 1s);
    for (const pose::ChannelKeys& each : keys.channels) {
      const std::size_t first = speech::channel_of(speech::Viseme::Sil).index;
      const bool viseme =
          each.channel.index >= first && each.channel.index < first + weights.size();
      const double expected =
          viseme ? weights[each.channel.index - first] : speech::projected(weights, each.channel);
      CAPTURE(time.count(), body::channel_names()[each.channel.index]);
      CHECK(value_at(each, static_cast<float>(time.count())) == Approx(expected).margin(0.02));
    }
  }
}

TEST_CASE("it owns the visemes and the lips and the jaw, and lies on top of a smile",
          "[lip_sync]") {
  const speech::SharedTrack track = said("Hello");
  const pose::ChannelSet owned = LipSync(*track, {}, 0s, LipSync::Part::Owned).channels();
  const pose::ChannelSet on_top = LipSync(*track, {}, 0s, LipSync::Part::OnTop).channels();
  CHECK((owned & on_top).none());
  for (const char* name : {"viseme_sil", "viseme_PP", "viseme_U", "jawOpen", "mouthClose",
                           "mouthPressLeft", "mouthPucker", "tongueOut"}) {
    CHECK(owned.test(channel(name).index));
  }
  for (const char* name : {"mouthSmileLeft", "mouthSmileRight", "mouthStretchLeft"}) {
    CHECK(on_top.test(channel(name).index));
  }
  for (const char* name : {"browInnerUp", "eyeBlinkLeft", "vrm_happy", "mouthFrownLeft"}) {
    CHECK_FALSE((owned | on_top).test(channel(name).index));
  }
}

TEST_CASE("a minute of speech takes less than 400 kB", "[lip_sync]") {
  std::string text;
  while (text.size() < 1'000) text += "Would you mind helping me with this big problem, please? ";
  const speech::SharedTrack track = said(text);
  REQUIRE(track->length > 50s);
  const std::size_t bytes = LipSync(*track, {}, 0s, LipSync::Part::Owned).bytes() +
                            LipSync(*track, {}, 0s, LipSync::Part::OnTop).bytes();
  CHECK(static_cast<double>(bytes) * 60 / track->length.count() < 400'000);
}

TEST_CASE("nobody speaks without sounds", "[lip_sync]") {
  CHECK(lip_sync_segments(said(""), {.start = 0s}).empty());
}

TEST_CASE("a mouth moves before it is heard, where there is room", "[lip_sync]") {
  const speech::SharedTrack track = said("Hello");
  const auto segments = lip_sync_segments(track, {.start = 2s});
  REQUIRE(segments.size() == 2);
  for (const Segment& segment : segments) {
    CHECK(segment.start < 2s);
    CHECK(segment.end > 2s + track->length);
    CHECK(segment.end < 2s + track->length + 500ms);
  }
  CHECK(lip_sync_segments(track, {.start = 0s})[0].start == 0s);
}

TEST_CASE("a block says what is said when, and for how long", "[lip_sync][build]") {
  const speech::SharedTrack track = said("Hello there");
  plan::Plan plan = speaking(track, 1s);
  CHECK(plan.sequences[0].end_of_holds() == 1s + track->length);
  Diagnostics diagnostics;
  const Block block = build(plan, test::ada(), {}, diagnostics);
  REQUIRE(block.utterances.size() == 1);
  CHECK(block.utterances[0].start == 1s);
  CHECK(block.utterances[0].track == track);
  CHECK(block.utterances[0].id == "speech1");
  CHECK(block.end.count() == Approx(1 + track->length.count() + 0.3));
  for (const Segment& segment : block.segments) CHECK(segment.end <= block.end);
}

TEST_CASE("a block ends with what it says, and its mouth closes after it", "[lip_sync][build]") {
  const speech::SharedTrack track = said("Hello");
  plan::Plan plan = speaking(track, 1s);
  plan.sequences[0].fade_out = 0s;
  Diagnostics diagnostics;
  const Block block = build(plan, test::ada(), {}, diagnostics);
  const double said_s = 1 + track->length.count();
  CHECK(block.end.count() == Approx(said_s));
  REQUIRE(block.segments.size() == 2);
  for (const Segment& segment : block.segments) {
    CHECK(segment.end.count() == Approx(said_s + 0.2));
  }
  REQUIRE(block.sync_points.size() == 2);
  CHECK(block.sync_points[1].id == "talk:speech1:end");
  CHECK(block.sync_points[1].time.count() == Approx(said_s));
  CHECK(block.relaxed.count() == Approx(said_s));
}

TEST_CASE("a mouth closes at its leisure after what its block ends with", "[lip_sync][shard]") {
  for (const char* text : {"Stop", "Go", "Is that all?", "Aha, who saw you?"}) {
    const speech::SharedTrack track = said(text);
    plan::Plan plan = speaking(track, 500ms);
    plan.sequences[0].fade_out = 0s;
    const auto frames = played(plan, 1s + track->length);
    for (std::size_t i = 1; i < frames.size(); ++i) {
      for (std::size_t each = 0; each < body::kChannelCount; ++each) {
        CAPTURE(text, i, body::channel_names()[each]);
        CHECK(std::abs(frames[i][each] - frames[i - 1][each]) <= 0.36F);
      }
    }
    CHECK(frames.back() == std::array<float, body::kChannelCount>{});
  }
  const speech::SharedTrack stop = said("Stop");
  const auto frames = played(speaking(stop, 500ms), 2s);
  const auto closed = [](const auto& frame) { return frame[channel("viseme_PP").index] >= 0.95F; };
  CHECK(std::ranges::any_of(frames, closed));
}

TEST_CASE("every p, b and m is closed in the frames, from the first word to the last",
          "[lip_sync][shard]") {
  const std::string text = "Bob, my plump mum, popped up.";
  const speech::SharedTrack track = said(text);
  for (const Seconds start : {Seconds(0), Seconds(0.5)}) {
    const auto frames = played(speaking(track, start), track->length + start + 1s);
    for (const speech::Phone& phone : track->phones) {
      if (speech::viseme_parts(phone.ipa)[0].viseme != speech::Viseme::PP) continue;
      const double centre_s = (start + (phone.start + phone.end) / 2).count();
      float most = 0;
      for (std::size_t i = 0; i < frames.size(); ++i) {
        if (std::abs(static_cast<double>(i) / kTickRate - centre_s) > 0.11) continue;
        most = std::max(most, frames[i][channel("viseme_PP").index]);
      }
      CAPTURE(start.count(), centre_s);
      CHECK(most >= 0.95F);
    }
    for (std::size_t i = 1; i < frames.size(); ++i) {
      for (std::size_t each = 0; each < body::kChannelCount; ++each) {
        CAPTURE(start.count(), i, body::channel_names()[each]);
        CHECK(std::abs(frames[i][each] - frames[i - 1][each]) <= 0.36F);
      }
    }
    CHECK(frames.back() == std::array<float, body::kChannelCount>{});
  }
}

TEST_CASE("who smiles goes on smiling while speaking", "[lip_sync][shard]") {
  const speech::SharedTrack track = said("This is easy, isn't it?");
  plan::Plan plan = speaking(track, 1s);
  plan.sequences.push_back(face("mouthSmileLeft", 0.6, 0s));
  const auto frames = played(plan, 2.8s);
  float widest = 0;
  for (std::size_t i = 10; i < frames.size(); ++i) {
    const float smile = frames[i][channel("mouthSmileLeft").index];
    CHECK(smile >= 0.59F);
    widest = std::max(widest, smile);
  }
  CHECK(widest > 0.65F);  // an i spreads the lips further
}

TEST_CASE("lips meet though a face has the mouth open, whichever came later", "[lip_sync][shard]") {
  const speech::SharedTrack track = said("papa mama papa");
  for (const Seconds face_start : {Seconds(0), Seconds(1.2)}) {
    plan::Plan plan = speaking(track, 1s);
    plan.sequences.push_back(face("jawOpen", 0.9, face_start));
    const auto frames = played(plan, 3s);
    int closed = 0;
    for (std::size_t i = 80; i < 120; ++i) {
      if (frames[i][channel("viseme_PP").index] < 0.95F) continue;
      CHECK(frames[i][channel("jawOpen").index] < 0.05F);
      ++closed;
    }
    CHECK(closed >= 6);
    CHECK(frames[175][channel("jawOpen").index] == Approx(0.9F));  // the face has it back
  }
}

TEST_CASE("a sound without words moves the lips where it is asked to", "[lip_sync]") {
  auto heard = std::make_shared<speech::SpeechTrack>();
  heard->audio = {.rate_hz = 16'000, .samples = test::syllables(2, 1, 16'000)};
  heard->length = heard->audio.length();
  CHECK(lip_sync_segments(heard, {.start = 1s}).empty());
  const auto segments = lip_sync_segments(heard, {.start = 1s, .by_sound = true});
  REQUIRE(segments.size() == 2);
  const pose::Pose still;
  const auto keys =
      segments[0].actuator->compile({.pose = &still, .pose_before = &still}, test::ada());
  const auto jaw =
      std::ranges::find(keys.channels, *body::find_channel("jawOpen"), &pose::ChannelKeys::channel);
  REQUIRE(jaw != keys.channels.end());
  // Four syllables a second for two seconds, then a second of silence.
  const auto most_between = [&](float from_s, float to_s) {
    float most = 0;
    for (std::size_t i = 0; i < jaw->times_s.size(); ++i) {
      if (jaw->times_s[i] >= from_s && jaw->times_s[i] <= to_s)
        most = std::max(most, jaw->values[i]);
    }
    return most;
  };
  CHECK(most_between(1.1F, 3.0F) > 0.15F);
  CHECK(most_between(3.5F, 4.2F) < 0.02F);
}

}  // namespace kine::motion::lip_sync_test
