#include "clients/cpp/address.h"

#include "realizer/core/number.h"

namespace kine::client {

Result<Address> parse_address(std::string_view text, std::uint16_t port_left_out) {
  const Error wrong{ErrorCode::Syntax, "no address of the form HOST:PORT: " + quoted(text)};
  Address address{.port = port_left_out};
  std::string_view host = text;
  std::string_view port;
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) return wrong;
    host = text.substr(1, end - 1);
    const std::string_view rest = text.substr(end + 1);
    if (!rest.empty() && (rest.front() != ':' || rest.size() == 1)) return wrong;
    if (!rest.empty()) port = rest.substr(1);
  } else if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
    // Two colons without brackets: an IPv6 address alone.
    if (text.find(':', colon + 1) == std::string_view::npos) {
      host = text.substr(0, colon);
      port = text.substr(colon + 1);
      if (port.empty()) return wrong;
    }
  }
  if (parse_integer(host)) return wrong;  // a port alone
  if (!host.empty()) address.host = host;
  if (!port.empty()) {
    const auto number = parse_integer(port);
    if (!number || *number < 0 || *number > UINT16_MAX) return wrong;
    address.port = static_cast<std::uint16_t>(*number);
  }
  return address;
}

std::string to_string(const Address& address) {
  const bool brackets = address.host.find(':') != std::string::npos;
  return (brackets ? "[" + address.host + "]" : address.host) + ":" + std::to_string(address.port);
}

}  // namespace kine::client
