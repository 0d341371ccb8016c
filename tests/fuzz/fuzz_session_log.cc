// A session log that anybody may have written.
//
// What is read is written again as it was read, and a log that runs again compares what it says.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string_view>

#include "realizer/core/assert.h"
#include "server/session_log/log_reader.h"
#include "server/session_log/rerun.h"
#include "tests/support/gesture/repertoires.h"

using namespace kine;
using namespace kine::server;

namespace {

/// Ticks and scripts cost time, and neither is what is looked for here.
constexpr std::size_t kRerunBytesMax = 16'384;

void check_lines(std::string_view text) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const auto row = decode_log_line(line);
    if (!row) continue;
    const std::string once = encode(*row);
    const auto again = decode_log_line(std::string_view(once).substr(0, once.size() - 1));
    KINE_ASSERT(again.has_value());
    KINE_ASSERT(encode(*again) == once);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  check_lines(bytes);
  if (size > kRerunBytesMax) return 0;
  std::istringstream log{std::string(bytes)};
  const auto report =
      rerun(log, {.repertoire = test::playable_nodding(), .at_difference = AtDifference::GoOn});
  KINE_ASSERT(!report || report->equal <= report->ticks);
  KINE_ASSERT(!report || report->differs.has_value() == (report->equal < report->ticks));
  return 0;
}
