// How envelopes stand in the bytes of one connection.
//
//   wire --bytes--> Transport --message--> Session
//   Session --a batch of Bytes--> Transport --pieces--> one gathered write
//
// A transport reads but never writes. What it has to say of its own (a pong, a close) it lays
// before the pieces of the next batch, so that no message is cut by another. It belongs to the
// strand of its wire.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "protocol/framing.h"
#include "realizer/core/result.h"
#include "server/net/gathered_write.h"
#include "server/net/wire.h"

namespace kine::server {

/// How an envelope is written in a message.
enum class MessageForm { Protobuf, Json };

class Transport {
 public:
  virtual ~Transport() = default;

  /// Does not block. Writing to it and closing it is up to the session.
  virtual Wire& wire() = 0;

  /// Once, before anything else: called when there are words of its own.
  virtual void on_words(std::function<void()> call) = 0;

  /// Waits for bytes and takes them in. False where the client has ended the conversation or broken
  /// its form: nothing will be read any more.
  virtual boost::asio::awaitable<bool> read() = 0;

  /// The next whole message, valid until the next call of this or of read(); nothing while there is
  /// none. After an error there is no going on.
  virtual Result<std::optional<std::string_view>> pop() = 0;
  virtual MessageForm form() const { return MessageForm::Protobuf; }
  virtual bool waits_for_rest() const = 0;

  /// Holds for every message of which nothing has been taken in yet.
  virtual void set_message_bytes_max(std::size_t bytes_max) = 0;

  /// What goes out for `batch`, words of its own before it. Valid until the next call, as long as
  /// the batch stands.
  virtual const Pieces& lay_out(const std::vector<protocol::Bytes>& batch) = 0;
  virtual bool has_words() const = 0;

  /// Whether read() has ended because the client takes none of these words and asks for more.
  virtual bool is_choked() const { return false; }

  /// What is written last of all, if anything. `reason` is why it ends, for transports that can say
  /// it beside the messages.
  virtual const Pieces& lay_out_end(std::string_view reason) = 0;
};

}  // namespace kine::server
