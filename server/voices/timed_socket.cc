#include "server/voices/timed_socket.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "protocol/framing.h"
#include "server/voices/host_lookup.h"

namespace kine::server {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{64} << 10;

Error gone() { return {ErrorCode::Unsupported, "the other side has gone"}; }
Error too_late() { return {ErrorCode::Unsupported, "no answer in time"}; }
Error too_long() { return {ErrorCode::LimitExceeded, "the answer is too long"}; }

int milliseconds_until(TimedSocket::Deadline deadline) {
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 3'600'000));
}

}  // namespace

TimedSocket::TimedSocket(TimedSocket&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), received_(std::move(other.received_)) {}

TimedSocket& TimedSocket::operator=(TimedSocket&& other) noexcept {
  if (this != &other) {
    close();
    descriptor_ = std::exchange(other.descriptor_, -1);
    received_ = std::move(other.received_);
  }
  return *this;
}

TimedSocket::~TimedSocket() { close(); }

void TimedSocket::close() {
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
  received_.clear();
}

Result<TimedSocket> TimedSocket::connect(const std::string& host, const std::string& port,
                                         Deadline deadline) {
  const auto addresses = find_host(host, port, deadline);
  if (!addresses) return addresses.error();
  for (const HostAddress& address : *addresses) {
    TimedSocket socket(::socket(address.family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!socket.open()) continue;
    const int one = 1;
    ::setsockopt(socket.descriptor_, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    const auto* const at = reinterpret_cast<const sockaddr*>(&address.bytes);
    if (::connect(socket.descriptor_, at, address.size) != 0) {
      if (errno != EINPROGRESS || !socket.wait_for(POLLOUT, deadline)) continue;
      int fault = 0;
      socklen_t size = sizeof fault;
      ::getsockopt(socket.descriptor_, SOL_SOCKET, SO_ERROR, &fault, &size);
      if (fault != 0) continue;
    }
    return socket;
  }
  return Error{ErrorCode::Unsupported, "no server answers there"};
}

Result<Done> TimedSocket::wait_for(short events, Deadline deadline) const {
  if (!open()) return gone();
  pollfd waiting{.fd = descriptor_, .events = events, .revents = 0};
  while (true) {
    const int ready = ::poll(&waiting, 1, milliseconds_until(deadline));
    if (ready > 0) return Done{};
    if (ready == 0) return too_late();
    if (errno != EINTR) return gone();
  }
}

Result<Done> TimedSocket::send(std::string_view bytes, Deadline deadline) {
  while (!bytes.empty()) {
    if (const auto ready = wait_for(POLLOUT, deadline); !ready) return ready;
    const ssize_t sent =
        ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (sent <= 0) return gone();
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return Done{};
}

Result<Done> TimedSocket::receive_up_to(std::size_t size, Deadline deadline) {
  while (received_.size() < size) {
    if (const auto ready = wait_for(POLLIN, deadline); !ready) return ready;
    char piece[kPieceBytes];
    const ssize_t got = ::recv(descriptor_, piece, sizeof piece, MSG_DONTWAIT);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got <= 0) return gone();
    received_.append(piece, static_cast<std::size_t>(got));
  }
  return Done{};
}

Result<Done> TimedSocket::send_message(std::string_view bytes, Deadline deadline) {
  std::string message(protocol::kLengthBytes, '\0');
  protocol::write_length(static_cast<std::uint32_t>(bytes.size()), message.data());
  message += bytes;
  return send(message, deadline);
}

Result<std::string> TimedSocket::receive_message(std::size_t bytes_max, Deadline deadline) {
  if (const auto got = receive_up_to(protocol::kLengthBytes, deadline); !got) return got.error();
  const std::size_t size = protocol::read_length(received_.data());
  if (size > bytes_max) return too_long();
  if (const auto got = receive_up_to(protocol::kLengthBytes + size, deadline); !got) {
    return got.error();
  }
  std::string message = received_.substr(protocol::kLengthBytes, size);
  received_.erase(0, protocol::kLengthBytes + size);
  return message;
}

std::optional<std::string> TimedSocket::received_line(std::size_t& looked_at) {
  const std::size_t end = received_.find('\n', looked_at);
  looked_at = received_.size();
  if (end == std::string::npos) return std::nullopt;
  std::string line = received_.substr(0, end);
  received_.erase(0, end + 1);
  return line;
}

Result<std::string> TimedSocket::receive_line(std::size_t bytes_max, Deadline deadline) {
  std::size_t looked_at = 0;
  while (true) {
    if (auto line = received_line(looked_at)) return *std::move(line);
    if (looked_at > bytes_max) return too_long();
    if (const auto got = receive_up_to(looked_at + 1, deadline); !got) return got.error();
  }
}

Result<std::optional<std::string>> TimedSocket::take_line(std::size_t bytes_max) {
  std::size_t looked_at = 0;
  while (true) {
    if (auto line = received_line(looked_at)) return line;
    if (looked_at > bytes_max) return too_long();
    char piece[kPieceBytes];
    const ssize_t got = ::recv(descriptor_, piece, sizeof piece, MSG_DONTWAIT);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) return std::optional<std::string>();
    if (got <= 0) return gone();
    received_.append(piece, static_cast<std::size_t>(got));
  }
}

}  // namespace kine::server
