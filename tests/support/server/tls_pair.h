// A server's TlsLayer and a client of OpenSSL's, the two ends of a pair of sockets.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <exception>
#include <future>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "server/tls/tls_layer.h"
#include "tests/support/server/tls_side.h"

namespace kine::test {

class TlsPair {
 public:
  /// `first` bytes of the client are read before the layer is there.
  TlsPair(const server::TlsFiles& files, const TlsWish& wish, std::size_t first = 0)
      : context_(*server::TlsContext::read(files)) {
    if (::socketpair(AF_UNIX, SOCK_STREAM, 0, sockets_.data()) != 0) {
      throw std::runtime_error("no sockets");
    }
    auto met = std::async(std::launch::async, [this, wish] {
      try {
        client_.emplace(sockets_[1], wish);
      } catch (const std::exception& error) {
        refusal_ = error.what();
      }
    });
    std::string read_before(first, '\0');
    if (first > 0 && ::recv(sockets_[0], read_before.data(), first, MSG_WAITALL) !=
                         static_cast<ssize_t>(first)) {
      throw std::runtime_error("the client says nothing");
    }
    ::fcntl(sockets_[0], F_SETFL, O_NONBLOCK);
    layer_ =
        std::make_unique<server::TlsLayer>(context_->open(), sockets_[0], std::move(read_before));
    shake_hands();
    met.wait();
  }
  TlsPair(const TlsPair&) = delete;
  TlsPair& operator=(const TlsPair&) = delete;
  ~TlsPair() {
    client_.reset();
    for (const int socket : sockets_) {
      if (socket >= 0) ::close(socket);
    }
  }

  server::TlsLayer& layer() { return *layer_; }
  server::TlsPeer peer() { return layer_->peer(*context_); }
  TlsSide& client() { return *client_; }  // Pre: refusal() is empty

  /// Why the client has no connection; empty: it has.
  const std::string& refusal() const { return refusal_; }

  /// Writes what is sealed.
  void flush() {
    while (!layer_->sealed().empty()) {
      wait_for(POLLOUT);
      const auto sealed = layer_->sealed();
      const ssize_t sent = ::send(sockets_[0], sealed.data(), sealed.size(), MSG_NOSIGNAL);
      if (sent <= 0) return;
      layer_->pass(static_cast<std::size_t>(sent));
    }
  }

  /// Until `size` bytes have come, or the end.
  std::string receive(std::size_t size) {
    std::string bytes;
    std::array<char, 4096> some{};
    while (bytes.size() < size) {
      const auto read = layer_->read(some.data(), std::min(some.size(), size - bytes.size()));
      bytes.append(some.data(), read.size);
      if (read.has_ended) break;
      if (read.size == 0) wait_for(POLLIN);
    }
    return bytes;
  }

  /// The client is gone without a word of TLS.
  void cut_client() { ::shutdown(sockets_[1], SHUT_RDWR); }

 private:
  void shake_hands() {
    using Handshake = server::TlsLayer::Handshake;
    for (;;) {
      const auto step = layer_->shake_hands();
      flush();
      if (step == Handshake::Failed) ::shutdown(sockets_[0], SHUT_WR);
      if (step != Handshake::WantsBytes) return;
      wait_for(POLLIN);
    }
  }

  void wait_for(short events) {
    constexpr int kPatience_ms = 60'000;
    pollfd entry{sockets_[0], events, 0};
    if (::poll(&entry, 1, kPatience_ms) <= 0) throw std::runtime_error("the client is silent");
  }

  std::shared_ptr<const server::TlsContext> context_;
  std::array<int, 2> sockets_{-1, -1};
  std::unique_ptr<server::TlsLayer> layer_;
  std::optional<TlsSide> client_;
  std::string refusal_;
};

}  // namespace kine::test
