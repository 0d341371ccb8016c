// What a client has said, from the bytes of its message.
//
//   Transport --message--> decode_message --> Envelope, none, or an error --> Conversation
//
// A pure function, which any thread may call: the session's, or the one for long messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "protocol/kinesphere.pb.h"
#include "realizer/core/result.h"
#include "server/net/transport.h"

namespace kine::server {

/// Who says it: nobody knows a stranger yet, and the first that it says is Hello.
enum class Speaker : std::uint8_t { Stranger, Client };

struct DecodedMessage {
  /// Nothing for a message that such a speaker does not say. An error where its form is broken or
  /// it is too much: then there is no going on.
  Result<std::optional<kinesphere::Envelope>> envelope;

  /// 0 where a look at it was enough.
  std::size_t bytes_decoded = 0;
};

DecodedMessage decode_message(std::string_view message, MessageForm form, Speaker speaker);

}  // namespace kine::server
