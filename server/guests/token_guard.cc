#include "server/guests/token_guard.h"

#include <utility>

#include "server/base/limits.h"
#include "server/guests/claims.h"

namespace kine::server {

TokenGuard::TokenGuard(std::string token, std::size_t guesses_per_minute_max, Status& status,
                       GuestLog& log)
    : token_(std::move(token)),
      guesses_per_minute_max_(guesses_per_minute_max),
      status_(status),
      log_(log),
      guesses_(guesses_per_minute_max, std::chrono::minutes(1)) {}

std::optional<std::string> TokenGuard::reason_to_refuse(const std::string& given,
                                                        const boost::asio::ip::address& address,
                                                        std::chrono::microseconds now) {
  if (token_.empty()) return {};
  if (given.empty()) return "this server wants a token";
  if (!guesses_.has_room(address, now)) {
    ++status_.tokens_not_looked_at;
    log_.note(GuestLog::Kind::WrongToken, address.to_string() + " guesses on", now);
    return "busy: " + past("token_guesses_per_minute_max", guesses_per_minute_max_) +
           ", wait a minute and try again";
  }
  if (is_same_secret(given, token_)) return {};
  [[maybe_unused]] const bool had_room = guesses_.allow(address, now);
  ++status_.tokens_wrong;
  log_.note(GuestLog::Kind::WrongToken, address.to_string(), now);
  return "not the right token";
}

}  // namespace kine::server
