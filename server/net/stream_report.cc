#include "server/net/stream_report.h"

#include <utility>

#include "protocol/codec.h"
#include "protocol/kinesphere.pb.h"

namespace kine::server {

std::optional<protocol::Bytes> StreamReport::at(Tick tick, const Outbox& outbox) {
  if (begun_ && tick.index < begun_->index + rate_.hz()) return {};
  const auto begun = std::exchange(begun_, tick);
  const std::uint64_t sent = outbox.ticks_sent() - std::exchange(ticks_sent_, outbox.ticks_sent());
  if (!begun) return {};

  kinesphere::Envelope envelope;
  kinesphere::Stats& stats = *envelope.mutable_stats();
  stats.set_frames_sent(outbox.frames_sent());
  stats.set_frames_dropped(outbox.frames_dropped());
  stats.set_frames_unacknowledged(outbox.frames_unacknowledged());
  stats.set_rate_hz(static_cast<std::uint32_t>(sent * rate_.hz() / (tick.index - begun->index)));
  return protocol::encode(envelope);
}

}  // namespace kine::server
