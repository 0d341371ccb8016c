// Tests for server/offline/motion_forms.h.
#include "server/offline/motion_forms.h"

#include "protocol/recorded_motion.h"
#include "protocol/recorded_sound.h"
#include "realizer/pictures/forms.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/recorded_motion.h"

namespace kine::motion_forms_test {

using namespace kine;

TEST_CASE("motion is written as all forms of the realizer, and as a recording", "[motion_forms]") {
  CHECK(server::motion_forms().size() == formats::forms().size() + pictures::forms().size() + 1);
  REQUIRE(server::find_motion_form("a.KSR"));
  CHECK((*server::find_motion_form("a.ksr"))->ending == ".ksr");
  CHECK((*server::find_motion_form("-"))->ending == ".jsonl");
  const auto none = server::find_motion_form("a.fbx");
  REQUIRE_FALSE(none);
  CHECK(none.error().message ==
        "an output ends in .jsonl, .bvh, .vrma, .glb, .csv, .TextGrid, .eaf, .png, .apng, .ksr, "
        "not like 'a.fbx'");
  for (const formats::Form& form : server::motion_forms()) {
    CHECK(server::help_on_motion_forms().find("\n  " + std::string(form.ending) + " ") !=
          std::string::npos);
  }
}

TEST_CASE("a recording of one character reads back to its frames and feedback",
          "[motion_forms][recording]") {
  const auto writer = server::make_recording_form(
      {.body = test::recorded_ada().body, .rate = TickRate(25), .character = "clara"});
  std::vector<Frame> frames = test::random_frames(3, 4);
  Feedback feedback;
  feedback.kind = FeedbackKind::Started;
  feedback.tick = Tick{1};
  feedback.id = "wave";
  std::string bytes;
  for (const Frame& frame : frames) {
    if (frame.tick == Tick{2}) writer->append(feedback, bytes);
    writer->append(frame, bytes);
  }
  REQUIRE(writer->finish(bytes));

  auto motion = protocol::RecordedMotion::open(bytes);
  REQUIRE(motion);
  CHECK(motion->whole());
  CHECK(motion->head().rate == TickRate(25));
  CHECK(motion->head().characters.at(0).name == "clara");
  std::size_t read = 0;
  while (true) {
    const auto moment = motion->next();
    REQUIRE(moment);
    if (!*moment) break;
    if (const auto* heard = std::get_if<Feedback>(&(*moment)->what)) {
      CHECK(read == 2);
      CHECK(heard->id == "wave");
      CHECK(heard->tick == Tick{1});
      continue;
    }
    Frame expected = frames.at(read++);
    expected.character = CharacterId{1};
    CHECK(std::get<Frame>((*moment)->what) == expected);
  }
  CHECK(read == frames.size());
}

TEST_CASE("a recording has the sound that its character says, while there are frames",
          "[motion_forms][recording]") {
  auto says = std::make_shared<speech::Audio>(speech::Audio{.rate_hz = 8'000, .samples = {}});
  for (int i = 0; i < 2'000; ++i) says->samples.push_back(static_cast<std::int16_t>(i));
  const auto writer = server::make_recording_with_sound(
      {.body = test::recorded_ada().body, .rate = TickRate(10), .character = "clara"}, says);
  std::string bytes;
  for (const Frame& frame : test::random_frames(6, 4)) writer->append(frame, bytes);
  REQUIRE(writer->finish(bytes));

  auto motion = protocol::RecordedMotion::open(bytes);
  REQUIRE(motion);
  CHECK(motion->whole());
  std::vector<std::int16_t> heard;
  std::vector<protocol::AudioKind> kinds;
  for (auto moment = motion->next(); moment && *moment; moment = motion->next()) {
    const auto* sound = std::get_if<protocol::RecordedSound>(&(*moment)->what);
    if (sound == nullptr) continue;
    if (kinds.empty() || kinds.back() != sound->kind) kinds.push_back(sound->kind);
    if (sound->kind == protocol::AudioKind::Close) continue;
    CHECK(sound->rate_hz == 8'000);
    CHECK(sound->character == CharacterId{1});
    CHECK(sound->due.count() == Approx(static_cast<double>(heard.size()) / 8'000));
    const auto samples = protocol::samples_of(*sound);
    if (samples) heard.insert(heard.end(), samples->samples.begin(), samples->samples.end());
  }
  CHECK(heard == says->samples);
  CHECK(kinds == std::vector{protocol::AudioKind::Open, protocol::AudioKind::Chunk,
                             protocol::AudioKind::Close});
}

TEST_CASE("a recording of nothing is whole", "[motion_forms][recording]") {
  const auto writer = server::make_recording_form(test::recorded_ada());
  std::string bytes;
  REQUIRE(writer->finish(bytes));
  const auto motion = protocol::RecordedMotion::open(bytes);
  REQUIRE(motion);
  CHECK(motion->head().characters.at(0).name == "ada");
}

}  // namespace kine::motion_forms_test
