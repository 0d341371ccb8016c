#include "server/cluster/nats_servers.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

namespace kine::server {
namespace {

constexpr std::string_view kDefaultPort = ":4222";

std::optional<std::string> fault_of_port(std::string_view port) {
  std::uint16_t number = 0;
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), number);
  if (error == std::errc() && end == port.data() + port.size() && number > 0) return {};
  return "its port is no number from 1 to 65535";
}

/// Where the port begins in HOST:PORT, with its colon; the end where there is none.
std::size_t port_in(std::string_view place) {
  const std::size_t bracket = place.rfind(']');  // [::1]:4222
  const std::size_t colon = place.rfind(':');
  const bool has_port =
      colon != std::string_view::npos && (bracket == std::string_view::npos || bracket < colon);
  return has_port ? colon : place.size();
}

bool is_visible(char each) { return each > ' ' && each < 0x7F; }

Result<std::string> parse_server(std::string_view text) {
  const auto wrong = [](std::string what) { return Error{ErrorCode::Syntax, std::move(what)}; };
  if (text.empty()) return wrong("it is empty");
  if (text.size() > kNatsServerBytesMax) return wrong("it is longer than 512 bytes");
  if (!std::all_of(text.begin(), text.end(), is_visible)) {
    return wrong("it has a space, or a character that is not ASCII");
  }
  const std::size_t scheme = text.find("://");
  if (scheme == std::string_view::npos) return wrong("it does not begin with nats:// or tls://");
  const std::string_view name = text.substr(0, scheme);
  if (name != "nats" && name != "tls") return wrong("its scheme is neither nats nor tls");
  const std::string_view rest = text.substr(scheme + 3);
  const std::size_t at = rest.rfind('@');
  const std::string_view place = at == std::string_view::npos ? rest : rest.substr(at + 1);
  if (place.find_first_of("/?#") != std::string_view::npos) return wrong("it has a path");
  const std::size_t port = port_in(place);
  if (port == 0) return wrong("it names no host");
  if (port == place.size()) return std::string(text) + std::string(kDefaultPort);
  if (auto fault = fault_of_port(place.substr(port + 1))) return wrong(*std::move(fault));
  return std::string(text);
}

}  // namespace

Result<std::vector<std::string>> parse_nats_servers(std::string_view list) {
  std::vector<std::string> servers;
  for (;;) {
    const std::size_t end = list.find(',');
    if (servers.size() == kNatsServersMax) {
      return Error{ErrorCode::LimitExceeded,
                   "more than " + std::to_string(kNatsServersMax) + " servers of the cluster"};
    }
    auto server = parse_server(list.substr(0, end));
    if (!server) {
      return Error{server.error().code, "server " + std::to_string(servers.size() + 1) +
                                            " of the cluster: " + server.error().message};
    }
    servers.push_back(*std::move(server));
    if (end == std::string_view::npos) return servers;
    list.remove_prefix(end + 1);
  }
}

}  // namespace kine::server
