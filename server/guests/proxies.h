// The proxies that the operator trusts to say where a client is: `serve --proxy`.
//
//   address of the connection, X-Forwarded-For --> Proxies --> address of the client
#pragma once

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"

namespace kine::server {

class Proxies {
 public:
  /// None: every connection's address is its client's.
  Proxies() = default;

  /// "10.0.0.1", "10.0.0.0/8", "2001:db8::/32".
  static Result<Proxies> parse(const std::vector<std::string>& texts);

  bool trusts(const boost::asio::ip::address& address) const;

  /// Where the client of a request is, by the list that each proxy adds to at its end: the last
  /// address that no trusted proxy has. What comes before that may be the client's invention.
  boost::asio::ip::address client_behind(const boost::asio::ip::address& peer,
                                         std::string_view forwarded_for) const;

 private:
  std::vector<boost::asio::ip::network_v4> networks_v4_;
  std::vector<boost::asio::ip::network_v6> networks_v6_;
};

}  // namespace kine::server
