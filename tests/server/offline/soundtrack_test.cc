// Tests for server/offline/soundtrack.h.
#include "server/offline/soundtrack.h"

#include <string>
#include <vector>

#include "server/voices/wave_file.h"
#include "tests/support/catch.h"

namespace kine::soundtrack_test {

using namespace kine;
using server::Soundtrack;

namespace {

/// A block that says `samples` at 10 Hz, so late after its start.
std::shared_ptr<const motion::Block> block(const std::string& id, Seconds start,
                                           std::vector<std::int16_t> samples) {
  auto track = std::make_shared<speech::SpeechTrack>();
  track->audio = {.rate_hz = 10, .samples = std::move(samples)};
  auto made = std::make_shared<motion::Block>();
  made->id = id;
  made->utterances.push_back({.start = start, .track = track, .id = "s"});
  return made;
}

void tell(Soundtrack& sound, FeedbackKind kind, std::uint64_t tick, const std::string& id) {
  Feedback feedback;
  feedback.kind = kind;
  feedback.tick = Tick{tick};
  feedback.id = id;
  sound.note(feedback);
}

using Samples = std::vector<std::int16_t>;

}  // namespace

TEST_CASE("a sound is heard from its block's start on, and sounds add up", "[soundtrack]") {
  Soundtrack sound(TickRate(10));
  sound.expect(nullptr);
  sound.expect(block("a", Seconds(0.2), {1, 2, 3}));
  sound.expect(block("b", Seconds(0), {10, 32'767}));
  sound.expect(block("never", Seconds(0), {9}));
  tell(sound, FeedbackKind::Started, 1, "a");
  tell(sound, FeedbackKind::Started, 4, "b");

  const speech::Audio all = sound.mixed();
  CHECK(all.rate_hz == 10);
  CHECK(all.samples == Samples{0, 0, 0, 1, 12, 32'767});
}

TEST_CASE("a sound that moves a character is heard from the beginning, with what is said",
          "[soundtrack]") {
  Soundtrack sound(TickRate(10));
  sound.add(nullptr);
  sound.add(
      std::make_shared<const speech::Audio>(speech::Audio{.rate_hz = 10, .samples = {5, 6, 7}}));
  sound.expect(block("a", Seconds(0), {1, 2, 3}));
  tell(sound, FeedbackKind::Started, 1, "a");
  CHECK(sound.mixed().samples == Samples{5, 7, 9, 3});
}

TEST_CASE("nothing is heard behind the last picture", "[soundtrack]") {
  Soundtrack sound(TickRate(10));
  sound.expect(block("a", Seconds(0.1), {1, 2, 3, 4}));
  tell(sound, FeedbackKind::Started, 0, "a");
  sound.end(Tick{2});
  CHECK(sound.mixed().samples == Samples{0, 1, 2});
}

TEST_CASE("what is interrupted is silent from then on", "[soundtrack]") {
  Soundtrack sound(TickRate(10));
  sound.expect(block("a", Seconds(0), {1, 2, 3, 4}));
  tell(sound, FeedbackKind::Started, 0, "a");
  tell(sound, FeedbackKind::Interrupted, 2, "a");
  CHECK(sound.mixed().samples == Samples{1, 2});
  CHECK(Soundtrack(TickRate(10)).mixed().samples.empty());
}

TEST_CASE("a wave file reads back to the sound", "[soundtrack]") {
  const speech::Audio audio{.rate_hz = 22'050, .samples = {0, 1, -1, 32'767, -32'768}};
  const auto read = server::read_wave(server::wave_of(audio));
  REQUIRE(read);
  CHECK(*read == audio);
}

}  // namespace kine::soundtrack_test
