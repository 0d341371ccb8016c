#include "tests/support/server/wire_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <stdexcept>
#include <utility>

#include "tests/support/server/last_words.h"

namespace kine::test {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kPatience{60};

std::uint32_t length_of(const std::string& bytes) {
  std::uint32_t length = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    length |= std::uint32_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  }
  return length;
}

void wait_for(int socket, short events) {
  pollfd entry{socket, events, 0};
  if (::poll(&entry, 1, std::chrono::milliseconds(kPatience).count()) <= 0) {
    throw std::runtime_error("the server keeps the test waiting");
  }
}

}  // namespace

std::string framed(std::string_view message) {
  std::string bytes;
  for (std::size_t i = 0; i < 4; ++i) bytes += static_cast<char>(message.size() >> (8 * i) & 0xFF);
  return bytes.append(message);
}

WireClient::WireClient(std::uint16_t port, int receive_bytes)
    : WireClient(port, receive_bytes, "127.0.0.1") {}

WireClient WireClient::from(const char* address, std::uint16_t port) {
  return WireClient(port, 0, address);
}

WireClient::WireClient(std::uint16_t port, int receive_bytes, const char* from)
    : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
  if (receive_bytes > 0) {
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_bytes, sizeof(receive_bytes));
  }
  sockaddr_in own{};
  own.sin_family = AF_INET;
  if (::inet_pton(AF_INET, from, &own.sin_addr) != 1 ||
      ::bind(socket_, reinterpret_cast<sockaddr*>(&own), sizeof(own)) != 0) {
    throw std::runtime_error("this machine has no such address");
  }
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof(address)) != 0) {
    throw std::runtime_error("no server to connect to");
  }
  const int on = 1;
  ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
}

WireClient::WireClient(std::uint16_t port, const TlsWish& wish, const char* from)
    : WireClient(port, 0, from) {
  const timeval patience{.tv_sec = kPatience.count(), .tv_usec = 0};
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
  ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
  tls_ = std::make_unique<TlsSide>(socket_, wish);
}

WireClient::~WireClient() {
  if (socket_ >= 0) ::close(socket_);
}

WireClient::WireClient(WireClient&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)),
      tls_(std::move(other.tls_)),
      buffer_(std::move(other.buffer_)) {}

void WireClient::send_bytes(std::string_view bytes) {
  if (tls_) {
    tls_->write(bytes);  // where the server has closed, receive() will say
    return;
  }
  while (!bytes.empty()) {
    wait_for(socket_, POLLOUT);
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return;  // the server has closed, as receive() will say
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

void WireClient::end_sending() { ::shutdown(socket_, SHUT_WR); }

void WireClient::send(const kinesphere::Envelope& envelope) {
  send_bytes(framed(envelope.SerializeAsString()));
}

bool WireClient::receive_some() {
  char bytes[65536];
  if (tls_) {
    const std::size_t count = tls_->read(bytes, sizeof(bytes));
    buffer_.append(bytes, count);
    return count > 0;
  }
  wait_for(socket_, POLLIN);
  const ssize_t size = ::recv(socket_, bytes, sizeof(bytes), 0);
  if (size <= 0) return false;
  buffer_.append(bytes, static_cast<std::size_t>(size));
  return true;
}

std::string WireClient::receive_up_to(std::string_view end) {
  for (;;) {
    const std::size_t found = buffer_.find(end);
    if (found != std::string::npos) {
      const std::string result = buffer_.substr(0, found + end.size());
      buffer_.erase(0, result.size());
      return result;
    }
    if (!receive_some()) return std::exchange(buffer_, {});
  }
}

std::string WireClient::receive_all() {
  while (receive_some()) {
  }
  return std::exchange(buffer_, {});
}

std::optional<kinesphere::Envelope> WireClient::receive() {
  while (buffer_.size() < 4 || buffer_.size() - 4 < length_of(buffer_)) {
    if (!receive_some()) return {};
  }
  const std::size_t length = length_of(buffer_);
  kinesphere::Envelope envelope;
  if (!envelope.ParseFromString(buffer_.substr(4, length))) {
    throw std::runtime_error("the server sent no envelope");
  }
  buffer_.erase(0, 4 + length);
  return envelope;
}

kinesphere::Envelope WireClient::receive_until(
    const std::function<bool(const kinesphere::Envelope&)>& is_it) {
  const Clock::time_point deadline = Clock::now() + kPatience;
  while (Clock::now() < deadline) {
    auto envelope = receive();
    if (!envelope) throw std::runtime_error("the server closed");
    if (is_it(*envelope)) return *std::move(envelope);
  }
  throw std::runtime_error("the message that the test waits for does not come");
}

kinesphere::Hello WireClient::say_hello(const std::string& token, const std::string& scene) {
  kinesphere::Envelope envelope;
  envelope.mutable_hello()->set_version_major(1);
  envelope.mutable_hello()->set_name("a test");
  envelope.mutable_hello()->set_token(token);
  envelope.mutable_hello()->set_scene(scene);
  send(envelope);
  return receive_until([](const auto& answer) { return answer.has_hello(); }).hello();
}

void WireClient::submit(const std::string& script, const std::string& id,
                        const std::string& character) {
  kinesphere::Envelope envelope;
  envelope.mutable_submit()->set_script(script);
  envelope.mutable_submit()->set_id(id);
  envelope.mutable_submit()->set_character(character);
  send(envelope);
}

void WireClient::subscribe(std::initializer_list<kinesphere::Part> parts) {
  kinesphere::Envelope envelope;
  envelope.mutable_subscribe();
  for (const auto part : parts) envelope.mutable_subscribe()->add_parts(part);
  send(envelope);
}

void WireClient::say_ping() {
  kinesphere::Envelope envelope;
  envelope.mutable_ping();
  send(envelope);
  receive_until([](const auto& answer) { return answer.has_pong(); });
}

void WireClient::interrupt(const std::string& id, float fade) {
  kinesphere::Envelope envelope;
  envelope.mutable_interrupt()->add_ids(id);
  envelope.mutable_interrupt()->set_fade(fade);
  send(envelope);
}

kinesphere::Envelope WireClient::answer() {
  return receive_until(
      [](const auto& envelope) { return envelope.has_accepted() || envelope.has_refused(); });
}

kinesphere::Frame WireClient::next_frame() {
  return receive_until([](const auto& envelope) { return envelope.has_frame(); }).frame();
}

kinesphere::Feedback WireClient::next_feedback() {
  return receive_until([](const auto& envelope) { return envelope.has_feedback(); }).feedback();
}

std::string WireClient::last_words() { return last_words_of(*this); }

}  // namespace kine::test
