// A program that speaks server/voices' external protocol, for tests.
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>

namespace kine::test {

class SpeakingSocket {
 public:
  /// The line, with its end, that it answers to a line without; none: it says nothing and goes.
  using Answer = std::function<std::string(const std::string& request)>;

  /// What it does from a line that asks on until the connection ends; `send` is false where that
  /// has gone.
  using Send = std::function<bool(const std::string& bytes)>;
  using Conversation = std::function<void(const std::string& request, const Send& send)>;

  explicit SpeakingSocket(Answer answer)
      : SpeakingSocket(
            Conversation([answer = std::move(answer)](const auto& line, const Send& send) {
              send(answer(line));
            })) {}

  explicit SpeakingSocket(Conversation conversation) : conversation_(std::move(conversation)) {
    listening_ = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (::bind(listening_, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
        ::listen(listening_, 16) != 0 ||
        ::getsockname(listening_, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
      throw std::runtime_error("no port to speak on");
    }
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  SpeakingSocket(const SpeakingSocket&) = delete;
  SpeakingSocket& operator=(const SpeakingSocket&) = delete;
  ~SpeakingSocket() {
    ::shutdown(listening_, SHUT_RDWR);
    thread_.join();
    ::close(listening_);
  }

  std::string port() const { return std::to_string(port_); }

 private:
  void serve() {
    while (true) {
      const int client = ::accept(listening_, nullptr, nullptr);
      if (client < 0) return;
      std::string line;
      char byte = 0;
      while (::recv(client, &byte, 1, 0) == 1 && byte != '\n') line += byte;
      conversation_(line, [client](const std::string& bytes) {
        std::size_t sent = 0;
        while (sent < bytes.size()) {
          const ssize_t now =
              ::send(client, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
          if (now <= 0) return false;
          sent += static_cast<std::size_t>(now);
        }
        return true;
      });
      ::close(client);
    }
  }

  Conversation conversation_;
  int listening_ = -1;
  std::uint16_t port_ = 0;
  std::thread thread_;
};

}  // namespace kine::test
