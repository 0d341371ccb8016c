// By which address a connection is counted: shares and budgets are held by that.
//
//   connection --address--> share_of() --> Places, AddressBudgets
#pragma once

#include <boost/asio/ip/address.hpp>

namespace kine::server {

/// IPv4 as it is, also where it came mapped into IPv6. Of IPv6 the first 64 bits: a machine with
/// one address of such a network may have all of them (RFC 4291, 2.5.4).
boost::asio::ip::address share_of(const boost::asio::ip::address& address);

}  // namespace kine::server
