#include "server/guests/guest_log.h"

#include <string_view>
#include <utility>

namespace kine::server {
namespace {

struct GuestKind {
  std::string_view name;
  LogLevel level;
};

GuestKind described(GuestLog::Kind kind) {
  switch (kind) {
    case GuestLog::Kind::Connected:
      return {"connected", LogLevel::Info};
    case GuestLog::Kind::Closed:
      return {"closed", LogLevel::Info};
    case GuestLog::Kind::Refused:
      return {"refused", LogLevel::Warning};
    case GuestLog::Kind::CutOff:
      return {"cut off", LogLevel::Warning};
    case GuestLog::Kind::WrongToken:
      return {"wrong token", LogLevel::Warning};
    case GuestLog::Kind::ScriptAccepted:
      return {"script accepted", LogLevel::Info};
    default:
      return {"script refused", LogLevel::Warning};
  }
}

}  // namespace

GuestLog::GuestLog(Write write, std::size_t lines_per_second_max)
    : write_(std::move(write)), lines_(kKinds, Lines{RateLimit(lines_per_second_max)}) {}

void GuestLog::note(Kind kind, LogEvent event, std::chrono::microseconds now) {
  if (!write_) return;
  const auto [name, level] = described(kind);
  const std::lock_guard lock(mutex_);
  Lines& lines = lines_[static_cast<std::size_t>(kind)];
  if (!lines.rate.allow(now)) {
    ++lines.left_out;
    return;
  }
  event.of_kind(name, level);
  const std::size_t left_out = std::exchange(lines.left_out, 0);
  if (left_out > 0) event.number("lines_left_out", static_cast<double>(left_out));
  write_(event);
}

}  // namespace kine::server
