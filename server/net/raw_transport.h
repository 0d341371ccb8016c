// Envelopes straight over TCP, each with its length in front.
#pragma once

#include <string_view>

#include "server/net/transport.h"

namespace kine::server {

class RawTransport final : public Transport {
 public:
  /// `bytes` have been read from it already.
  RawTransport(Wire wire, std::string_view bytes);

  Wire& wire() override { return wire_; }
  void on_words(std::function<void()> /*call*/) override {}
  boost::asio::awaitable<bool> read() override;
  Result<std::optional<std::string_view>> pop() override { return splitter_.pop(); }
  bool waits_for_rest() const override { return splitter_.waits_for_rest(); }
  void set_message_bytes_max(std::size_t bytes_max) override {
    splitter_.set_message_bytes_max(bytes_max);
  }
  const Pieces& lay_out(const std::vector<protocol::Bytes>& batch) override;
  bool has_words() const override { return false; }
  const Pieces& lay_out_end(std::string_view reason) override;

 private:
  Wire wire_;
  protocol::EnvelopeSplitter splitter_;
  bool has_first_bytes_;
  Pieces pieces_;
};

}  // namespace kine::server
