#include "protocol/recorded_motion.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "protocol/codec.h"
#include "protocol/feedback_kind.h"
#include "protocol/kinesphere.pb.h"
#include "protocol/performed.h"
#include "protocol/warning_kind.h"
#include "realizer/core/number.h"

namespace kine::protocol {
namespace {

std::optional<Feedback> read_feedback(const kinesphere::Feedback& message) {
  const auto kind = find_kind<FeedbackKind>(message.kind());
  if (!kind) return {};
  Feedback feedback;
  feedback.kind = *kind;
  feedback.tick = Tick{message.tick()};
  feedback.character = CharacterId{message.character_id()};
  feedback.id = message.id();
  feedback.message = message.message();
  feedback.last_sync_point = message.last_sync_point();
  feedback.last_word = message.last_word();
  feedback.traceparent = message.traceparent();
  if (message.has_performed()) feedback.performed = read_performed(message.performed());
  feedback.where = {message.place().line(), message.place().column()};
  feedback.warning = find_warning_kind(message.warning());
  feedback.time = Seconds(std::isfinite(message.time_s()) ? message.time_s() : 0);
  feedback.miss_m = std::isfinite(message.missed_m()) ? message.missed_m() : 0;
  return feedback;
}

Error stranger(std::uint32_t id) {
  return {ErrorCode::Syntax,
          "the recording is broken: it speaks of a character that it did not introduce: " +
              quoted(std::to_string(id)),
          {}};
}

}  // namespace

Result<RecordedMotion> RecordedMotion::open(std::string_view bytes) {
  auto reader = RecordingReader::open(bytes);
  if (!reader) return reader.error();
  return RecordedMotion(*std::move(reader));
}

Result<std::optional<RecordedMotion::Moment>> RecordedMotion::next() {
  for (;;) {
    const auto record = reader_.next();
    if (!record) return record.error();
    if (!*record) return std::optional<Moment>();
    const Tick tick = (*record)->tick;
    const auto envelope = decode((*record)->message);
    if (!envelope) return envelope.error();
    if (envelope->has_frame()) {
      auto frame = read_frame(envelope->frame());
      if (!frame) return frame.error();
      if (!knows(frame->character)) return stranger(frame->character.value);
      frame->tick = tick;
      return std::optional(Moment{tick, *std::move(frame)});
    }
    if (envelope->has_feedback()) {
      auto feedback = read_feedback(envelope->feedback());
      if (!feedback) continue;
      if (!knows(feedback->character)) return stranger(feedback->character.value);
      return std::optional(Moment{tick, *std::move(feedback)});
    }
    if (const auto sound = read_sound(*envelope, (*record)->message)) {
      if (!knows(sound->character)) return stranger(sound->character.value);
      return std::optional(Moment{tick, *sound});
    }
  }
}

bool RecordedMotion::knows(CharacterId id) const {
  return std::ranges::any_of(
      head().characters, [&](const RecordedCharacter& character) { return character.id == id; });
}

}  // namespace kine::protocol
