#include "server/origin.h"

#include <algorithm>
#include <boost/asio/ip/address.hpp>

namespace kine::server {
namespace {

/// The host of "http://HOST" or "https://HOST:PORT"; nothing where it is of no web page.
std::optional<std::string_view> find_authority(std::string_view origin) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (origin.starts_with(scheme)) return origin.substr(scheme.size());
  }
  return {};
}

/// Without its port, and an IPv6 address without its brackets.
std::string_view host_of(std::string_view authority) {
  const std::size_t bracket = authority.find(']');
  if (authority.starts_with('[') && bracket != std::string_view::npos) {
    return authority.substr(1, bracket - 1);
  }
  return authority.substr(0, authority.find(':'));
}

std::optional<boost::asio::ip::address> find_address(std::string_view host) {
  boost::system::error_code error;
  const auto address = boost::asio::ip::make_address(std::string(host), error);
  if (error) return {};
  return address;
}

}  // namespace

bool is_welcome(const std::optional<std::string>& origin, std::string_view host,
                const OriginRules& rules) {
  if (!origin) return true;
  if (std::find(rules.allowed.begin(), rules.allowed.end(), *origin) != rules.allowed.end()) {
    return true;
  }
  const auto authority = find_authority(*origin);
  if (!authority) return false;
  const std::string_view name = host_of(*authority);
  const auto address = find_address(name);
  if (name == "localhost" || (address && address->is_loopback())) return true;
  return *authority == host && (address || !rules.loopback_only);
}

}  // namespace kine::server
