// A connection to the servers of NATS: comes back for ever, and says when it is gone.
#pragma once

#include <nats/nats.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"

namespace kine::server {

struct NatsOptions {
  std::vector<std::string> servers;  // of parse_nats_servers()
  std::string name;                  // of this node: in the engine's own lists
  std::string credentials_file;      // a user's JWT and key; empty: what the servers' URLs say
  std::string ca_file;               // what to trust; empty: as the system, where a URL says tls
  std::string certificate_file;      // our own, with its key; empty: none
  std::string key_file;
};

/// What happens to a connection. Called by threads of libnats, one after the other.
struct NatsListening {
  std::function<void()> on_connected = [] {};
  std::function<void()> on_disconnected = [] {};
};

/// Every call may come from any thread.
class NatsConnection {
 public:
  /// An error is a wrong option. Servers that cannot be reached are tried again, for ever.
  static Result<std::unique_ptr<NatsConnection>> connect(const NatsOptions& options,
                                                         NatsListening listening = {});

  /// Nothing is called any more when it returns.
  ~NatsConnection();
  NatsConnection(const NatsConnection&) = delete;
  NatsConnection& operator=(const NatsConnection&) = delete;

  bool is_connected() const;

  /// Returns when it is connected, or that time is over: whether it is.
  bool wait_until_connected(std::chrono::milliseconds patience) const;

  /// Of a message, as the server allows.
  std::size_t payload_bytes_max() const;

  /// How many servers the cluster has: those that were named, or that it tells of if these are
  /// more.
  std::size_t servers() const;

  /// In the engine's own words; empty: none.
  std::string last_fault() const;

  natsConnection* get() const { return connection_; }
  jsCtx* jet_stream() const { return jet_stream_; }

 private:
  struct Callbacks;

  explicit NatsConnection(std::size_t named);

  const std::size_t named_;
  std::string first_fault_;  // of a first try that failed
  std::shared_ptr<Callbacks> callbacks_;
  natsConnection* connection_ = nullptr;
  jsCtx* jet_stream_ = nullptr;
};

/// What libnats says of a status, and of the call before on this thread.
std::string nats_words(natsStatus status);

/// `what` failed by `status`.
Error nats_error(std::string_view what, natsStatus status);

}  // namespace kine::server
