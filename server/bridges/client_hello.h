// What a bridge says for its client, whose language has no Hello: the first envelope of every
// conversation.
#pragma once

#include <string>

namespace kine::server {

/// What becomes of what waits when the client has gone.
enum class WhatWaits { Leaves, Stays };

/// Its bytes, without their length. Nothing in the client's language could carry the token, so
/// every client that reaches the bridge's port is let in.
std::string client_hello(const std::string& name, const std::string& token,
                         WhatWaits what_waits = WhatWaits::Leaves);

}  // namespace kine::server
