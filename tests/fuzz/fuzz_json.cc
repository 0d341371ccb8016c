// A stranger's envelope as JSON.
//
// A look at it and the parser must see the same message, whatever the text: nothing that a client
// says may be refused by a look, and what is decoded has no more values than it may have.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "protocol/json.h"
#include "protocol/kinesphere.pb.h"
#include "protocol/outline.h"
#include "realizer/core/assert.h"

using namespace kine;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view json(reinterpret_cast<const char*>(data), size);
  const auto outline = protocol::outline_of_json(json);
  KINE_ASSERT(outline.has_value() || size > protocol::kMessageValuesMax);
  const auto envelope = protocol::envelope_of_json(json);
  if (!outline || !envelope || !outline->message) return 0;
  const std::uint32_t seen = *outline->message;
  const auto decoded = static_cast<std::uint32_t>(envelope->message_case());
  // A name whose value is null says nothing.
  const bool refused = seen != 0 && !protocol::is_said_by_clients(seen);
  KINE_ASSERT(refused || decoded == 0 || decoded == seen);
  return 0;
}
