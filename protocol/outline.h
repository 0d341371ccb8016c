// What an envelope holds, seen without decoding it.
//
//   bytes, or JSON --outline--> which message, how many values --> decode, or refuse
//
// A look costs little and no memory, whatever a stranger has sent: it ends at a message that no
// client says, and where there are too many values. Whether all of the form is right is the
// decoder's matter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "realizer/core/result.h"

namespace kine::protocol {

/// Values of one message: its fields and those of the messages within it, and the elements of what
/// is repeated. So many as the ids of all characters that a server can have, and some more.
inline constexpr std::size_t kMessageValuesMax = 20'000;

struct Outline {
  /// The number of its message in Envelope; of several the last. 0: none that this version knows.
  /// Nothing, of JSON: only the decoder can tell.
  std::optional<std::uint32_t> message;

  std::size_t values = 0;  // up to where the look ended
};

/// Whether clients say such messages. All others only a server sends.
bool is_said_by_clients(std::uint32_t message);

/// The number of the message that an envelope of ours begins with, by its first bytes; 0: none. For
/// a server that passes messages on.
std::uint32_t first_message_of(std::string_view envelope);

/// What is said of bytes that are no envelope.
Error no_envelope();

/// Of an envelope without its length. An error past kMessageValuesMax, or where what it holds could
/// not be counted to the end: also where there is a group, for proto3 has none.
Result<Outline> outline_of(std::string_view envelope);

/// The same of its JSON, where an array or an object is a value as well, and the form is left to
/// the decoder.
Result<Outline> outline_of_json(std::string_view json);

}  // namespace kine::protocol
