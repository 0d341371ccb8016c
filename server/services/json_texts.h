// Messages as JSON: what many clients are sent is converted once for all of them.
//
//   WebSocketTransports --Bytes--> JsonTexts --text--> each of them
//
// A message is converted when a client's turn to be written to has come, so that frames that are
// conflated cost nothing. Every call may come from any thread.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>

#include "protocol/framing.h"

namespace kine::server {

/// Messages whose texts are kept, the last ones: those of a tick, of a stage that anybody draws
/// from JSON. Each holds the memory that its message stands in, 20 kB at most of frames.
inline constexpr std::size_t kJsonTextsKept = 64;

class JsonTexts {
 public:
  using Text = std::shared_ptr<const std::string>;

  /// Two threads that ask for the same at once may both convert it.
  Text of(const protocol::Bytes& message);

 private:
  struct Entry {
    protocol::Bytes message;
    Text text;
  };
  Text find(const protocol::Bytes& message) const;

  std::mutex mutex_;
  std::array<Entry, kJsonTextsKept> kept_;
  std::size_t next_ = 0;  // that makes room
};

}  // namespace kine::server
