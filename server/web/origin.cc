#include "server/web/origin.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/ip/address.hpp>
#include <boost/url/parse.hpp>
#include <boost/url/url_view.hpp>

namespace kine::server {

namespace urls = boost::urls;

namespace {

/// A web page's origin as RFC 6454, 6.2 writes it: a scheme, a host, perhaps a port, and no more.
struct WebOrigin {
  bool is_https;
  std::string_view authority;  // "HOST" or "HOST:PORT"
  std::string_view host;       // an IPv6 address without its brackets
};

/// Letters, digits and hyphens between dots, as in a name of the DNS, and underscores; perhaps the
/// root's dot behind them. A URI allows more.
bool is_host_name(std::string_view name) {
  if (name.ends_with('.')) name.remove_suffix(1);
  bool label_begins = true;
  for (const char c : name) {
    if (c == '.' && label_begins) return false;
    label_begins = c == '.';
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool is_digit = c >= '0' && c <= '9';
    if (!is_letter && !is_digit && c != '-' && c != '_' && c != '.') return false;
  }
  return !label_begins;
}

/// Nothing where the whole of it is not the origin of a web page.
std::optional<WebOrigin> find_web_origin(std::string_view origin) {
  const auto parsed = urls::parse_uri({origin.data(), origin.size()});
  if (!parsed) return {};
  const urls::url_view& url = *parsed;
  if (url.scheme() != "http" && url.scheme() != "https") return {};
  if (url.has_userinfo() || !url.encoded_path().empty() || url.has_query() || url.has_fragment()) {
    return {};
  }
  if (url.has_port() && url.port_number() == 0) return {};
  std::string_view host = url.encoded_host();
  if (url.host_type() == urls::host_type::ipv6) {
    host = host.substr(1, host.size() - 2);
  } else if (!is_host_name(host)) {  // an IPv4 address has the form of one
    return {};
  }
  return WebOrigin{
      .is_https = url.scheme() == "https", .authority = url.encoded_authority(), .host = host};
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
  const auto page = find_web_origin(*origin);
  if (!page) return false;
  const std::string_view name = without_last_dot(page->host);
  const auto address = find_address(page->host);
  if (is_localhost(name) || (address && address->is_loopback())) return true;
  if (page->authority != host || (rules.over_tls && !page->is_https)) return false;
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
