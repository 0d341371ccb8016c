// How much each address may do in a time, of a thing that it does before anybody knows who it is.
//
//   a guess of the token, bytes of a page --> AddressBudgets --> whether, or after how long
//
// What is remembered is bounded: of addresses past the bound all share one budget.
#pragma once

#include <boost/asio/ip/address.hpp>
#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>

#include "server/base/rate_limit.h"

namespace kine::server {

/// Every call may come from any thread. `now` never runs back.
class AddressBudgets {
 public:
  /// Each address may have `count` at once, and so many more in each `time`.
  explicit AddressBudgets(std::size_t count,
                          std::chrono::duration<double> time = std::chrono::seconds(1));

  bool has_room(const boost::asio::ip::address& address, std::chrono::microseconds now);

  /// Takes one, if there is room.
  [[nodiscard]] bool allow(const boost::asio::ip::address& address, std::chrono::microseconds now);

  /// Takes `amount` on credit and says after how long that is made up for, 0 where there was
  /// enough. Where that would be longer than `wait_max`, it takes nothing.
  std::chrono::microseconds take(const boost::asio::ip::address& address, std::size_t amount,
                                 std::chrono::microseconds wait_max, std::chrono::microseconds now);

  /// How many addresses are remembered, for tests.
  std::size_t size() const;

 private:
  RateLimit& limit_of(const boost::asio::ip::address& address, std::chrono::microseconds now);

  const RateLimit fresh_;
  mutable std::mutex mutex_;  // of all below
  std::map<boost::asio::ip::address, RateLimit> limits_;
  RateLimit limit_of_others_;
  std::chrono::microseconds looked_through_{0};
};

}  // namespace kine::server
