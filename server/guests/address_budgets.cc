#include "server/guests/address_budgets.h"

#include "server/base/limits.h"
#include "server/base/peer_address.h"

namespace kine::server {

namespace ip = boost::asio::ip;

namespace {

/// Between two looks for addresses that can be forgotten, which take a moment each.
constexpr std::chrono::seconds kLookPause{1};

}  // namespace

AddressBudgets::AddressBudgets(std::size_t count, std::chrono::duration<double> time)
    : fresh_(count, time), limit_of_others_(fresh_) {}

bool AddressBudgets::has_room(const ip::address& address, std::chrono::microseconds now) {
  const std::lock_guard lock(mutex_);
  return limit_of(address, now).has_room(now);
}

bool AddressBudgets::allow(const ip::address& address, std::chrono::microseconds now) {
  const std::lock_guard lock(mutex_);
  return limit_of(address, now).allow(now);
}

std::chrono::microseconds AddressBudgets::take(const ip::address& address, std::size_t amount,
                                               std::chrono::microseconds wait_max,
                                               std::chrono::microseconds now) {
  const std::lock_guard lock(mutex_);
  RateLimit& limit = limit_of(address, now);
  const auto wait = limit.wait_for(amount, now);
  if (wait <= wait_max) limit.take(amount, now);
  return wait;
}

std::size_t AddressBudgets::size() const {
  const std::lock_guard lock(mutex_);
  return limits_.size();
}

/// An address with all of its budget again is like one that never came.
RateLimit& AddressBudgets::limit_of(const ip::address& address, std::chrono::microseconds now) {
  const ip::address share = share_of(address);
  if (const auto found = limits_.find(share); found != limits_.end()) return found->second;
  if (limits_.size() >= kAddressesRememberedMax && now - looked_through_ >= kLookPause) {
    looked_through_ = now;
    std::erase_if(limits_, [&](const auto& entry) { return entry.second.is_full(now); });
  }
  if (limits_.size() >= kAddressesRememberedMax) return limit_of_others_;
  return limits_.try_emplace(share, fresh_).first->second;
}

}  // namespace kine::server
