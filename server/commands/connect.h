// What commands that are clients begin with.
#pragma once

#include <string>

#include "clients/cpp/client.h"
#include "realizer/core/result.h"

namespace kine::server {

/// Says hello to HOST:PORT, with the token that the file holds, if there is one.
Result<client::Client> connect_to(const std::string& server, const std::string& token_file,
                                  const std::string& name);

}  // namespace kine::server
