// A client that is led: from here to the server that plays its scene, or by another one to here.
#include <chrono>
#include <utility>

#include "server/net/session.h"

namespace kine::server {

namespace asio = boost::asio;

namespace {

kinesphere::Vouched vouch(const asio::ip::address& address,
                          const std::optional<ClientCertificate>& certificate) {
  kinesphere::Vouched vouched;
  vouched.set_address(address.to_string());
  if (!certificate) return vouched;
  vouched.set_certificate(certificate->name);
  vouched.set_expires(static_cast<std::uint64_t>(certificate->expires.time_since_epoch().count()));
  return vouched;
}

}  // namespace

bool Session::believe(const kinesphere::Vouched& vouched) {
  boost::system::error_code fault;
  const auto address = asio::ip::make_address(vouched.address(), fault);
  if (!is_node_ || fault) return false;
  address_ = address;
  holder_ = address;
  certificate_.reset();
  if (vouched.has_certificate()) {
    certificate_ = ClientCertificate{.name = vouched.certificate(),
                                     .expires = std::chrono::sys_seconds(std::chrono::seconds(
                                         static_cast<std::int64_t>(vouched.expires())))};
  }
  if (listening_.on_address) listening_.on_address(client_, address_);
  return true;
}

/// It comes to its end with the session, whose parts it calls.
/// By a tenant's port it has nothing that it could show there.
bool Session::pass_on(const kinesphere::Hello& hello) {
  if (!port_.empty()) return false;
  relay_ = std::make_shared<Relay>(
      wire_.get_executor(), Relay::Ways{*services_.places, services_.tls},
      Relay::Led{conversation_.stage().name, hello, vouch(holder_, certificate_)},
      Relay::Client{
          .send = [this](protocol::Bytes message) { send(std::move(message)); },
          .has_taken_all = [this] { return outbox_.empty() && !writing_; },
          .close_with = [this](const std::string& problem) { conversation_.close_with(problem); }});
  relay_->start();
  return true;
}

}  // namespace kine::server
