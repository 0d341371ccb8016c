#include "tests/support/server/recordings.h"

#include "protocol/codec.h"
#include "protocol/recording.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/recorded_motion.h"

namespace kine::test {

std::string recording_of_two(Tick first, std::size_t count, std::uint32_t rate_hz) {
  const auto character = [](std::uint32_t id, const body::Body& body) {
    return protocol::RecordedCharacter{.id = CharacterId{id},
                                       .skeleton_id = id,
                                       .name = body.name,
                                       .body = std::make_shared<const body::Body>(body)};
  };
  const protocol::RecordingHead head{.rate = TickRate(rate_hz),
                                     .characters = {character(4, ada()), character(9, ben())}};
  std::string bytes;
  protocol::RecordingWriter writer(head, first, bytes);
  for (std::size_t i = 0; i < count; ++i) {
    const Tick tick{first.index + i};
    if (tick.index % 10 == 0) {
      Feedback feedback;
      feedback.kind = FeedbackKind::SyncPoint;
      feedback.tick = tick;
      feedback.character = CharacterId{4};
      feedback.id = "t:" + std::to_string(tick.index);
      writer.append(tick, protocol::encode(feedback), bytes);
    }
    for (const protocol::RecordedCharacter& recorded : head.characters) {
      Frame frame = still_frame(*recorded.body, tick);
      frame.character = recorded.id;
      frame.hips_m[0] =
          (recorded.id.value == 4 ? 0.0F : 1.0F) + static_cast<float>(tick.index) / 1000;
      writer.append(tick, protocol::encode(frame, recorded.skeleton_id, protocol::FrameParts::All),
                    bytes);
    }
  }
  writer.finish(bytes);
  return bytes;
}

}  // namespace kine::test
