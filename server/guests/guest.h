// One connection, as the listener sees it: whatever it is used for. Every call may come from any
// thread.
#pragma once

#include <boost/asio/ip/address.hpp>
#include <chrono>
#include <optional>
#include <string>

#include "realizer/core/ids.h"
#include "server/tls/client_certificate.h"

namespace kine::server {

/// The client at the other end.
struct Party {
  ClientId client;
  boost::asio::ip::address address;  // unspecified: a bridge's, which vouches for it
  boost::asio::ip::address holder =
      address;  // to which address it counts what it has the server hold
  std::optional<ClientCertificate> certificate = {};  // that it has shown
  bool is_node = false;   // of the cluster: it may say which client it leads here
  std::string port = {};  // port_word() of a tenant's own, by which it came; empty: another
};

/// How a connection ends that has to make room.
enum class Parting {
  AtOnce,
  WhenAnswered,  // an HTTP answer that is on its way is finished first; then, or at a second call
};

class Guest {
 public:
  virtual ~Guest() = default;

  /// A timer a connection would cost more than the connection, so its listener asks from time to
  /// time.
  virtual void expire_if_late(std::chrono::microseconds now) = 0;
  virtual void say_goodbye(std::string reason) = 0;

  /// Tells it `problem`, as far as that goes without waiting, and closes it.
  virtual void send_away(std::string problem, Parting parting) = 0;

  /// Closes it as it stands.
  virtual void cut() = 0;
};

}  // namespace kine::server
