#include "server/guests/token_guard.h"

#include <utility>

#include "server/base/limits.h"
#include "server/base/sha256.h"
#include "server/guests/claims.h"

namespace kine::server {

TokenGuard::TokenGuard(std::string token, const TenantBook& tenants,
                       std::size_t guesses_per_minute_max, Status& status, GuestLog& log)
    : token_(std::move(token)),
      tenants_(tenants),
      guesses_per_minute_max_(guesses_per_minute_max),
      status_(status),
      log_(log),
      guesses_(guesses_per_minute_max, std::chrono::minutes(1)) {}

TokenGuard::Verdict TokenGuard::look_at(const std::string& given,
                                        const boost::asio::ip::address& address,
                                        std::chrono::microseconds now) {
  if (token_.empty() && !tenants_.has_any()) return {.grant = everything()};
  if (given.empty()) return refused("this server wants a token", "", address, now);
  if (!guesses_.has_room(address, now)) {
    ++status_.tokens_not_looked_at;
    log_.note(GuestLog::Kind::WrongToken,
              LogEvent("it guesses on, and is not told whether it is right")
                  .text("address", address.to_string()),
              now);
    return {.refusal = "busy: " + past("token_guesses_per_minute_max", guesses_per_minute_max_) +
                       ", wait a minute and try again"};
  }
  if (!token_.empty() && is_same_secret(given, token_)) return {.grant = everything()};
  if (auto grant = tenants_.find(sha256_of(given))) {
    const auto today = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    if (grant->is_over(today)) return refused("the token is over", grant->tenant, address, now);
    return {.grant = std::move(grant)};
  }
  [[maybe_unused]] const bool had_room = guesses_.allow(address, now);
  ++status_.tokens_wrong;
  log_.note(GuestLog::Kind::WrongToken,
            LogEvent("it was not let in").text("address", address.to_string()), now);
  return {.refusal = "not the right token"};
}

/// What is no guess.
TokenGuard::Verdict TokenGuard::refused(std::string reason, std::string_view tenant,
                                        const boost::asio::ip::address& address,
                                        std::chrono::microseconds now) {
  log_.note(GuestLog::Kind::Refused,
            LogEvent(reason).text("address", address.to_string()).text("tenant", tenant), now);
  return {.refusal = std::move(reason)};
}

}  // namespace kine::server
