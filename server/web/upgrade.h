// Whether a request to speak WebSocket is granted, and what is spoken then.
#pragma once

#include <string_view>
#include <variant>

#include "server/web/http_answer.h"
#include "server/web/http_request.h"
#include "server/web/origin.h"

namespace kine::server {

/// What a WebSocket carries, as its client asked for.
enum class Subprotocol {
  Binary,  // kinesphere.v1
  Json,    // kinesphere.v1.json
};

constexpr std::string_view name_of(Subprotocol subprotocol) {
  return subprotocol == Subprotocol::Binary ? "kinesphere.v1" : "kinesphere.v1.json";
}

/// Where it is: "ws://HOST:PORT/ws".
inline constexpr std::string_view kWebSocketPath = "/ws";

std::variant<Subprotocol, HttpAnswer> check_upgrade(const HttpRequest& request,
                                                    const OriginRules& rules);

}  // namespace kine::server
