// Tests for server/ticks/recorded_frames.h.
#include "server/ticks/recorded_frames.h"

#include <string>
#include <vector>

#include "protocol/audio.h"
#include "protocol/codec.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/recorded_motion.h"
#include "tests/support/server/recordings.h"

namespace kine::recorded_frames_test {

using namespace kine;
using server::Playback;

namespace {

server::RecordedFrames frames_of(const std::string& recording, const Playback& playback = {}) {
  auto motion = protocol::RecordedMotion::open(recording);
  REQUIRE(motion);
  return {*std::move(motion), playback};
}

/// Which tick of the recording is shown, by ada's place.
long shown(const server::RecordedFrames& frames) {
  return std::lround(frames.frames()[0].hips_m[0] * 1000);
}

std::vector<std::string> ids_of(const server::RecordedFrames& frames) {
  std::vector<std::string> ids;
  for (const Feedback& feedback : frames.feedback()) ids.push_back(feedback.id);
  return ids;
}

}  // namespace

TEST_CASE("a recording plays from its beginning, whatever the server's tick", "[recorded_frames]") {
  const std::string recording = test::recording_of_two(Tick{500}, 30);
  server::RecordedFrames frames = frames_of(recording);

  for (std::uint64_t i = 0; i < 30; ++i) {
    frames.advance_to(Tick{7 + i});
    CHECK(shown(frames) == static_cast<long>(500 + i));
    REQUIRE(frames.frames().size() == 2);
    for (std::size_t character = 0; character < 2; ++character) {
      const Frame& frame = frames.frames()[character];
      CHECK(frame.tick == Tick{7 + i});
      CHECK(frame.character == CharacterId{static_cast<std::uint32_t>(character + 1)});
    }
    CHECK(frames.frames()[1].hips_m[0] > 1);
    const bool tenth = (500 + i) % 10 == 0;
    CHECK(ids_of(frames) ==
          (tenth ? std::vector{"t:" + std::to_string(500 + i)} : std::vector<std::string>{}));
    if (tenth) CHECK(frames.feedback()[0].tick == Tick{7 + i});
    CHECK_FALSE(frames.frames().front().arrived);
  }
}

TEST_CASE("after its end everybody stays as they are", "[recorded_frames]") {
  const std::string recording = test::recording_of_two(Tick{0}, 10);
  server::RecordedFrames frames = frames_of(recording);
  for (std::uint64_t tick = 1; tick < 40; ++tick) frames.advance_to(Tick{tick});
  CHECK(shown(frames) == 9);
  CHECK(frames.frames()[0].tick == Tick{39});
  CHECK(frames.feedback().empty());
}

TEST_CASE("a recording goes round, and says where it jumped", "[recorded_frames]") {
  const std::string recording = test::recording_of_two(Tick{0}, 10);
  server::RecordedFrames frames = frames_of(recording, {.end = Playback::End::GoesRound});
  for (std::uint64_t tick = 1; tick < 45; ++tick) {
    frames.advance_to(Tick{tick});
    CHECK(shown(frames) == static_cast<long>((tick - 1) % 10));
    const bool arrives = frames.frames().front().arrived == Tick{tick};
    CHECK(arrives == (tick > 10 && tick % 10 == 1));
    CHECK(frames.feedback().size() == (tick % 10 == 1 ? 1 : 0));
  }
}

TEST_CASE("a recording plays faster or slower, and tells all that happens", "[recorded_frames]") {
  const double speed = GENERATE(0.25, 0.5, 2.0, 3.0);
  const std::string recording = test::recording_of_two(Tick{0}, 60);
  server::RecordedFrames frames = frames_of(recording, {.speed = speed});
  std::vector<std::string> heard;
  for (std::uint64_t i = 0; static_cast<double>(i) * speed < 60; ++i) {
    frames.advance_to(Tick{i});
    CHECK(shown(frames) == static_cast<long>(static_cast<double>(i) * speed));
    for (const std::string& id : ids_of(frames)) heard.push_back(id);
  }
  CHECK(heard == std::vector<std::string>{"t:0", "t:10", "t:20", "t:30", "t:40", "t:50"});
}

TEST_CASE("a recording plays from a time on, and goes round to there", "[recorded_frames]") {
  const std::string recording = test::recording_of_two(Tick{100}, 120);
  server::RecordedFrames frames =
      frames_of(recording, {.from = Seconds(1.5), .end = Playback::End::GoesRound});
  for (std::uint64_t tick = 0; tick < 100; ++tick) {
    frames.advance_to(Tick{tick});
    CHECK(shown(frames) == static_cast<long>(190 + tick % 30));
  }
}

namespace {

/// Ten ticks of ada, 10 a second; at tick 2, 0.5 s ahead of its time, she begins to say 0.2 s.
std::string recording_with_sound() {
  const protocol::RecordingHead head{
      .rate = TickRate(10),
      .characters = {{.id = CharacterId{4},
                      .skeleton_id = 4,
                      .name = "ada",
                      .body = std::make_shared<const body::Body>(test::ada())}}};
  const std::vector<std::int16_t> samples(20, 1);
  std::string bytes;
  protocol::RecordingWriter writer(head, Tick{0}, bytes);
  for (std::uint64_t i = 0; i < 10; ++i) {
    if (i == 2) {
      const protocol::AudioChunk chunk{.stream = 1,
                                       .character = CharacterId{4},
                                       .due = Seconds(0.7),
                                       .rate_hz = 100,
                                       .samples = samples};
      writer.append(Tick{i}, protocol::encode(chunk), bytes);
    }
    Frame frame = test::still_frame(test::ada(), Tick{i});
    frame.character = CharacterId{4};
    writer.append(Tick{i}, protocol::encode(frame, 4, protocol::FrameParts::All), bytes);
  }
  writer.finish(bytes);
  return bytes;
}

/// When sound is due, of all pieces of the ticks `from` to `from` + 9.
std::vector<double> due_times(server::RecordedFrames& frames, std::uint64_t from) {
  std::vector<double> times;
  for (std::uint64_t i = 0; i < 10; ++i) {
    frames.advance_to(Tick{from + i});
    for (const server::AudioPiece& piece : frames.sound()) times.push_back(piece.due.count());
  }
  return times;
}

}  // namespace

TEST_CASE("what was said is heard at the same place of the recording", "[recorded_frames]") {
  const std::string recording = recording_with_sound();
  server::RecordedFrames frames = frames_of(recording);
  const auto times = due_times(frames, 100);  // ten seconds later
  REQUIRE(times.size() == 1);
  CHECK(times[0] == Approx(10.7));
}

TEST_CASE("a playing that begins later hears what was sent before", "[recorded_frames]") {
  const std::string recording = recording_with_sound();
  server::RecordedFrames frames = frames_of(recording, {.from = Seconds(0.5)});
  const auto times = due_times(frames, 0);
  REQUIRE(times.size() == 1);
  CHECK(times[0] == Approx(0.2));

  server::RecordedFrames late = frames_of(recording, {.from = Seconds(0.9)});
  CHECK(due_times(late, 0).empty());  // it was over
}

TEST_CASE("at another speed all are silent", "[recorded_frames]") {
  const std::string recording = recording_with_sound();
  server::RecordedFrames frames = frames_of(recording, {.speed = 2});
  CHECK(due_times(frames, 0).empty());
}

TEST_CASE("the characters of a recording have its names and bodies", "[recorded_frames]") {
  const std::string recording = test::recording_of_two(Tick{0}, 1);
  const auto motion = protocol::RecordedMotion::open(recording);
  REQUIRE(motion);
  const auto casts = server::casts_of(motion->head());
  REQUIRE(casts.size() == 2);
  CHECK(casts[0]->name == "ada");
  CHECK(casts[1]->body->name == "ben");
}

}  // namespace kine::recorded_frames_test
