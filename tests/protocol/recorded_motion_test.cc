// Tests for protocol/recorded_motion.h.
#include "protocol/recorded_motion.h"

#include <string>
#include <vector>

#include "protocol/codec.h"
#include "protocol/kinesphere.pb.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/recorded_motion.h"

namespace kine::protocol::recorded_motion_test {
namespace {

RecordingHead head_of_ada() {
  return {.rate = TickRate(60),
          .characters = {{.id = CharacterId{3},
                          .skeleton_id = 1,
                          .name = "ada",
                          .body = std::make_shared<const body::Body>(test::ada())}}};
}

Feedback sync(Tick tick) {
  Feedback feedback;
  feedback.kind = FeedbackKind::SyncPoint;
  feedback.tick = tick;
  feedback.character = CharacterId{3};
  feedback.id = "a:b:c";
  feedback.message = "why";
  feedback.where = {3, 4};
  feedback.warning = WarningKind::NoSuchTarget;
  feedback.time = Seconds(0.25);
  feedback.last_sync_point = "a:b:start";
  feedback.last_word = "Hello";
  feedback.performed = Performed{.speeches = {{.id = "a:b", .text_left = "Hello"}}};
  return feedback;
}

}  // namespace

TEST_CASE("frames and feedback of a recording come back as they were", "[recording]") {
  std::vector<Frame> frames = test::random_frames(5, 4);
  std::string bytes;
  RecordingWriter writer(head_of_ada(), Tick{0}, bytes);
  for (Frame& frame : frames) {
    frame.character = CharacterId{3};
    if (frame.tick == Tick{2}) writer.append(frame.tick, encode(sync(Tick{1})), bytes);
    writer.append(frame.tick, encode(frame, 1, FrameParts::All), bytes);
    kinesphere::Envelope between;
    between.mutable_stats()->set_frames_sent(3);
    writer.append(frame.tick, encode(between), bytes);
  }
  writer.finish(bytes);

  auto motion = RecordedMotion::open(bytes);
  REQUIRE(motion);
  std::vector<Frame> read;
  std::vector<Feedback> heard;
  for (;;) {
    const auto moment = motion->next();
    REQUIRE(moment);
    if (!*moment) break;
    if (const auto* frame = std::get_if<Frame>(&(*moment)->what)) read.push_back(*frame);
    if (const auto* feedback = std::get_if<Feedback>(&(*moment)->what)) {
      CHECK((*moment)->tick == Tick{2});
      CHECK(read.size() == 2);
      heard.push_back(*feedback);
    }
  }
  CHECK(read == frames);
  CHECK(heard == std::vector<Feedback>{sync(Tick{1})});
}

TEST_CASE("a frame of a character that was not introduced is an error", "[recording]") {
  Frame frame = test::still_frame(test::ada(), Tick{0});
  frame.character = CharacterId{4};
  std::string bytes;
  RecordingWriter writer(head_of_ada(), Tick{0}, bytes);
  writer.append(Tick{0}, encode(frame, 1, FrameParts::All), bytes);

  auto motion = RecordedMotion::open(bytes);
  REQUIRE(motion);
  const auto moment = motion->next();
  REQUIRE_FALSE(moment);
  CHECK(moment.error().message.find("did not introduce: '4'") != std::string::npos);
}
}  // namespace kine::protocol::recorded_motion_test
