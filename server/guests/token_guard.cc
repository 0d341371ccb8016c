#include "server/guests/token_guard.h"

#include <utility>

#include "realizer/core/number.h"
#include "server/base/limits.h"
#include "server/base/sha256.h"
#include "server/guests/claims.h"

namespace kine::server {
namespace {

std::chrono::sys_seconds this_second() {
  return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

}  // namespace

TokenGuard::TokenGuard(std::string token, const TenantBook& tenants,
                       std::size_t guesses_per_minute_max, Status& status, GuestLog& log)
    : token_(std::move(token)),
      tenants_(tenants),
      guesses_per_minute_max_(guesses_per_minute_max),
      status_(status),
      log_(log),
      guesses_(guesses_per_minute_max, std::chrono::minutes(1)) {}

TokenGuard::Verdict TokenGuard::look_at(const Client& client,
                                        const boost::asio::ip::address& address,
                                        std::chrono::microseconds now) {
  if (!client.port.empty()) return look_at_port(client.port, now);
  if (!client.certificate) return look_at_token(client.token, address, now);
  const std::string& name = client.certificate->name;
  Shown shown{.certificate = certificate_word(name)};
  const auto refuse = [&](std::string reason) -> Verdict {
    log_.note(GuestLog::Kind::WrongToken,
              LogEvent(reason).text("address", address.to_string()).text("certificate", name), now);
    return {.refusal = std::move(reason)};
  };
  const auto line = shown.certificate.empty() ? nullptr : tenants_.find(shown.certificate);
  if (line == nullptr) {
    return refuse("no tenant has a certificate of this name, by a line that begins with tls:");
  }
  if (line->is_over(this_second())) return refuse("the line of this certificate is over");
  if (client.token.empty()) return {.grant = line, .shown = std::move(shown)};
  Verdict verdict = look_at_token(client.token, address, now);
  if (verdict.grant == nullptr) return verdict;
  verdict.shown.certificate = std::move(shown.certificate);
  verdict.grant = tenants_.find_both(verdict.shown);
  const bool is_of_tenant = !verdict.shown.token_digest.empty() && verdict.grant != nullptr;
  return is_of_tenant
             ? verdict
             : refuse("the token is not of the certificate's tenant, " + quoted(line->tenant));
}

TokenGuard::Verdict TokenGuard::look_at_token(const std::string& given,
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
  std::string digest = sha256_of(given);
  if (auto grant = tenants_.find(digest)) {
    if (grant->is_over(this_second())) {
      return refused("the token is over", grant->tenant, address, now);
    }
    return {.grant = std::move(grant), .shown = {.token_digest = std::move(digest)}};
  }
  [[maybe_unused]] const bool had_room = guesses_.allow(address, now);
  ++status_.tokens_wrong;
  log_.note(GuestLog::Kind::WrongToken,
            LogEvent("it was not let in").text("address", address.to_string()), now);
  return {.refusal = "not the right token"};
}

/// Its clients show nothing: what they may do stands in the line of the port, and without one they
/// stay outside.
TokenGuard::Verdict TokenGuard::look_at_port(const std::string& port,
                                             std::chrono::microseconds now) {
  auto line = tenants_.find(port);
  if (line != nullptr && !line->is_over(this_second())) {
    return {.grant = std::move(line), .shown = {.port = port}};
  }
  std::string reason = line == nullptr ? "the file of tenants has no line for this port"
                                       : "the line of this port is over";
  LogEvent event(reason);
  event.text("port", port).text("bridge", "yes");
  if (line != nullptr) event.text("tenant", line->tenant);
  log_.note(GuestLog::Kind::Refused, std::move(event), now);
  return {.refusal = std::move(reason)};
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
