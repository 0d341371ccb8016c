// Whether a client knows the operator's token; who guesses is slowed down by address, counted and
// logged.
//
//   Hello --> TokenGuard --> let in, or what the client is told
#pragma once

#include <boost/asio/ip/address.hpp>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "server/base/status.h"
#include "server/guests/address_budgets.h"
#include "server/guests/guest_log.h"
#include "server/guests/tenants.h"

namespace kine::server {

/// Every call may come from any thread.
class TokenGuard {
 public:
  /// `token` empty, and no tenants: everybody is let in. All references outlive it.
  TokenGuard(std::string token, const TenantBook& tenants, std::size_t guesses_per_minute_max,
             Status& status, GuestLog& log);

  struct Verdict {
    std::string refusal = {};                 // why the client may not come in; else empty …
    std::shared_ptr<const Grant> grant = {};  // … and this is what it may do
  };

  /// An address that has guessed wrong too often is not answered for a while whether it is right:
  /// otherwise it could go on.
  Verdict look_at(const std::string& given, const boost::asio::ip::address& address,
                  std::chrono::microseconds now);

 private:
  Verdict refused(std::string reason, std::string_view tenant,
                  const boost::asio::ip::address& address, std::chrono::microseconds now);

  const std::string token_;
  const TenantBook& tenants_;
  const std::size_t guesses_per_minute_max_;
  Status& status_;
  GuestLog& log_;
  AddressBudgets guesses_;
};

}  // namespace kine::server
