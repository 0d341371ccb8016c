// Whether a client knows the operator's token, or a tenant's; who guesses is slowed down by
// address, counted and logged. Where clients have certificates, whose they are.
//
//   Hello, certificate --> TokenGuard --> let in, or what the client is told
#pragma once

#include <boost/asio/ip/address.hpp>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "server/base/status.h"
#include "server/guests/address_budgets.h"
#include "server/guests/guest_log.h"
#include "server/guests/tenants.h"
#include "server/tls/client_certificate.h"

namespace kine::server {

/// Every call may come from any thread.
class TokenGuard {
 public:
  /// `token` empty, and no tenants: everybody is let in. All references outlive it.
  TokenGuard(std::string token, const TenantBook& tenants, std::size_t guesses_per_minute_max,
             Status& status, GuestLog& log);

  struct Client {
    std::string token;                                  // of its Hello; empty: none
    std::optional<ClientCertificate> certificate = {};  // of its connection
    std::string port = {};  // port_word() of a tenant's own; then nothing else counts
  };

  struct Verdict {
    std::string refusal = {};                 // why the client may not come in; else empty …
    std::shared_ptr<const Grant> grant = {};  // … and this is what it may do
    Shown shown = {};                         // as a tenant; empty: as the operator
  };

  /// An address that has guessed wrong too often is not answered for a while whether it is right:
  /// otherwise it could go on. A certificate needs a line of its own in the file of tenants, and a
  /// token beside it must be of the same tenant: the operator's is of none.
  Verdict look_at(const Client& client, const boost::asio::ip::address& address,
                  std::chrono::microseconds now);

 private:
  Verdict look_at_port(const std::string& port, std::chrono::microseconds now);
  Verdict refused(std::string reason, std::string_view tenant,
                  const boost::asio::ip::address& address, std::chrono::microseconds now);
  Verdict look_at_token(const std::string& given, const boost::asio::ip::address& address,
                        std::chrono::microseconds now);

  const std::string token_;
  const TenantBook& tenants_;
  const std::size_t guesses_per_minute_max_;
  Status& status_;
  GuestLog& log_;
  AddressBudgets guesses_;
};

}  // namespace kine::server
