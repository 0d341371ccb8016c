// What a server answers on its admin port, as a program asks it.
#pragma once

#include <optional>
#include <string>

#include "clients/cpp/address.h"

namespace kine::server {

/// The text of /metrics, waited for five seconds at most; nothing where no server answers.
std::optional<std::string> ask_for_metrics(const client::Address& address);

}  // namespace kine::server
