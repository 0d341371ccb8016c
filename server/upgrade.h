// Whether a request to speak WebSocket is granted, and what is spoken then.
#pragma once

#include <variant>

#include "server/http_answer.h"
#include "server/http_request.h"
#include "server/origin.h"
#include "server/websocket_transport.h"

namespace kine::server {

/// Where it is: "ws://HOST:PORT/ws".
inline constexpr std::string_view kWebSocketPath = "/ws";

std::variant<Subprotocol, HttpAnswer> check_upgrade(const HttpRequest& request,
                                                    const OriginRules& rules);

}  // namespace kine::server
