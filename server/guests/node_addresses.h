// Addresses from which nodes of the cluster have called: what strangers may do in a second does not
// hold for a node, which leads many clients.
//
//   a handshake by which a node is known --note--> NodeAddresses --has--> whether a stranger's
//   budget counts there
#pragma once

#include <boost/asio/ip/address.hpp>
#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>

namespace kine::server {

/// An address is forgotten when no node has called from there for so long.
inline constexpr std::chrono::minutes kNodeAddressKept{10};

/// More nodes than these count as strangers do.
inline constexpr std::size_t kNodeAddressesMax = 256;

/// Every call may come from any thread. `now` never runs back.
class NodeAddresses {
 public:
  void note(const boost::asio::ip::address& address, std::chrono::microseconds now);
  bool has(const boost::asio::ip::address& address, std::chrono::microseconds now) const;

 private:
  mutable std::mutex mutex_;
  std::map<boost::asio::ip::address, std::chrono::microseconds> called_at_;  // the last time
};

}  // namespace kine::server
