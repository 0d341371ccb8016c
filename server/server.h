// The whole server in one object: what `kinesphere serve` runs, and the tests too.
//
//   clients --Listener, Sessions--> Mailbox --TickLoop--> ShardThreads --Hub--> clients
//
// It starts whole or not at all, runs on threads of its own, and leaves in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "realizer/core/result.h"
#include "server/base/status.h"
#include "server/services/options.h"

namespace kine::server {

/// Whether a small play keeps the characters moving.
enum class Demonstration { Off, On };

/// What becomes of what plays when a server leaves.
enum class Leaving {
  FadesOut,     // and is done with
  LeavesScenes  // as they stand: the next start goes on from there. Where no journal keeps all of
                // them, it fades out
};

class Server {
 public:
  static Result<std::unique_ptr<Server>> start(Options options,
                                               Demonstration demonstration = Demonstration::Off);

  /// Leaves as leave() does.
  ~Server();

  std::uint16_t port() const;

  /// "127.0.0.1:7730", with the port that it really has.
  std::string address() const;

  /// Where BML and EMBRScript are taken over plain TCP, as address() says it, in the order of the
  /// options; empty: nowhere.
  std::string bml_address(std::size_t index = 0) const;
  std::string embr_address(std::size_t index = 0) const;

  /// Where operators look, as address() says it; empty: nowhere.
  std::string admin_address() const;
  std::uint16_t bml_port(std::size_t index = 0) const;  // 0: nowhere
  std::uint16_t embr_port(std::size_t index = 0) const;
  const Status& status() const;

  /// Tenants that were read anew: a client without a token of theirs leaves with its next
  /// message.
  void replace_tenants(Tenants tenants);

  /// What counts by now of the limits that it began with. Of others those take effect that are
  /// looked at while it runs (server/config/limit_settings.h).
  const Limits& limits() const;
  void replace_limits(const Limits& limits);

  /// A certificate that was read anew, for connections that come from now on. Null is taken for no
  /// change: a server does not leave TLS while it runs.
  void replace_tls(std::shared_ptr<const TlsContext> context);

  /// What clients have it hold, as it is accounted (memory_account.h).
  std::size_t memory_bytes() const;

  /// Takes nothing new, ends what plays, says goodbye to everybody with this reason and closes;
  /// returns when that is done, within a few seconds. In a cluster other servers go on with it.
  void leave(const std::string& reason, Leaving leaving = Leaving::FadesOut);

 private:
  struct Parts;
  explicit Server(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace kine::server
