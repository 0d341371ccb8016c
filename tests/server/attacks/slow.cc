// Clients that send a byte a second (slowloris), beside 200 that mean well.
//
//   slow            some seconds, with shorter waits: each slow one is closed, and nobody else
//   slow by-hand    5,000 of them at the limits of a server; judges how late others have their
//   frames
//
// A third says a Hello of our framing so slowly, a third the head of an HTTP request, and a third
// has said Hello and goes on with a message that does not end.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "server/base/descriptor_limit.h"
#include "tests/server/attacks/attacked_server.h"
#include "tests/server/attacks/attacks.h"
#include "tests/server/attacks/child.h"
#include "tests/server/attacks/crowd.h"
#include "tests/support/server/running_server.h"
#include "tests/support/temporary_folder.h"

namespace kine::attacks {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kOfAnAddress = 50;  // fewer than connections_without_hello_max
constexpr std::size_t kPlacesMax = 15'000;
constexpr double kHeardMin = 0.25;  // of the ticks that were run, on any machine
constexpr double kLateMax_ms = 10;
constexpr double kLatenessMax = 2;          // times that without them
constexpr std::size_t kTurnsInSecond = 50;  // each has its own, as clients that know of no other
constexpr std::chrono::milliseconds kTurn{20};
constexpr std::size_t kTurns = 30 * kTurnsInSecond;

/// How it is tried.
struct Trial {
  std::size_t clients = 300;
  std::chrono::milliseconds hello_wait{1'500};
  std::chrono::milliseconds message_wait{2'500};
  int seconds = 4;  // that others listen
};

constexpr Trial kByHand = {.clients = 5'000,
                           .hello_wait = server::Limits{}.hello_wait_max,
                           .message_wait = server::Limits{}.message_wait_max,
                           .seconds = 12};

struct Order {
  std::uint16_t port = 0;
  int seconds = 0;
  std::size_t clients = 0;
};

/// What came of the slow ones.
struct Slow {
  std::size_t opened = 0;
  std::size_t closed = 0;      // by the server
  std::size_t bytes_most = 0;  // that one of them could send, a second each
};

class SlowClient {
 public:
  SlowClient(std::size_t index, std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in own{};
    own.sin_family = AF_INET;
    own.sin_addr.s_addr =
        htonl(INADDR_LOOPBACK + 0x300 + static_cast<std::uint32_t>(index / kOfAnAddress));
    sockaddr_in server{};
    server.sin_family = AF_INET;
    server.sin_port = htons(port);
    server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::bind(socket_, reinterpret_cast<const sockaddr*>(&own), sizeof own) != 0 ||
        ::connect(socket_, reinterpret_cast<const sockaddr*>(&server), sizeof server) != 0) {
      throw std::runtime_error("a slow client finds no server");
    }
    const std::string hello = test::framed(hello_of().SerializeAsString());
    constexpr int kManners = 3;
    switch (index % kManners) {
      case 0:
        text_ = hello;
        break;
      case 1:
        text_ = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n";
        break;
      default:
        ::send(socket_, hello.data(), hello.size(), MSG_NOSIGNAL);
        text_ = hello;
    }
  }
  SlowClient(SlowClient&& other) noexcept
      : socket_(std::exchange(other.socket_, -1)),
        text_(std::move(other.text_)),
        sent_(other.sent_) {}
  SlowClient& operator=(SlowClient&&) = delete;
  ~SlowClient() {
    if (socket_ >= 0) ::close(socket_);
  }

  int socket() const { return socket_; }
  std::size_t sent() const { return sent_; }

  void send_byte() {
    if (sent_ < text_.size() && ::send(socket_, &text_[sent_], 1, MSG_NOSIGNAL) == 1) ++sent_;
  }

 private:
  int socket_;
  std::string text_;
  std::size_t sent_ = 0;
};

/// Whether the server has closed: what it says before is read.
bool is_closed(int socket) {
  std::array<char, 4'096> bytes;
  const ssize_t size = ::recv(socket, bytes.data(), bytes.size(), MSG_DONTWAIT);
  return size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR);
}

void hear_until(Clock::time_point end, std::vector<pollfd>& open, Slow& slow) {
  while (Clock::now() < end && slow.closed < open.size()) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
    if (::poll(open.data(), open.size(), static_cast<int>(left.count())) <= 0) continue;
    for (pollfd& each : open) {
      if (each.revents == 0 || !is_closed(each.fd)) continue;
      each.fd = -1;  // poll passes over it
      ++slow.closed;
    }
  }
}

/// Tells twice: when all have come, and when all are gone.
Slow be_slow_with(const Order& order, int reports) {
  std::vector<SlowClient> clients;
  std::vector<pollfd> open;
  Slow slow;
  for (std::size_t i = 0; i < order.clients; ++i) {
    clients.emplace_back(i, order.port);
    open.push_back({clients.back().socket(), POLLIN, 0});
  }
  slow.opened = clients.size();
  write_to(reports, slow);
  const auto begin = Clock::now();
  for (std::size_t turn = 0; turn < kTurns && slow.closed < clients.size(); ++turn) {
    for (std::size_t i = turn % kTurnsInSecond; i < clients.size(); i += kTurnsInSecond) {
      if (open[i].fd >= 0) clients[i].send_byte();
    }
    hear_until(begin + (turn + 1) * kTurn, open, slow);
  }
  for (const SlowClient& client : clients) {
    slow.bytes_most = std::max(slow.bytes_most, client.sent());
  }
  return slow;
}

void be_slow(int orders, int reports) {
  server::raise_descriptor_limit();
  Order order;
  while (read_from(orders, order)) write_to(reports, be_slow_with(order, reports));
}

void be_readers_beside_slow(int orders, int reports) {
  Order order;
  if (!read_from(orders, order)) return;
  Crowd crowd(order.port);
  write_to(reports, Figures{});
  while (read_from(orders, order)) {
    write_to(reports, crowd.listen_for(std::chrono::seconds(order.seconds)));
  }
}

template <class Report>
Report report_of(Child& child) {
  Report report;
  if (!read_from(child.reports(), report)) throw std::runtime_error("a process has gone");
  return report;
}

void print_lateness(const char* what, const Figures& figures) {
  std::printf("%-12s %6.2f %% of the frames, lateness p50 %6.2f ms, p99 %6.2f ms\n", what,
              100 * figures.delivered(), figures.lateness_p50_ms, figures.lateness_p99_ms);
}

int run_slow(Child& readers, Child& attackers, const Trial& trial, bool by_hand) {
  const test::TemporaryFolder recordings;
  const auto server =
      start_attacked_server(recordings.path().string(), [&](server::Options& options) {
        options.limits.connections_max = kPlacesMax;
        options.limits.hello_wait_max = trial.hello_wait;
        options.limits.request_wait_max = trial.hello_wait;
        options.limits.message_wait_max = trial.message_wait;
      });
  const Order order{.port = server->port(), .seconds = trial.seconds, .clients = trial.clients};
  write_to(readers.orders(), order);
  report_of<Figures>(readers);
  Figures alone;
  if (by_hand) {
    write_to(readers.orders(), order);
    alone = report_of<Figures>(readers);
    print_lateness("alone", alone);
  }
  const std::uint64_t skipped = server->status().ticks_skipped;
  write_to(attackers.orders(), order);
  report_of<Slow>(attackers);  // they have all come
  write_to(readers.orders(), order);
  const auto beside = report_of<Figures>(readers);
  const auto slow = report_of<Slow>(attackers);
  print_lateness("beside slow", beside);
  std::printf("%zu of %zu slow clients are closed; none has sent more than %zu bytes\n",
              slow.closed, slow.opened, slow.bytes_most);

  int faults = 0;
  const auto judge = [&](bool is_good, const char* fault) {
    if (is_good) return;
    std::fprintf(stderr, "slow: %s\n", fault);
    ++faults;
  };
  const auto run_ticks =
      static_cast<double>(beside.ticks - (server->status().ticks_skipped - skipped));
  judge(slow.opened == trial.clients && slow.closed == slow.opened, "a slow client was not closed");
  judge(beside.lost == 0, "a reader was cut off");
  judge(beside.scripts > 0 && beside.scripts_refused == 0, "an ordinary script was refused");
  judge(static_cast<double>(beside.frames_least) >= kHeardMin * run_ticks,
        "a reader has not had its frames");
  if (!by_hand) return faults == 0 ? 0 : 1;
  // A byte at once, one more each second of the longer wait, and one on its way.
  judge(
      slow.bytes_most <= static_cast<std::size_t>(trial.message_wait / std::chrono::seconds(1)) + 2,
      "a slow client was closed too late");
  judge(beside.lateness_p99_ms < std::max(kLateMax_ms, kLatenessMax * alone.lateness_p99_ms),
        "readers have their frames later");
  return faults == 0 ? 0 : 1;
}

}  // namespace
}  // namespace kine::attacks

int main(int argc, char**) {
  using namespace kine::attacks;
  kine::server::raise_descriptor_limit();
  std::signal(SIGPIPE, SIG_IGN);
  constexpr int kNiceness = 19;
  Child readers(0, be_readers_beside_slow);
  Child attackers(kNiceness, be_slow);
  const bool by_hand = argc > 1;
  return run_slow(readers, attackers, by_hand ? kByHand : Trial{}, by_hand);
}
