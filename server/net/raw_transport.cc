#include "server/net/raw_transport.h"

#include <utility>

namespace kine::server {

namespace asio = boost::asio;

namespace {

bool ends_at(const asio::const_buffer& buffer, const char* place) {
  return static_cast<const char*>(buffer.data()) + buffer.size() == place;
}

}  // namespace

RawTransport::RawTransport(Wire wire, std::string_view bytes)
    : wire_(std::move(wire)),
      splitter_(protocol::kEnvelopeBytesBeforeHelloMax),
      has_first_bytes_(!bytes.empty()) {
  splitter_.push(bytes);
}

asio::awaitable<bool> RawTransport::read() {
  if (std::exchange(has_first_bytes_, false)) co_return true;
  // An idle connection holds no buffer while it waits.
  const bool readable = co_await wire_.wait();
  if (!readable) co_return false;
  co_return !wire_.take_in([this](std::string_view bytes) { splitter_.push(bytes); });
}

const Pieces& RawTransport::lay_out(const std::vector<protocol::Bytes>& batch) {
  pieces_.clear();
  for (const protocol::Bytes& message : batch) {
    // Messages that stand one behind the other are one piece.
    if (!pieces_.empty() && ends_at(pieces_.back(), message->data())) {
      pieces_.back() = {pieces_.back().data(), pieces_.back().size() + message->size()};
    } else {
      pieces_.push_back(asio::buffer(*message));
    }
  }
  return pieces_;
}

const Pieces& RawTransport::lay_out_end(std::string_view /*reason*/) {
  pieces_.clear();
  return pieces_;
}

}  // namespace kine::server
