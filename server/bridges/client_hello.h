// What a bridge says for its client, whose language has no Hello: the first envelope of every
// conversation.
#pragma once

#include <string>

namespace kine::server {

/// Its bytes, without their length. Nothing in the client's language could carry the token, so who
/// may reach the bridge's port is let in.
std::string client_hello(const std::string& name, const std::string& token);

}  // namespace kine::server
