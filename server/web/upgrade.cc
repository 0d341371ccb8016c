#include "server/web/upgrade.h"

#include <algorithm>
#include <optional>

namespace kine::server {
namespace {

constexpr std::string_view kWebSocketVersion = "13";

/// The first that the client offers and the server knows.
std::optional<Subprotocol> choose(const HttpRequest& request) {
  for (const std::string& offered : request.subprotocols) {
    for (const Subprotocol known : {Subprotocol::Binary, Subprotocol::Json}) {
      if (offered == name_of(known)) return known;
    }
  }
  return {};
}

/// 16 bytes in base64, as RFC 6455 wants it.
bool is_key(std::string_view key) {
  constexpr std::size_t kSize = 24;
  return key.size() == kSize && key.ends_with("==") &&
         std::all_of(key.begin(), key.end() - 2, [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '+' || c == '/';
         });
}

}  // namespace

std::variant<Subprotocol, HttpAnswer> check_upgrade(const HttpRequest& request,
                                                    const OriginRules& rules) {
  if (request.target != kWebSocketPath) return plain_answer(404, "WebSockets are at /ws");
  if (request.method != HttpRequest::Method::Get || request.has_body) {
    return plain_answer(400, "a WebSocket begins with a GET without a body");
  }
  if (request.websocket_version != kWebSocketVersion) {
    return plain_answer(426, "this server speaks version 13 of WebSocket");
  }
  if (!is_key(request.websocket_key)) {
    return plain_answer(400, "Sec-WebSocket-Key is not 16 bytes in base64");
  }
  if (!is_welcome(request.origin, request.host, rules)) {
    return plain_answer(403, "pages of this origin may not drive this server: see --allow-origin");
  }
  if (const auto subprotocol = choose(request)) return *subprotocol;
  return plain_answer(400,
                      "Sec-WebSocket-Protocol names neither kinesphere.v1 nor kinesphere.v1.json");
}

}  // namespace kine::server
