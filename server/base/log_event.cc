#include "server/base/log_event.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "realizer/core/number.h"
#include "realizer/core/utf8.h"
#include "server/base/json_text.h"

namespace kine::server {
namespace {

/// With the mark of what was cut, it has no more bytes than a value may.
std::string shortened(std::string_view text) {
  constexpr std::size_t kMarkBytes = 3;
  if (text.size() <= kLogValueBytesMax) return one_line(text, kLogValueBytesMax);
  return one_line(text, kLogValueBytesMax - kMarkBytes);
}

/// Whether a reader of the text sees where it ends.
bool is_plain(std::string_view value) {
  return std::ranges::all_of(value, [](char each) {
    const bool is_word = std::isalnum(static_cast<unsigned char>(each)) != 0;
    return is_word || std::string_view("._:/+-").find(each) != std::string_view::npos;
  });
}

}  // namespace

LogEvent::LogEvent(std::string_view what) : what_(shortened(what)) {}

LogEvent& LogEvent::of_kind(std::string_view kind, LogLevel level) {
  kind_ = kind;
  level_ = level;
  return *this;
}

LogEvent& LogEvent::text(std::string_view name, std::string_view value) {
  if (!value.empty()) fields_.push_back({name, shortened(value)});
  return *this;
}

LogEvent& LogEvent::number(std::string_view name, double value) {
  if (!std::isfinite(value)) return text(name, "unknown");
  fields_.push_back({name, format_number(value), true});
  return *this;
}

std::string LogEvent::sentence() const {
  return kind_.empty() ? what_ : std::string(kind_) + ": " + what_;
}

std::string LogEvent::as_text() const {
  std::string line = sentence();
  std::string_view before = " [";
  for (const Field& field : fields_) {
    const bool is_bare = field.is_number || is_plain(field.value);
    line.append(before).append(field.name).append("=");
    line += is_bare ? field.value : json_quoted(field.value);
    before = " ";
  }
  return fields_.empty() ? line : line + ']';
}

std::string LogEvent::as_members() const {
  std::string event(kind_);
  std::ranges::replace(event, ' ', '_');
  std::string members = "\"event\":" + json_quoted(event) + ",\"msg\":" + json_quoted(sentence());
  for (const Field& field : fields_) {
    members += ',' + json_quoted(field.name) + ':';
    members += field.is_number ? field.value : json_quoted(field.value);
  }
  return members;
}

}  // namespace kine::server
