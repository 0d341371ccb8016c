#include "tests/server/attacks/crowd.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "protocol/codec.h"
#include "protocol/framing.h"
#include "protocol/kinesphere.pb.h"
#include "tests/server/attacks/attacks.h"
#include "tests/support/server/running_server.h"

namespace kine::attacks {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kAddresses = 50;
constexpr std::chrono::seconds kPatience{20};
constexpr double kTickRate_hz = 60;

int connect_from(const std::string& own_address, std::uint16_t port) {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in own{};
  own.sin_family = AF_INET;
  ::inet_pton(AF_INET, own_address.c_str(), &own.sin_addr);
  sockaddr_in server{};
  server.sin_family = AF_INET;
  server.sin_port = htons(port);
  server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::bind(socket, reinterpret_cast<const sockaddr*>(&own), sizeof own) != 0 ||
      ::connect(socket, reinterpret_cast<const sockaddr*>(&server), sizeof server) != 0) {
    throw std::runtime_error("a subscriber finds no server");
  }
  return socket;
}

double quantile(std::vector<double>& values, double share) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

double now_us() {
  return std::chrono::duration<double, std::micro>(Clock::now().time_since_epoch()).count();
}

/// One of them.
struct Member {
  int socket = -1;
  protocol::EnvelopeSplitter splitter{protocol::kEnvelopeBytesMax};
  std::uint64_t newest = 0;  // tick
  std::uint64_t heard = 0;   // ticks, since somebody began to count
  bool is_lost = false;

  void send(const kinesphere::Envelope& envelope) {
    const protocol::Bytes bytes = protocol::encode(envelope);
    if (::send(socket, bytes->data(), bytes->size(), MSG_NOSIGNAL) < 0) is_lost = true;
  }
};

}  // namespace

struct Crowd::Parts {
  explicit Parts(std::uint16_t port) {
    for (std::size_t i = 0; i <= kSubscribers; ++i) {
      Member& member = members.emplace_back();
      member.socket = connect_from("127.0.2." + std::to_string(1 + i % kAddresses), port);
      member.send(hello_of());
      if (i == kSubscribers) break;  // that one plays
      kinesphere::Envelope envelope;
      envelope.mutable_subscribe()->add_characters(2);
      envelope.mutable_subscribe()->add_parts(kinesphere::PART_BODY);
      envelope.mutable_subscribe()->set_encoding(kinesphere::ENCODING_SMALLEST_THREE_48);
      member.send(envelope);
    }
    for (const Member& member : members) sockets.push_back({member.socket, POLLIN, 0});
    ping();
    hear_until(Clock::now() + kPatience, [this] { return zero_us && all_have_heard(1); });
    if (!zero_us || !all_have_heard(1)) throw std::runtime_error("a subscriber hears nothing");
  }
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;
  ~Parts() {
    for (const Member& member : members) ::close(member.socket);
  }

  Member& player() { return members.back(); }
  std::span<Member> subscribers() { return std::span(members).first(kSubscribers); }

  bool all_have_heard(std::uint64_t tick) {
    return std::ranges::all_of(subscribers(), [&](const Member& member) {
      return member.is_lost || member.newest >= tick;
    });
  }

  void ping() {
    kinesphere::Envelope envelope;
    envelope.mutable_ping();
    player().send(envelope);
  }

  void play() {
    kinesphere::Envelope envelope;
    played = "healthy" + std::to_string(++scripts);
    envelope.mutable_submit()->set_id(played);
    envelope.mutable_submit()->set_script(test::head_script(0.3));
    envelope.mutable_submit()->set_character(kHealthy);
    player().send(envelope);
    played_us = now_us();
  }

  template <class Done>
  void hear_until(Clock::time_point end, Done done) {
    while (!done() && Clock::now() < end) hear();
  }

  void hear() {
    constexpr int kWait_ms = 20;
    if (::poll(sockets.data(), sockets.size(), kWait_ms) <= 0) return;
    for (std::size_t i = 0; i < sockets.size(); ++i) {
      if (sockets[i].revents == 0) continue;
      const ssize_t size = ::recv(sockets[i].fd, bytes.data(), bytes.size(), MSG_DONTWAIT);
      if (size > 0) {
        take_in(members[i], {bytes.data(), static_cast<std::size_t>(size)});
      } else if (size == 0 || (errno != EAGAIN && errno != EINTR)) {
        members[i].is_lost = true;
        sockets[i].fd = -1;  // poll passes over it
      }
    }
  }

  void take_in(Member& member, std::string_view received) {
    member.splitter.push(received);
    for (;;) {
      const auto message = member.splitter.pop();
      if (!message || !*message) return;
      kinesphere::Envelope envelope;
      if (!envelope.ParseFromArray((*message)->data(), static_cast<int>((*message)->size())))
        return;
      if (envelope.has_frame()) {
        take(member, envelope.frame());
      } else if (envelope.has_pong() && !zero_us) {
        zero_us = static_cast<double>(envelope.pong().server_time_us()) -
                  static_cast<double>(envelope.pong().server_tick_time_us());
      } else if (envelope.has_refused()) {
        ++refused;
      } else if (envelope.feedback().kind() == kinesphere::Feedback::STARTED &&
                 envelope.feedback().id() == played) {
        latencies_ms.push_back((now_us() - played_us) / 1000);
      }
    }
  }

  void take(Member& member, const kinesphere::Frame& frame) {
    if (frame.tick() <= member.newest) return;
    member.newest = frame.tick();
    newest = std::max(newest, frame.tick());
    if (frame.tick() <= counted_after || frame.tick() > counted_up_to) return;
    ++member.heard;
    latenesses_ms.push_back((now_us() - due_us(frame.tick())) / 1000);
  }

  double due_us(std::uint64_t tick) const {
    return *zero_us + 1e6 * static_cast<double>(tick) / kTickRate_hz;
  }

  // What has come while nobody listened is not late.
  void catch_up() {
    const double now = now_us();
    hear_until(Clock::now() + kPatience,
               [&] { return due_us(newest) >= now && all_have_heard(newest); });
  }

  std::vector<Member> members;  // the last plays
  std::vector<pollfd> sockets;
  std::array<char, 1 << 16> bytes{};
  std::optional<double> zero_us;  // when tick 0 was, by the clock that all of this machine have
  std::uint64_t newest = 0;       // tick that any has heard of
  std::uint64_t counted_after = UINT64_MAX;
  std::uint64_t counted_up_to = UINT64_MAX;
  std::vector<double> latenesses_ms;
  std::vector<double> latencies_ms;
  std::string played;
  double played_us = 0;
  std::size_t scripts = 0;
  std::uint64_t refused = 0;
};

Crowd::Crowd(std::uint16_t port) : parts_(std::make_unique<Parts>(port)) {}
Crowd::~Crowd() = default;

Figures Crowd::listen_for(std::chrono::seconds time) {
  Parts& parts = *parts_;
  parts.latenesses_ms.clear();
  parts.latencies_ms.clear();
  parts.refused = 0;
  parts.catch_up();
  for (Member& member : parts.members) member.heard = 0;
  parts.counted_after = parts.newest;
  parts.counted_up_to = UINT64_MAX;
  const auto begin = Clock::now();
  for (std::chrono::seconds second{0}; second < time; ++second) {
    parts.play();
    parts.hear_until(begin + second + std::chrono::seconds(1), [] { return false; });
  }
  parts.counted_up_to = parts.newest;
  // What is on its way to some of them has been seen by others.
  parts.hear_until(Clock::now() + std::chrono::seconds(1),
                   [&] { return parts.all_have_heard(parts.counted_up_to); });

  Figures figures{.ticks = parts.counted_up_to - parts.counted_after,
                  .frames_least = UINT64_MAX,
                  .lateness_p50_ms = quantile(parts.latenesses_ms, 0.5),
                  .lateness_p99_ms = quantile(parts.latenesses_ms, 0.99),
                  .scripts = parts.latencies_ms.size(),
                  .scripts_refused = parts.refused,
                  .script_p95_ms = quantile(parts.latencies_ms, 0.95)};
  for (const Member& member : parts.subscribers()) {
    figures.frames += member.heard;
    figures.frames_least = std::min(figures.frames_least, member.heard);
  }
  for (const Member& member : parts.members) figures.lost += member.is_lost ? 1 : 0;
  return figures;
}

}  // namespace kine::attacks
