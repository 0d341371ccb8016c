// What a bridge says for its client, whose language has no Hello: the first envelope of every
// conversation.
#pragma once

#include <string>

namespace kine::server {

/// What its client comes as. Nothing in the client's language could carry a token.
struct BridgeClient {
  std::string token = {};  // the server's own; empty: it has none, or the port is a tenant's
  std::string scene = {};  // that it joins; empty: the main one
};

/// What becomes of what waits when the client has gone.
enum class WhatWaits { Leaves, Stays };

/// Its bytes, without their length.
std::string client_hello(const std::string& name, const BridgeClient& client,
                         WhatWaits what_waits = WhatWaits::Leaves);

}  // namespace kine::server
