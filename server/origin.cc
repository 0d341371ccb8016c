#include "server/origin.h"

#include <unistd.h>

#include <algorithm>
#include <array>
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

/// Names may end with the root's dot.
std::string_view without_last_dot(std::string_view host) {
  return host.size() > 1 && host.ends_with('.') ? host.substr(0, host.size() - 1) : host;
}

/// Names that browsers look for on this machine alone (RFC 6761, 6.3).
bool is_localhost(std::string_view name) {
  return name == "localhost" || name.ends_with(".localhost");
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
  const std::string_view written = host_of(*authority);
  const std::string_view name = without_last_dot(written);
  const auto address = find_address(written);
  if (is_localhost(name) || (address && address->is_loopback())) return true;
  if (*authority != host) return false;
  const bool is_own = std::find(rules.machine_names.begin(), rules.machine_names.end(), name) !=
                      rules.machine_names.end();
  return address || (!rules.loopback_only && (is_own || rules.asks_for_token));
}

std::vector<std::string> names_of_this_machine() {
  std::array<char, 256> bytes{};  // POSIX's HOST_NAME_MAX is less
  if (::gethostname(bytes.data(), bytes.size() - 1) != 0) return {};
  std::string whole(bytes.data());
  std::transform(whole.begin(), whole.end(), whole.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  const std::string first = whole.substr(0, whole.find('.'));
  if (first.empty()) return {};
  std::vector<std::string> names = {first, first + ".local"};
  if (whole != first) names.push_back(std::move(whole));
  return names;
}

}  // namespace kine::server
