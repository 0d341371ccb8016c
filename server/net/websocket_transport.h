// Envelopes as WebSocket messages: binary ones without a length in front, or JSON as text.
//
// Boost.Beast reads: handshake, masks, fragments, UTF-8, control frames. It never writes to the
// socket: the control frames that it answers with are words of the transport's own, so that pings
// and messages leave by the one gathered write of the session, and a batch of many characters is
// still one system call.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "server/net/transport.h"
#include "server/services/json_texts.h"
#include "server/web/upgrade.h"

namespace kine::server {

class WebSocketTransport final : public Transport {
 public:
  /// `head` is that of the request, checked already as far as HTTP goes; `rest` has been read
  /// behind it. `texts` outlive it.
  WebSocketTransport(Wire wire, std::string head, std::string rest, Subprotocol subprotocol,
                     JsonTexts& texts);
  ~WebSocketTransport() override;

  Wire& wire() override;
  void on_words(std::function<void()> call) override;
  boost::asio::awaitable<bool> read() override;
  Result<std::optional<std::string_view>> pop() override;
  MessageForm form() const override;
  bool waits_for_rest() const override;
  void set_message_bytes_max(std::size_t bytes_max) override;
  const Pieces& lay_out(const std::vector<protocol::Bytes>& batch) override;
  bool has_words() const override;
  bool is_choked() const override;
  const Pieces& lay_out_end(std::string_view reason) override;

 private:
  struct Stream;
  const std::unique_ptr<Stream> stream_;
};

}  // namespace kine::server
