// Any bytes as a recording: opened and read to its end, sought anywhere, or one error with a
// message.
#include <string_view>

#include "protocol/recorded_motion.h"

namespace {

using kine::Tick;

void read_all(kine::protocol::RecordedMotion& motion) {
  for (;;) {
    const auto moment = motion.next();
    if (!moment) KINE_ASSERT(!moment.error().message.empty());
    if (!moment || !*moment) return;
    KINE_ASSERT((*moment)->tick >= motion.first_tick());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  auto motion = kine::protocol::RecordedMotion::open(bytes);
  if (!motion) {
    KINE_ASSERT(!motion.error().message.empty());
    return 0;
  }
  KINE_ASSERT(motion->first_tick() <= motion->last_tick());
  read_all(*motion);
  const std::uint64_t first = motion->first_tick().index;
  const std::uint64_t length = motion->last_tick().index - first;
  for (const std::uint64_t part : {std::uint64_t{0}, length / 2, length}) {
    if (motion->seek(Tick{first + part})) read_all(*motion);
  }
  return 0;
}
