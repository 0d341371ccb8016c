// Tells a client about once a second what became of its frames.
//
//   session, at each of its ticks --Outbox--> Stats
//
// The second is one of ticks, so that tests count it.
#pragma once

#include <optional>

#include "protocol/framing.h"
#include "realizer/core/time.h"
#include "server/net/outbox.h"

namespace kine::server {

class StreamReport {
 public:
  explicit StreamReport(TickRate rate) : rate_(rate) {}

  /// The Stats where they are due; a second begins with the first call.
  std::optional<protocol::Bytes> at(Tick tick, const Outbox& outbox);

 private:
  TickRate rate_;
  std::optional<Tick> begun_;
  std::uint64_t ticks_sent_ = 0;  // when it began
};

}  // namespace kine::server
