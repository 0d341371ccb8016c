#include "server/commands/connect.h"

#include <string_view>
#include <utility>

#include "clients/cpp/address.h"
#include "realizer/core/number.h"
#include "server/base/token_file.h"

namespace kine::server {
namespace {

/// What a server answers names addresses that these commands do not take.
Error with_way_round_tls(Error error) {
  constexpr std::string_view kSaysSo = "takes TLS only";
  if (error.message.find(kSaysSo) != std::string::npos) {
    error.message +=
        "; this command speaks no TLS: put a plain port of this machine before that server "
        "(docs/operating.md, TLS)";
  }
  return error;
}

}  // namespace

Result<client::Client> connect_to(const std::string& server, const std::string& token_file,
                                  const std::string& name) {
  if (server.find("://") != std::string::npos) {
    return Error{
        ErrorCode::Syntax,
        "this command speaks no TLS and no WebSocket: type HOST:PORT, and not " + quoted(server)};
  }
  const auto address = client::parse_address(server);
  if (!address) return address.error();
  client::ConnectOptions connect{.address = *address, .name = name};
  if (!token_file.empty()) {
    auto token = read_token_file(token_file);
    if (!token) return token.error();
    connect.token = *std::move(token);
  }
  auto client = client::Client::connect(connect);
  if (!client) return with_way_round_tls(client.error());
  return client;
}

}  // namespace kine::server
