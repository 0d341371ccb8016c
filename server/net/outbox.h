// What waits to be written to one client. No I/O, no locks: it belongs to the session's strand.
//
// Control messages all arrive, in order, or the client is dropped: it has lost the thread. Frames
// are conflated: a client that cannot keep up sees fewer of them, never old ones. What was taken
// for writing is not touched any more, so a message is never cut in two. Sound is bounded and goes
// before frames; a push says when there is no room, and the caller tells the client.
//
// Between here and the client's eyes there are buffers of the kernel and of browsers that swallow
// seconds. So a client that acknowledges frames is never sent more than half a second of them
// beyond the last that it acknowledged; later ones wait here, where they are conflated. Half a
// second of ticks takes a slow client many seconds to look at. So the window counts the client's
// time: where an acknowledgement comes late while others are due, it falls to a tenth of a second.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "protocol/framing.h"
#include "realizer/core/ids.h"
#include "realizer/core/time.h"

namespace kine::server {

using protocol::Bytes;

class Outbox {
 public:
  struct Options {
    std::size_t control_bytes_max = 0;
    std::size_t audio_bytes_max = 0;
    std::uint64_t unacknowledged_ticks_max = 30;
  };
  explicit Outbox(Options options) : options_(options) {}

  /// False where the control messages that wait would be too many bytes: the client has to go.
  [[nodiscard]] bool push_control(Bytes message);

  /// In place of all that waits: nothing follows it. What is pushed from then on is dropped.
  void end_with(Bytes last);

  /// What a subscription begins with, after the control messages and before any frame. Replaces
  /// such descriptions that still wait; frames of the subscription before are dropped. Their bytes
  /// are shared by all clients and not counted.
  void start_stream(std::vector<Bytes> descriptions);

  /// False where the sound that waits would be too many bytes: this piece is not sent.
  [[nodiscard]] bool push_audio(Bytes piece);

  /// Replaces the frame of this character that still waits. Ticks do not decrease.
  void push_frame(CharacterId character, Bytes frame, Tick tick);

  /// The client has the frames up to `tick`. From the first call on it is held to them.
  void acknowledge(Tick tick);

  /// All that may go out now, in this order: control, descriptions, sound, frames.
  std::vector<Bytes> take();

  /// Whether take() would give nothing.
  bool empty() const {
    return control_.empty() && descriptions_.empty() && audio_.empty() &&
           (frames_.empty() || holds_frames());
  }

  bool acknowledged() const { return acknowledges_; }
  std::uint64_t frames_sent() const { return frames_sent_; }
  std::uint64_t frames_dropped() const { return frames_dropped_; }

  /// 0 of a client that does not acknowledge.
  std::uint64_t frames_unacknowledged() const;

  /// The newest tick of this subscription from which frames were taken.
  std::optional<Tick> sent() const { return sent_; }

  /// How often frames were taken.
  std::uint64_t ticks_sent() const { return ticks_sent_; }

 private:
  struct Sent {
    Tick tick;
    std::size_t frames = 0;
  };
  bool holds_frames() const;
  void note_sent();
  void forget_places();
  void fit_window();
  std::uint64_t patience() const;

  Options options_;
  std::uint64_t window_ = options_.unacknowledged_ticks_max;
  Tick widened_;                           // when the window was changed
  std::optional<std::uint64_t> quickest_;  // acknowledgement since then, in ticks
  bool has_ended_ = false;
  std::size_t control_bytes_ = 0;
  std::vector<Bytes> control_;
  std::vector<Bytes> descriptions_;
  std::size_t audio_bytes_ = 0;
  std::vector<Bytes> audio_;
  std::vector<Bytes> frames_;
  std::vector<CharacterId> framed_;    // whose they are
  std::vector<std::uint32_t> places_;  // by character: 1 + its index in frames_, 0 for none
  Tick newest_;                        // of all that were pushed
  std::optional<Tick> sent_;           // of the frames of this subscription that were taken

  bool acknowledges_ = false;
  Tick acknowledged_;
  std::deque<Sent> unacknowledged_;  // in the order of their ticks; of a client that acknowledges
  std::uint64_t frames_sent_ = 0;
  std::uint64_t frames_dropped_ = 0;
  std::uint64_t ticks_sent_ = 0;
};

}  // namespace kine::server
