// Recordings of earlier versions, kept in tests/golden/recordings: they play, whatever has been
// added to the protocol since. Nobody makes them again; a new version adds one of its own.
#include <cstdint>
#include <string>
#include <vector>

#include "server/recordings/recording_file.h"
#include "server/ticks/recorded_frames.h"
#include "tests/support/catch.h"
#include "tests/support/hash.h"
#include "tests/support/source_files.h"

namespace kine::recordings_test {

using namespace kine;

namespace {

std::shared_ptr<const server::RecordingFile> kept(const std::string& name) {
  const auto file =
      server::RecordingFile::open(test::source_path("tests/golden/recordings/" + name).string());
  REQUIRE(file);
  return *file;
}

}  // namespace

TEST_CASE("a recording of version 1.1 still says what it said", "[recording][golden]") {
  const auto file = kept("wave-1.1.ksr");
  protocol::RecordedMotion motion = file->motion();

  CHECK(motion.whole());
  CHECK(motion.head().rate == TickRate(10));
  REQUIRE(motion.head().characters.size() == 1);
  CHECK(motion.head().characters[0].name == "ada");
  CHECK(motion.last_tick() == Tick{15});
  test::Hash hash;
  std::vector<std::string> heard;
  for (;;) {
    const auto moment = motion.next();
    REQUIRE(moment);
    if (!*moment) break;
    if (const auto* frame = std::get_if<Frame>(&(*moment)->what)) hash.add(*frame);
    if (const auto* feedback = std::get_if<Feedback>(&(*moment)->what)) {
      heard.push_back(std::to_string((*moment)->tick.index) + " " + word_of(feedback->kind) + " " +
                      feedback->id);
    }
  }
  CHECK(hash.text() == "40029e0df001b027");
  CHECK(heard == std::vector<std::string>{"0 started wave", "2 sync wave:hand:start",
                                          "2 sync wave:smile:start", "7 sync wave:smile:p1",
                                          "8 sync wave:hand:up", "11 sync wave:hand:out1",
                                          "13 sync wave:hand:in1"});
}

TEST_CASE("a recording of version 1.1 still plays", "[recording][golden]") {
  const auto file = kept("wave-1.1.ksr");
  server::RecordedFrames frames(file->motion(), {.end = server::Playback::End::GoesRound});
  std::vector<Frame> first_round;
  for (std::uint64_t tick = 1; tick <= 48; ++tick) {
    frames.advance_to(Tick{tick});
    Frame frame = frames.frames()[0];
    frame.tick = Tick{(tick - 1) % 16};
    frame.arrived.reset();  // it begins anew where it goes round
    if (tick <= 16) first_round.push_back(frame);
    CHECK(frame == first_round.at((tick - 1) % 16));
  }
  CHECK_FALSE(first_round[12] == first_round[0]);
}

}  // namespace kine::recordings_test
