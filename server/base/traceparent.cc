#include "server/base/traceparent.h"

#include <algorithm>
#include <array>

#include "realizer/core/number.h"

namespace kine::server {
namespace {

struct TracePart {
  std::size_t begin;
  std::size_t size;
};

/// Version, trace-id, parent-id, flags; a dash between them.
constexpr std::array<TracePart, 4> kTraceParts{{{0, 2}, {3, 32}, {36, 16}, {53, 2}}};
constexpr std::size_t kTraceBytes = 55;

bool is_small_hex(char each) {
  return (each >= '0' && each <= '9') || (each >= 'a' && each <= 'f');
}

}  // namespace

bool is_traceparent(std::string_view text) {
  if (text.size() != kTraceBytes || text.starts_with("ff")) return false;
  for (const auto& [begin, size] : kTraceParts) {
    const std::string_view part = text.substr(begin, size);
    if (!std::ranges::all_of(part, is_small_hex)) return false;
    const bool is_id = size > 2;
    if (is_id && part.find_first_not_of('0') == std::string_view::npos) return false;
    if (begin > 0 && text[begin - 1] != '-') return false;
  }
  return true;
}

std::string fault_of_traceparent(const std::string& text) {
  if (text.empty() || is_traceparent(text)) return {};
  return "the traceparent is left out, for it is not 00-<32 hex>-<16 hex>-<2 hex> of W3C Trace "
         "Context: " +
         quoted(text);
}

}  // namespace kine::server
