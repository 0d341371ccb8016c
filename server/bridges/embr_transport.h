// EMBRScript over plain TCP, as clients of the first EMBR speak it: a client connects, writes a
// script and closes. Nothing is ever written back; feedback goes by UDP (embr_feedback.h), and what
// is refused into the log, for which the connection waits.
//
//   text up to the end of the connection --EmbrTransport--> Submit
//
// To the session it is a transport like others, whose client said Hello at once.
#pragma once

#include <boost/asio/steady_timer.hpp>
#include <string>
#include <string_view>

#include "server/bridges/client_hello.h"
#include "server/net/transport.h"

namespace kine::server {

class EmbrTransport final : public Transport {
 public:
  /// The script is submitted under `id`.
  EmbrTransport(boost::asio::ip::tcp::socket socket, std::string id, BridgeClient client);

  Wire& wire() override { return wire_; }
  void on_words(std::function<void()> /*call*/) override {}
  boost::asio::awaitable<bool> read() override;
  Result<std::optional<std::string_view>> pop() override;
  bool waits_for_rest() const override { return !text_.empty() && !ended_; }
  void set_message_bytes_max(std::size_t /*bytes_max*/) override {}
  const Pieces& lay_out(const std::vector<protocol::Bytes>& batch) override;
  bool has_words() const override { return false; }
  const Pieces& lay_out_end(std::string_view reason) override;

 private:
  boost::asio::awaitable<void> wait_for_answer();
  void note_answer();

  Wire wire_;  // a plain one
  boost::asio::ip::tcp::socket& socket_ = wire_.socket();
  std::string id_;
  BridgeClient client_;
  std::string text_;
  bool said_hello_ = false;
  bool ended_ = false;  // by the client: the script is whole
  bool submitted_ = false;
  bool is_answered_ = false;
  boost::asio::steady_timer answer_;  // cancelled when it is
  std::string message_;               // that was popped
  Pieces nothing_;
};

}  // namespace kine::server
