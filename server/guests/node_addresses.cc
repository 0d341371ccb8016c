#include "server/guests/node_addresses.h"

namespace kine::server {

void NodeAddresses::note(const boost::asio::ip::address& address, std::chrono::microseconds now) {
  const std::lock_guard lock(mutex_);
  if (const auto known = called_at_.find(address); known != called_at_.end()) {
    known->second = now;
    return;
  }
  std::erase_if(called_at_, [now](const auto& each) {
    return now - each.second > std::chrono::microseconds(kNodeAddressKept);
  });
  if (called_at_.size() < kNodeAddressesMax) called_at_[address] = now;
}

bool NodeAddresses::has(const boost::asio::ip::address& address,
                        std::chrono::microseconds now) const {
  const std::lock_guard lock(mutex_);
  const auto known = called_at_.find(address);
  return known != called_at_.end() &&
         now - known->second <= std::chrono::microseconds(kNodeAddressKept);
}

}  // namespace kine::server
