// What carries a conversation: bytes go out through it, and the conversation's strand is its own.
//
//   Conversation --Bytes--> Carrier (a session, or a test) --> the client
#pragma once

#include <boost/asio/ip/address.hpp>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "protocol/framing.h"
#include "protocol/kinesphere.pb.h"
#include "realizer/core/time.h"
#include "server/ticks/hub.h"
#include "server/tls/client_certificate.h"

namespace kine::server {

/// What a conversation needs of what carries it. All but post() on the session's strand.
class Carrier {
 public:
  virtual ~Carrier() = default;
  virtual void send(protocol::Bytes message) = 0;

  /// Frames of `subscription` from now on, after these descriptions.
  virtual void start_stream(const Subscription& subscription,
                            std::vector<protocol::Bytes> descriptions) = 0;

  /// The client has the frames up to `tick`.
  virtual void acknowledge(Tick tick) = 0;

  /// The client is known: a stranger's limits hold no more.
  virtual void on_hello() = 0;

  /// Another server plays the client's scene: what it says goes there from now on. False where that
  /// cannot be.
  [[nodiscard]] virtual bool pass_on(const kinesphere::Hello&) { return false; }

  /// Another server leads its client here, and vouches for it: from now on the client is there, and
  /// has shown that certificate. False where the other side is no such server, or the address is
  /// none.
  [[nodiscard]] virtual bool believe(const kinesphere::Vouched&) { return false; }

  /// Where the client is, as far as is known.
  virtual boost::asio::ip::address address() const = 0;

  /// To which address it counts what it has the server hold: of a bridge's clients, too, their own.
  virtual boost::asio::ip::address holder() const { return address(); }

  /// That the client has shown; null: none.
  virtual const ClientCertificate* certificate() const { return nullptr; }

  /// port_word() of the tenant's own port by which the client came; empty: it came by another.
  virtual std::string port() const { return {}; }

  /// After what was sent has gone out. Nothing is taken in any more. The log has a line about it
  /// where it is to be noted.
  enum class Noted { No, Yes };
  virtual void close(std::string_view reason, Noted noted) = 0;

  /// From any thread: calls it on the strand, and keeps the carrier alive until then.
  virtual void post(std::function<void()> call) = 0;
  virtual std::shared_ptr<Carrier> keep_alive() = 0;

  /// What takes what the hub offers to this client; null: nothing does.
  virtual std::shared_ptr<Subscriber> subscriber() { return nullptr; }
};

}  // namespace kine::server
