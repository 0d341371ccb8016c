#include "server/commands/connect.h"

#include <utility>

#include "clients/cpp/address.h"
#include "server/base/token_file.h"

namespace kine::server {

Result<client::Client> connect_to(const std::string& server, const std::string& token_file,
                                  const std::string& name) {
  const auto address = client::parse_address(server);
  if (!address) return address.error();
  client::ConnectOptions connect{.address = *address, .name = name};
  if (!token_file.empty()) {
    auto token = read_token_file(token_file);
    if (!token) return token.error();
    connect.token = *std::move(token);
  }
  return client::Client::connect(connect);
}

}  // namespace kine::server
