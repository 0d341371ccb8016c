#include "server/guests/guest_log.h"

#include <utility>

namespace kine::server {
namespace {

std::string_view name_of(GuestLog::Kind kind) {
  switch (kind) {
    case GuestLog::Kind::Connected:
      return "connected";
    case GuestLog::Kind::Refused:
      return "refused";
    case GuestLog::Kind::CutOff:
      return "cut off";
    default:
      return "wrong token";
  }
}

}  // namespace

GuestLog::GuestLog(Write write, std::size_t lines_per_second_max)
    : write_(std::move(write)),
      lines_{{{RateLimit(lines_per_second_max)},
              {RateLimit(lines_per_second_max)},
              {RateLimit(lines_per_second_max)},
              {RateLimit(lines_per_second_max)}}} {}

void GuestLog::note(Kind kind, std::string_view what, std::chrono::microseconds now) {
  if (!write_) return;
  const std::lock_guard lock(mutex_);
  Lines& lines = lines_[static_cast<std::size_t>(kind)];
  if (!lines.rate.allow(now)) {
    ++lines.left_out;
    return;
  }
  std::string line(name_of(kind));
  line.append(": ").append(what);
  const std::size_t left_out = std::exchange(lines.left_out, 0);
  if (left_out > 0) line += " (" + std::to_string(left_out) + " more before it)";
  write_(line);
}

}  // namespace kine::server
