// What waits to be written to one client. No I/O, no locks: it belongs to the session's strand.
//
// Control messages all arrive, in order, or the client is dropped: it has lost the thread. Frames
// are conflated: a client that cannot keep up sees fewer of them, never old ones. What was taken
// for writing is not touched any more, so a message is never cut in two.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "protocol/framing.h"
#include "realizer/core/ids.h"

namespace kine::server {

using protocol::Bytes;

class Outbox {
 public:
  explicit Outbox(std::size_t control_bytes_max) : control_bytes_max_(control_bytes_max) {}

  /// False where the control messages that wait would be too many bytes: the client has to go.
  [[nodiscard]] bool push_control(Bytes message);

  /// What a subscription begins with, after the control messages and before any frame. Replaces
  /// such descriptions that still wait; frames of the subscription before are dropped. Their bytes
  /// are shared by all clients and not counted.
  void start_stream(std::vector<Bytes> descriptions);

  /// Replaces the frame of this character that still waits.
  void push_frame(CharacterId character, Bytes frame);

  /// All that waits, in the order in which it goes out: control, descriptions, frames.
  std::vector<Bytes> take();

  bool empty() const { return control_.empty() && descriptions_.empty() && frames_.empty(); }
  std::uint64_t frames_dropped() const { return frames_dropped_; }

 private:
  std::size_t control_bytes_max_;
  std::size_t control_bytes_ = 0;
  std::vector<Bytes> control_;
  std::vector<Bytes> descriptions_;
  std::vector<std::pair<CharacterId, Bytes>> frames_;
  std::vector<std::uint32_t> places_;  // by character: 1 + its index in frames_, 0 for none
  std::uint64_t frames_dropped_ = 0;
};

}  // namespace kine::server
