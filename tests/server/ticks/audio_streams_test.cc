#include "server/ticks/audio_streams.h"

#include <cmath>
#include <cstring>
#include <map>
#include <numeric>

#include "protocol/envelope.h"
#include "protocol/kinesphere.pb.h"
#include "tests/support/catch.h"

namespace kine::server::audio_streams_test {
namespace {

constexpr std::uint32_t kRate_hz = 1'000;  // so that a sample is a millisecond
constexpr BlockId kBlock{5};

std::shared_ptr<const speech::SpeechTrack> track_of(std::size_t samples) {
  auto track = std::make_shared<speech::SpeechTrack>();
  track->audio.rate_hz = kRate_hz;
  track->audio.samples.resize(samples);
  std::iota(track->audio.samples.begin(), track->audio.samples.end(), std::int16_t{1'000});
  track->length = track->audio.length();
  return track;
}

PlayBlock play_of(std::vector<motion::Utterance> utterances) {
  auto block = std::make_shared<motion::Block>();
  block->id = "hello";
  block->utterances = std::move(utterances);
  return {.character = CharacterId{2}, .id = kBlock, .block = block};
}

PlayBlock play_of(std::size_t samples, Seconds start = Seconds{0}) {
  return play_of({{.start = start, .track = track_of(samples), .id = "speech1"}});
}

Feedback feedback(FeedbackKind kind, std::uint64_t tick) {
  return {.kind = kind, .tick = Tick{tick}, .character = CharacterId{2}, .block = kBlock};
}

kinesphere::AudioChunk chunk_of(const AudioPiece& piece) {
  const auto envelope = protocol::decode(piece.bytes->substr(protocol::kLengthBytes));
  REQUIRE(envelope);
  return envelope->audio_chunk();
}

/// What somebody hears who follows the pieces: the sample at each millisecond.
class Listener {
 public:
  void take(const std::vector<AudioPiece>& pieces) {
    for (const AudioPiece& piece : pieces) {
      if (piece.kind == protocol::AudioKind::Open) ++opened;
      if (piece.kind == protocol::AudioKind::Close) ++closed;
      if (piece.kind != protocol::AudioKind::Chunk) continue;
      const auto chunk = chunk_of(piece);
      CHECK(chunk.seq() == sequences[chunk.stream()]++);
      ++chunks;
      CHECK(chunk.samples().size() <= 40);
      CHECK(((chunk.flags() & kinesphere::AudioChunk::START) != 0) == (chunk.seq() == 0));
      const auto from = std::llround(chunk.pts() * kRate_hz);
      auto& of_stream = by_stream[chunk.stream()];
      if (chunk.flags() & kinesphere::AudioChunk::DISCARD) {
        of_stream.erase(of_stream.lower_bound(from), of_stream.end());
      }
      if (chunk.flags() & kinesphere::AudioChunk::END) ++ended;
      for (std::size_t i = 0; i < chunk.samples().size() / 2; ++i) {
        std::int16_t sample = 0;
        std::memcpy(&sample, chunk.samples().data() + 2 * i, 2);
        CHECK(of_stream.emplace(from + static_cast<long long>(i), sample).second);
      }
    }
    heard.clear();
    for (const auto& [stream, samples] : by_stream) {
      for (const auto& [time, sample] : samples) heard[time] += sample;
    }
  }
  std::map<long long, int> heard;  // of all streams together
  std::map<std::uint32_t, std::map<long long, std::int16_t>> by_stream;
  std::map<std::uint32_t, unsigned> sequences;
  unsigned chunks = 0;
  int opened = 0;
  int ended = 0;
  int closed = 0;
};

}  // namespace

TEST_CASE("a second of sound comes ahead, then as much as passes, and all of it once",
          "[audio_streams]") {
  AudioStreams streams(TickRate(50));  // 20 ms a tick
  Listener listener;
  streams.expect(play_of(3'010));
  listener.take(streams.due(Tick{99}));
  CHECK(listener.opened == 0);

  streams.note(feedback(FeedbackKind::Started, 100));
  listener.take(streams.due(Tick{100}));
  CHECK(listener.opened == 1);
  CHECK(listener.chunks == 51);  // those that begin up to a second ahead
  listener.take(streams.due(Tick{101}));
  CHECK(listener.chunks == 52);
  for (std::uint64_t tick = 102; tick < 250; ++tick) listener.take(streams.due(Tick{tick}));

  CHECK(listener.ended == 1);
  CHECK(listener.closed == 0);  // it may still be called back
  listener.take(streams.due(Tick{251}));
  CHECK(listener.closed == 1);
  REQUIRE(listener.heard.size() == 3'010);
  CHECK(listener.heard.begin()->first == 2'000);
  CHECK(listener.heard.at(2'000) == 1'000);
  CHECK(listener.heard.at(5'009) == 4'009);
  CHECK(streams.due(Tick{252}).empty());
}

TEST_CASE("an utterance is heard at its own time in the block", "[audio_streams]") {
  AudioStreams streams(TickRate(50));
  Listener listener;
  streams.expect(play_of(100, Seconds(1.5)));
  streams.note(feedback(FeedbackKind::Started, 100));

  listener.take(streams.due(Tick{100}));
  CHECK(listener.opened == 0);  // more than a second away
  for (std::uint64_t tick = 101; tick <= 200; ++tick) listener.take(streams.due(Tick{tick}));

  CHECK(listener.heard.begin()->first == 3'500);
  CHECK(listener.heard.size() == 100);
}

TEST_CASE("an interruption calls back what is ahead and fades within 20 ms", "[audio_streams]") {
  AudioStreams streams(TickRate(50));
  Listener listener;
  streams.expect(play_of(3'000));
  streams.note(feedback(FeedbackKind::Started, 100));
  listener.take(streams.due(Tick{100}));
  listener.take(streams.due(Tick{110}));

  streams.note(feedback(FeedbackKind::Interrupted, 110));
  listener.take(streams.due(Tick{111}));

  CHECK(listener.ended == 1);
  CHECK(listener.closed == 1);
  REQUIRE(listener.heard.size() == 220);
  CHECK(listener.heard.at(2'199) == 1'199);
  CHECK(listener.heard.at(2'200) == Approx(1'200 * 0.95).margin(1));
  CHECK(listener.heard.at(2'210) == Approx(1'210 * 0.45).margin(1));
  CHECK(listener.heard.at(2'219) == 0);
  CHECK(streams.due(Tick{112}).empty());
}

TEST_CASE("what is interrupted before it is heard is not heard at all", "[audio_streams]") {
  AudioStreams streams(TickRate(50));
  Listener listener;

  SECTION("it was sent, and called back") {
    streams.expect(play_of(3'000, Seconds(0.5)));
    streams.note(feedback(FeedbackKind::Started, 100));
    listener.take(streams.due(Tick{100}));
    streams.note(feedback(FeedbackKind::Interrupted, 110));
    listener.take(streams.due(Tick{110}));
    CHECK(listener.closed == 1);
  }
  SECTION("nothing had been sent") {
    streams.expect(play_of(3'000, Seconds(5)));
    streams.note(feedback(FeedbackKind::Started, 100));
    streams.note(feedback(FeedbackKind::Interrupted, 110));
    listener.take(streams.due(Tick{400}));
    CHECK(listener.opened == 0);
  }
  SECTION("the block never began") {
    streams.expect(play_of(3'000));
    streams.note(feedback(FeedbackKind::Interrupted, 110));
    streams.note(feedback(FeedbackKind::Started, 111));
    listener.take(streams.due(Tick{120}));
    CHECK(listener.opened == 0);
  }
  CHECK(listener.heard.empty());
}

TEST_CASE("an utterance that a block says no more is called back, and the others go on",
          "[audio_streams]") {
  AudioStreams streams(TickRate(50));
  Listener listener;
  const PlayBlock play = play_of({{.start = Seconds{0}, .track = track_of(600), .id = "s1"},
                                  {.start = Seconds{2}, .track = track_of(300), .id = "s2"}});
  streams.expect(play);
  streams.note(feedback(FeedbackKind::Started, 100));
  listener.take(streams.due(Tick{100}));
  auto left = std::make_shared<motion::Block>(*play.block);

  SECTION("the one that is heard") {
    left->utterances.erase(left->utterances.begin());
    streams.note(Replanned{play.character, kBlock, Tick{105}, left, Tick{100}});
    listener.take(streams.due(Tick{106}));
    CHECK(listener.closed == 1);
    CHECK(listener.heard.size() == 120);  // 100 ms, and the fade
    listener.chunks = 0;
    listener.take(streams.due(Tick{190}));
    CHECK(listener.heard.size() == 420);
  }
  SECTION("the one that is to come comes later, and is heard once") {
    left->utterances[1].start = Seconds{4};
    streams.note(Replanned{play.character, kBlock, Tick{105}, left, Tick{100}});
    listener.take(streams.due(Tick{200}));
    CHECK(listener.heard.size() == 600);
    listener.chunks = 0;
    listener.take(streams.due(Tick{320}));
    CHECK(listener.heard.size() == 900);
    CHECK(listener.heard.count(6'000) == 1);
  }
  SECTION("the one that is to come") {
    left->utterances.pop_back();
    streams.note(Replanned{play.character, kBlock, Tick{105}, left, Tick{100}});
    listener.take(streams.due(Tick{200}));
    CHECK(listener.opened == 1);
    CHECK(listener.heard.size() == 600);
  }
}

TEST_CASE("what was heard to its end is not called back", "[audio_streams]") {
  AudioStreams streams(TickRate(50));
  Listener listener;
  streams.expect(play_of(100));
  streams.note(feedback(FeedbackKind::Started, 100));
  listener.take(streams.due(Tick{100}));

  streams.note(feedback(FeedbackKind::Interrupted, 105));
  listener.take(streams.due(Tick{105}));

  CHECK(listener.heard.size() == 100);
  CHECK(listener.closed == 1);
}

TEST_CASE("who is silent sends nothing, and others their own streams", "[audio_streams]") {
  AudioStreams streams(TickRate(50));
  auto silent = std::make_shared<speech::SpeechTrack>();
  silent->length = Seconds(2);
  streams.expect(play_of({{.track = silent, .id = "silent"},
                          {.track = track_of(50), .id = "a"},
                          {.start = Seconds(0.1), .track = track_of(50), .id = "b"}}));
  streams.note(feedback(FeedbackKind::Started, 100));

  std::vector<std::uint32_t> opened;
  for (const AudioPiece& piece : streams.due(Tick{100})) {
    CHECK(piece.character == CharacterId{2});
    if (piece.kind == protocol::AudioKind::Open) opened.push_back(piece.stream);
  }
  REQUIRE(opened.size() == 2);
  CHECK(opened[0] != opened[1]);
}

namespace {

/// Samples that all have that value.
std::shared_ptr<const speech::SpeechTrack> even_track(std::vector<std::int16_t> samples) {
  auto track = std::make_shared<speech::SpeechTrack>();
  track->audio = {.rate_hz = kRate_hz, .samples = std::move(samples)};
  track->length = track->audio.length();
  return track;
}

/// 1,000 for two seconds, from tick 100 on.
struct EvenSpeech {
  EvenSpeech() {
    play = play_of({{.start = Seconds{0},
                     .track = even_track(std::vector<std::int16_t>(2'000, 1'000)),
                     .id = "s1"}});
    streams.expect(play);
    streams.note(feedback(FeedbackKind::Started, 100));
  }

  /// Says it as those samples from tick 110 on, which is 200 ms in it.
  void revise(std::vector<std::int16_t> samples) {
    listener.take(streams.due(Tick{109}));
    auto block = std::make_shared<motion::Block>(*play.block);
    block->utterances[0].track = even_track(std::move(samples));
    streams.note(Replanned{play.character, kBlock, Tick{110}, block, Tick{100}});
    for (std::uint64_t tick = 110; tick < 300; ++tick) listener.take(streams.due(Tick{tick}));
  }

  void wish(double volume, std::uint64_t tick, const std::string& part = "s1") {
    streams.note(ParameterWish{.character = play.character,
                               .id = kBlock,
                               .change = {.part = part, .parameter = "volume", .value = volume}},
                 Tick{tick});
  }

  AudioStreams streams{TickRate(50)};
  Listener listener;
  PlayBlock play;
};

}  // namespace

TEST_CASE("a voice that makes its sound as it speaks is heard without a step", "[audio_streams]") {
  EvenSpeech speech;
  std::vector<std::int16_t> longer(3'000, 1'000);

  SECTION("what was not sent yet is another") {
    std::fill(longer.begin() + 1'500, longer.end(), std::int16_t{500});
    speech.revise(longer);
    CHECK(speech.listener.opened == 1);
    CHECK(speech.listener.heard.at(2'000 + 1'499) == 1'000);
    CHECK(speech.listener.heard.at(2'000 + 1'500) == 500);
  }
  SECTION("what was sent is called back, and the other fades in") {
    std::fill(longer.begin() + 800, longer.end(), std::int16_t{1'500});
    speech.revise(longer);
    CHECK(speech.listener.opened == 2);
    CHECK(speech.listener.closed == 2);
    CHECK(speech.listener.heard.at(2'000 + 799) == 1'000);
    for (int i = 0; i < 20; ++i) {
      const int step = speech.listener.heard.at(2'800 + i) - speech.listener.heard.at(2'799 + i);
      CHECK(step >= 0);
      CHECK(step <= 80);
    }
    CHECK(speech.listener.heard.at(2'000 + 820) == 1'500);
  }
  SECTION("it is another from before now on") {
    speech.revise(std::vector<std::int16_t>(3'000, 500));
    CHECK(speech.listener.heard.at(2'000 + 199) == 1'000);
    CHECK(speech.listener.heard.at(2'000 + 220) == 500);
  }
  CHECK(speech.listener.heard.size() == 3'000);
}

TEST_CASE("how loud one speaks glides evenly, from now or from what is wished", "[audio_streams]") {
  EvenSpeech speech;
  speech.listener.take(speech.streams.due(Tick{109}));
  ParameterWish wish{
      .character = speech.play.character,
      .id = kBlock,
      .change = {.part = "s1", .parameter = "volume", .value = 0.2, .over = Seconds{1}}};
  const bool from = GENERATE(false, true);
  if (from) wish.change.from = 0.7;
  speech.streams.note(wish, Tick{110});
  for (std::uint64_t tick = 110; tick < 300; ++tick) {
    speech.listener.take(speech.streams.due(Tick{tick}));
  }
  const double first = from ? 0.7 : 1;
  CHECK(speech.listener.heard.at(2'199) == 1'000);
  for (const int ms : {30, 250, 500, 750, 999}) {
    CAPTURE(ms);
    CHECK(speech.listener.heard.at(2'200 + ms) ==
          Approx(1'000 * (first + (0.2 - first) * ms / 1'000)).margin(2));
  }
  CHECK(speech.listener.heard.at(2'000 + 1'900) == 200);
  CHECK(speech.listener.heard.size() == 2'000);

  // From halfway, where it is.
  if (from) return;
  EvenSpeech again;
  for (std::uint64_t tick = 100; tick < 300; ++tick) {
    if (tick == 110) again.streams.note(wish, Tick{tick});
    if (tick == 135) again.wish(1, tick);
    again.listener.take(again.streams.due(Tick{tick}));
  }
  CHECK(again.listener.heard.at(2'200 + 499) == Approx(600).margin(2));
  CHECK(again.listener.heard.at(2'000 + 1'900) == 1'000);
}

TEST_CASE("what is interrupted is called back from all that says it", "[audio_streams]") {
  EvenSpeech speech;
  speech.listener.take(speech.streams.due(Tick{109}));
  std::vector<std::int16_t> other(2'000, 1'000);
  std::fill(other.begin() + 700, other.end(), std::int16_t{500});
  auto block = std::make_shared<motion::Block>(*speech.play.block);
  block->utterances[0].track = even_track(std::move(other));
  speech.streams.note(Replanned{speech.play.character, kBlock, Tick{110}, block, Tick{100}});
  speech.listener.take(speech.streams.due(Tick{110}));
  CHECK(speech.listener.opened == 2);
  speech.streams.note(feedback(FeedbackKind::Interrupted, 115));
  speech.listener.take(speech.streams.due(Tick{115}));
  CHECK(speech.listener.heard.size() == 320);  // 300 ms, and the fade
  CHECK(speech.listener.closed == 2);
}

TEST_CASE("a sound that is shorter now ends there", "[audio_streams]") {
  EvenSpeech speech;
  speech.revise(std::vector<std::int16_t>(700, 1'000));
  CHECK(speech.listener.heard.size() == 720);  // and the fade
  CHECK(speech.listener.opened == speech.listener.closed);
}

TEST_CASE("what was sent to its end goes on where it is longer now", "[audio_streams]") {
  AudioStreams streams(TickRate(50));
  Listener listener;
  const PlayBlock play = play_of(500);
  streams.expect(play);
  streams.note(feedback(FeedbackKind::Started, 100));
  listener.take(streams.due(Tick{100}));
  CHECK(listener.ended == 1);
  auto block = std::make_shared<motion::Block>(*play.block);
  block->utterances[0].track = track_of(900);
  streams.note(Replanned{play.character, kBlock, Tick{105}, block, Tick{100}});
  for (std::uint64_t tick = 105; tick < 200; ++tick) listener.take(streams.due(Tick{tick}));
  REQUIRE(listener.heard.size() == 900);
  for (int i = 0; i < 900; ++i) CHECK(listener.heard.at(2'000 + i) == 1'000 + i);
  CHECK(listener.closed == 2);
}

TEST_CASE("a volume is heard at once, without a click", "[audio_streams]") {
  EvenSpeech speech;
  speech.listener.take(speech.streams.due(Tick{110}));
  speech.wish(0.5, 110);
  for (std::uint64_t tick = 110; tick < 300; ++tick) {
    speech.listener.take(speech.streams.due(Tick{tick}));
  }
  auto& heard = speech.listener.heard;
  REQUIRE(heard.size() == 2'000);
  CHECK(heard.at(2'199) == 1'000);
  for (int i = 0; i < 20; ++i) CHECK(std::abs(heard.at(2'200 + i) - heard.at(2'199 + i)) <= 30);
  CHECK(heard.at(2'220) == 500);
  CHECK(heard.at(3'999) == 500);
}

TEST_CASE("a volume is of one speech, also of one that is to come, and goes with its block",
          "[audio_streams]") {
  EvenSpeech speech;
  speech.wish(0.5, 100, "another");
  speech.wish(0.25, 100);
  for (std::uint64_t tick = 100; tick < 300; ++tick) {
    speech.listener.take(speech.streams.due(Tick{tick}));
  }
  CHECK(speech.listener.opened == 1);
  CHECK(speech.listener.heard.at(2'000) == 250);

  speech.streams.note(feedback(FeedbackKind::Ended, 300));
  speech.streams.expect(speech.play);
  speech.streams.note(feedback(FeedbackKind::Started, 400));
  speech.listener.take(speech.streams.due(Tick{400}));
  CHECK(speech.listener.heard.at(8'000) == 1'000);
}

TEST_CASE("who wishes another volume in each tick is heeded ten times a second, and at last",
          "[audio_streams]") {
  EvenSpeech speech;
  for (std::uint64_t tick = 100; tick < 300; ++tick) {
    if (tick < 150) speech.wish(0.01 * static_cast<double>(tick - 100), tick);
    speech.listener.take(speech.streams.due(Tick{tick}));
  }
  CHECK(speech.listener.opened <= 1 + 10);
  CHECK(speech.listener.opened >= 9);
  CHECK(speech.listener.opened == speech.listener.closed);
  auto& heard = speech.listener.heard;
  CHECK(heard.size() == 2'000);
  CHECK(heard.at(3'500) == 490);  // the last wish, of tick 149
  CHECK(heard.at(3'999) == 490);
}

TEST_CASE("a volume that is there already sends nothing anew", "[audio_streams]") {
  EvenSpeech speech;
  speech.listener.take(speech.streams.due(Tick{110}));
  for (std::uint64_t tick = 111; tick < 300; ++tick) {
    speech.wish(1, tick);
    speech.listener.take(speech.streams.due(Tick{tick}));
  }
  CHECK(speech.listener.opened == 1);
}

TEST_CASE("a wish in the tick of the last word is of no block that comes later",
          "[audio_streams]") {
  EvenSpeech speech;
  speech.streams.note(feedback(FeedbackKind::Ended, 300));
  speech.wish(0.5, 300);
  speech.listener.take(speech.streams.due(Tick{300}));
  speech.streams.expect(speech.play);
  speech.streams.note(feedback(FeedbackKind::Started, 400));
  speech.listener.take(speech.streams.due(Tick{400}));
  CHECK(speech.listener.heard.at(8'000) == 1'000);
}

}  // namespace kine::server::audio_streams_test
