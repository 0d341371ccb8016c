// A message into a stream that is stored only where its sender knows the one before it.
//
// NATS compares the number of the subject's last message. So two that both believe to have a scene
// cannot both write: the first one's message changes that number.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "server/cluster/nats_connection.h"

namespace kine::server {

using NatsHeaders = std::map<std::string, std::string>;

struct CheckedMessage {
  std::string subject;
  std::uint64_t last = 0;  // of the subject, as the sender knows it; 0: it has none
  NatsHeaders headers = {};
  std::string_view data = {};
};

struct Published {
  enum class Outcome : std::uint8_t {
    Stored,
    Refused,  // the subject's last message is another one
    Unknown,  // no answer: it may be stored, or may be later
  };
  Outcome outcome = Outcome::Unknown;
  std::uint64_t sequence = 0;  // of a stored one
  std::string fault = {};      // of another, in the engine's words
};

/// Waits for the answer, which comes when a quorum of the servers has it.
Published publish_checked(const NatsConnection& connection, const CheckedMessage& message,
                          std::chrono::milliseconds patience);

struct StoredMessage {
  std::uint64_t sequence = 0;
  NatsHeaders headers = {};  // of those that were asked for, the ones that it has
  std::string data = {};
};

/// The last of a subject; nothing: it has none. A server that has lost its lead may say an older
/// one: decide nothing by it that a checked message does not confirm.
Result<std::optional<StoredMessage>> last_of(const NatsConnection& connection,
                                             const std::string& stream, const std::string& subject,
                                             const std::vector<std::string>& headers,
                                             std::chrono::milliseconds patience);

/// The headers of `names` that a message has.
NatsHeaders headers_of(natsMsg* message, const std::vector<std::string>& names);

struct NatsMessageDeleter {
  void operator()(natsMsg* message) const { natsMsg_Destroy(message); }
};
using OwnedNatsMessage = std::unique_ptr<natsMsg, NatsMessageDeleter>;

/// Its bytes, for as long as it lives.
std::string_view data_of(natsMsg* message);

}  // namespace kine::server
