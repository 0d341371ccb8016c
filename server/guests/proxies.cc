#include "server/guests/proxies.h"

#include <algorithm>
#include <optional>

#include "realizer/core/number.h"

namespace kine::server {

namespace ip = boost::asio::ip;

namespace {

/// IPv4 in IPv6 is IPv4.
ip::address plain_address(const ip::address& address) {
  const bool is_mapped = address.is_v6() && address.to_v6().is_v4_mapped();
  return is_mapped ? ip::make_address_v4(ip::v4_mapped, address.to_v6()) : address;
}

std::optional<ip::address> find_plain_address(std::string_view text) {
  boost::system::error_code error;
  const auto address = ip::make_address(std::string(text), error);
  if (error) return {};
  return plain_address(address);
}

std::string_view without_blanks(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

/// As proxies write it: "192.0.2.1", "192.0.2.1:443", "2001:db8::1", "[2001:db8::1]:443".
std::optional<ip::address> find_forwarded(std::string_view text) {
  if (text.starts_with('[')) return find_plain_address(text.substr(1, text.find(']') - 1));
  if (std::count(text.begin(), text.end(), ':') == 1) text = text.substr(0, text.find(':'));
  return find_plain_address(text);
}

}  // namespace

Result<Proxies> Proxies::parse(const std::vector<std::string>& texts) {
  Proxies proxies;
  for (const std::string& text : texts) {
    const bool has_length = text.find('/') != std::string::npos;
    const auto with_length = [&](const char* all) { return has_length ? text : text + all; };
    boost::system::error_code error_v4;
    boost::system::error_code error_v6;
    const auto v4 = ip::make_network_v4(with_length("/32"), error_v4);
    const auto v6 = ip::make_network_v6(with_length("/128"), error_v6);
    if (error_v4 && error_v6) {
      return Error{
          ErrorCode::Syntax,
          "a proxy is an address or a network, as 10.0.0.1 or 10.0.0.0/8: " + kine::quoted(text)};
    }
    if (!error_v4) proxies.networks_v4_.push_back(v4.canonical());
    if (!error_v6) proxies.networks_v6_.push_back(v6.canonical());
  }
  return proxies;
}

bool Proxies::trusts(const ip::address& address) const {
  const ip::address plain = plain_address(address);
  if (plain.is_v4()) {
    return std::ranges::any_of(networks_v4_, [&](const ip::network_v4& network) {
      return ip::network_v4(plain.to_v4(), network.prefix_length()).network() == network.network();
    });
  }
  return std::ranges::any_of(networks_v6_, [&](const ip::network_v6& network) {
    return ip::network_v6(plain.to_v6(), network.prefix_length()).network() == network.network();
  });
}

ip::address Proxies::client_behind(const ip::address& peer, std::string_view forwarded_for) const {
  ip::address client = peer;
  while (!forwarded_for.empty() && trusts(client)) {
    const std::size_t comma = forwarded_for.rfind(',');
    const std::size_t begin = comma == std::string_view::npos ? 0 : comma + 1;
    const auto before = find_forwarded(without_blanks(forwarded_for.substr(begin)));
    if (!before) break;
    client = *before;
    forwarded_for = forwarded_for.substr(0, begin == 0 ? 0 : comma);
  }
  return client;
}

}  // namespace kine::server
