// Bytes to and from another process that may have died, hang or lie: every call ends by a deadline.
//
//   EspeakVoice, ExternalVoice --send, receive--> TimedSocket --> a process that is not ours to
//   trust
//
// It blocks the thread that calls it, which is one of the prepare pool, never a tick's or a
// session's.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "realizer/core/result.h"

namespace kine::server {

class TimedSocket {
 public:
  using Deadline = std::chrono::steady_clock::time_point;

  /// Takes the descriptor, a connected stream socket; -1: there is none.
  explicit TimedSocket(int descriptor = -1) : descriptor_(descriptor) {}
  TimedSocket(TimedSocket&& other) noexcept;
  TimedSocket& operator=(TimedSocket&& other) noexcept;
  ~TimedSocket();

  /// Resolves and connects.
  static Result<TimedSocket> connect(const std::string& host, const std::string& port,
                                     Deadline deadline);

  bool open() const { return descriptor_ >= 0; }
  void close();

  /// After an error the stream is of no use any more.
  Result<Done> send(std::string_view bytes, Deadline deadline);

  /// A message with its 4-byte length in front, and without.
  Result<Done> send_message(std::string_view bytes, Deadline deadline);
  Result<std::string> receive_message(std::size_t bytes_max, Deadline deadline);

  /// Up to the next end of line, without it.
  Result<std::string> receive_line(std::size_t bytes_max, Deadline deadline);

  /// The same without waiting: nothing where it has not come whole.
  Result<std::optional<std::string>> take_line(std::size_t bytes_max);

  /// For poll(2); -1: there is none.
  int descriptor() const { return descriptor_; }

 private:
  Result<Done> wait_for(short events, Deadline deadline) const;

  /// What has been received, up to an end of line; it is looked for from `looked_at` on.
  std::optional<std::string> received_line(std::size_t& looked_at);

  /// Until `received_` holds that many bytes.
  Result<Done> receive_up_to(std::size_t size, Deadline deadline);

  int descriptor_ = -1;
  std::string received_;  // and not taken yet
};

}  // namespace kine::server
