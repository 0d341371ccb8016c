// Tests for server/learning/recorded_takes.h.
#include "server/learning/recorded_takes.h"

#include <algorithm>

#include "protocol/audio.h"
#include "protocol/codec.h"
#include "protocol/recording.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/recorded_motion.h"
#include "tests/support/server/recordings.h"
#include "tests/support/speech/syllables.h"
#include "tests/support/temporary_folder.h"

namespace kine::recorded_takes_test {

using namespace kine;

namespace {

constexpr std::uint32_t kRate_hz = 60;
constexpr double kTurn_rad_s = 0.25;

/// ada turns her head steadily from tick 600 on, and speaks two seconds after that.
struct RecordedTalk {
  std::vector<std::int16_t> samples = test::syllables(2, 1, 16'000);
  std::uint32_t sound_hz = 16'000;
  std::uint64_t pause_at = 0;  // for half a second no frame is written; 0: there is no pause

  std::string bytes() const {
    const protocol::RecordingHead head{
        .rate = TickRate(kRate_hz),
        .characters = {{.id = CharacterId{1},
                        .skeleton_id = 1,
                        .name = "ada",
                        .body = std::make_shared<const body::Body>(test::ada())}}};
    std::string bytes;
    protocol::RecordingWriter writer(head, Tick{600}, bytes);
    for (std::uint64_t i = 0; i < 6 * kRate_hz; ++i) {
      if (i == 100) append_sound(writer, bytes);
      if (pause_at > 0 && i >= pause_at && i < pause_at + kRate_hz / 2) continue;
      Frame frame = test::still_frame(test::ada(), Tick{600 + i});
      frame.character = CharacterId{1};
      const Quat turn = rotation_about({0, 1, 0}, kTurn_rad_s * static_cast<double>(i) / kRate_hz);
      frame.parent_from_joint[body::index_of(body::Joint::Head)] = {
          static_cast<float>(turn.x), static_cast<float>(turn.y), static_cast<float>(turn.z),
          static_cast<float>(turn.w)};
      writer.append(Tick{600 + i}, protocol::encode(frame, 1, protocol::FrameParts::All), bytes);
    }
    writer.finish(bytes);
    return bytes;
  }

  /// In chunks, as a server sends it ahead.
  void append_sound(protocol::RecordingWriter& writer, std::string& bytes) const {
    const std::size_t chunk = sound_hz / 50;
    for (std::size_t from = 0; from < samples.size(); from += chunk) {
      const protocol::AudioChunk each{
          .stream = 1,
          .character = CharacterId{1},
          .due = Seconds(12 + static_cast<double>(from) / sound_hz),
          .rate_hz = sound_hz,
          .samples = std::span(samples).subspan(from, std::min(chunk, samples.size() - from))};
      writer.append(Tick{700}, protocol::encode(each), bytes);
    }
  }
};

}  // namespace

TEST_CASE("a take of a recording has frames and sound on one clock", "[recorded_takes]") {
  const test::TemporaryFolder folder;
  const auto takes = server::read_recorded_takes(folder.write("talk.ksr", RecordedTalk{}.bytes()));
  REQUIRE(takes.has_value());
  REQUIRE(takes->size() == 1);
  const gesture::TrainingTake& take = takes->front();
  CHECK(take.name == "talk");
  CHECK(take.motion.rate_hz == 30);
  CHECK(take.motion.frames.size() == 180);  // six seconds
  for (std::size_t i = 0; i < take.motion.frames.size(); ++i) {
    const Quat& turn = take.motion.frames[i][body::index_of(body::Joint::Head)];
    REQUIRE(angle_between(turn, rotation_about({0, 1, 0}, kTurn_rad_s * i / 30.0)) < 1e-3);
  }
  // Sound of 12 s is two seconds after the first frame; the first nucleus is 1/8 s later.
  const auto first =
      std::ranges::find(take.heard, speech::Heard::Kind::Syllable, &speech::Heard::kind);
  REQUIRE(first != take.heard.end());
  CHECK(first->at.count() == Approx(2.125).margin(0.05));
}

TEST_CASE("where frames are missing another take begins", "[recorded_takes]") {
  const test::TemporaryFolder folder;
  const auto takes =
      server::read_recorded_takes(folder.write("talk.ksr", RecordedTalk{.pause_at = 150}.bytes()));
  REQUIRE(takes.has_value());
  REQUIRE(takes->size() == 2);
  CHECK(takes->front().motion.frames.size() == 75);
  const auto first_of = [](const gesture::TrainingTake& take) {
    return std::ranges::find(take.heard, speech::Heard::Kind::Syllable, &speech::Heard::kind)->at;
  };
  CHECK(first_of(takes->front()).count() == Approx(2.125).margin(0.05));
  // The second one begins 150 + 30 ticks after the first, three seconds. Of four syllables a second
  // the one of 2.875 s is known within it.
  CHECK(first_of(takes->back()).count() == Approx(2.875 - 3).margin(0.05));
  for (const speech::Heard& each : takes->back().heard) CHECK(each.found >= Seconds(0));
  const auto short_one =
      server::read_recorded_takes(folder.write("talk.ksr", RecordedTalk{.pause_at = 60}.bytes()));
  REQUIRE(short_one.has_value());
  CHECK(short_one->size() == 1);
}

TEST_CASE("a recording that nobody speaks in, or that is none, is refused", "[recorded_takes]") {
  const test::TemporaryFolder folder;
  const auto refusal = [&](const std::string& bytes) {
    const auto takes = server::read_recorded_takes(folder.write("a.ksr", bytes));
    REQUIRE_FALSE(takes.has_value());
    return takes.error().message;
  };
  CHECK(refusal(test::recording_of_two(Tick{0}, 200)) ==
        folder.file("a.ksr") + ": no character both speaks and moves in it for 2 s");
  CHECK(refusal("no recording").starts_with(folder.file("a.ksr") + ": "));
  CHECK(refusal(RecordedTalk{.samples = {1, 2, 3}, .sound_hz = 192'000}.bytes()) ==
        folder.file("a.ksr") + ": sound has from 8000 to 48000 samples a second, and not '192000'");
}

}  // namespace kine::recorded_takes_test
