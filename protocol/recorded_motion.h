// What a recording says of bodies, in the realizer's own types: its frames and feedback, and what
// is heard, in order.
//
//   bytes of a .ksr --RecordedMotion--> Frames, Feedback, RecordedSounds
//
// Other messages, those of newer versions among them, are passed over.
#pragma once

#include <optional>
#include <string_view>
#include <variant>

#include "protocol/recorded_sound.h"
#include "protocol/recording.h"
#include "realizer/tick/state/feedback.h"
#include "realizer/tick/state/frame.h"

namespace kine::protocol {

class RecordedMotion {
 public:
  /// Feedback keeps the tick at which it was due, which may lie before the one that it came at.
  struct Moment {
    Tick tick;
    std::variant<Frame, Feedback, RecordedSound> what;  // a sound is a view of the bytes
  };

  /// `bytes` outlive this, and must not change.
  static Result<RecordedMotion> open(std::string_view bytes);

  const RecordingHead& head() const { return reader_.head(); }
  Tick first_tick() const { return reader_.first_tick(); }
  Tick last_tick() const { return reader_.last_tick(); }
  bool whole() const { return reader_.whole(); }

  /// The next moment; nothing at the end. Its character is one of the head's.
  Result<std::optional<Moment>> next();

  /// What next() gives then is the first moment at or after `tick`.
  Result<Done> seek(Tick tick) { return reader_.seek(tick); }

 private:
  explicit RecordedMotion(RecordingReader reader) : reader_(std::move(reader)) {}
  bool knows(CharacterId character) const;

  RecordingReader reader_;
};

}  // namespace kine::protocol
