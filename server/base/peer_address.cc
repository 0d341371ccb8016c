#include "server/base/peer_address.h"

#include <algorithm>

namespace kine::server {

namespace ip = boost::asio::ip;

ip::address share_of(const ip::address& address) {
  if (address.is_v4()) return address;
  const ip::address_v6 whole = address.to_v6();
  if (whole.is_v4_mapped()) return ip::make_address_v4(ip::v4_mapped, whole);
  ip::address_v6::bytes_type bytes = whole.to_bytes();
  std::fill(bytes.begin() + bytes.size() / 2, bytes.end(), 0);
  return ip::address_v6(bytes);
}

}  // namespace kine::server
