// What one more subscriber costs: a thousand of them to one character, on one core.
//
// Protects "bytes are encoded once and shared": the frames that were encoded are counted, and the
// server's own processor time is divided by the frames that it sent. The receiver is another
// process, so that its time is not counted.
//
//   fan_out_bench [SUBSCRIBERS [SECONDS [TICKS_A_SECOND]]]
//
// 10,000 connections: fan_out_bench 10000 10 6, which is 60,000 messages a second.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "protocol/codec.h"
#include "protocol/kinesphere.pb.h"
#include "server/base/descriptor_limit.h"
#include "tests/support/server/running_server.h"

namespace {

using namespace kine;

constexpr std::size_t kSubscribers = 1'000;
constexpr int kSeconds = 5;
constexpr int kTickRate_hz = 60;

std::string hello_and_subscribe() {
  kinesphere::Envelope hello;
  hello.mutable_hello()->set_version_major(protocol::kVersionMajor);
  hello.mutable_hello()->set_name("fan_out_bench");
  kinesphere::Envelope subscribe;
  subscribe.mutable_subscribe()->add_characters(1);
  return std::string(*protocol::encode(hello)) + std::string(*protocol::encode(subscribe));
}

int connected(std::uint16_t port) {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
    std::perror("fan_out_bench: connect");
    std::exit(1);
  }
  return socket;
}

/// The other process: it subscribes, then reads and forgets until the server closes. It says when
/// all have a frame, and again when as many seconds have passed.
class Receivers {
 public:
  Receivers(std::uint16_t port, std::size_t subscribers) {
    const std::string words = hello_and_subscribe();
    for (std::size_t i = 0; i < subscribers; ++i) {
      const int socket = connected(port);
      // One by one: a server lets only so many wait at its door.
      if (::write(socket, words.data(), words.size()) < 0) std::_Exit(1);
      if (::read(socket, bytes_.data(), bytes_.size()) <= 0) std::_Exit(1);
      sockets_.push_back({socket, POLLIN, 0});
    }
    silent_ = sockets_.size();
    has_heard_.resize(sockets_.size());
  }

  void run(int reports, std::chrono::seconds time) {
    while (silent_ > 0 && hear()) {
    }
    report(reports, 'b');
    const auto end = std::chrono::steady_clock::now() + time;
    while (std::chrono::steady_clock::now() < end && hear()) {
    }
    report(reports, 'e');
    while (hear()) {
    }
  }

 private:
  static void report(int pipe, char word) {
    if (::write(pipe, &word, 1) != 1) std::_Exit(1);
  }

  bool hear() {
    if (::poll(sockets_.data(), sockets_.size(), 10'000) <= 0) return false;
    for (std::size_t i = 0; i < sockets_.size(); ++i) {
      if (sockets_[i].revents == 0) continue;
      if (::read(sockets_[i].fd, bytes_.data(), bytes_.size()) <= 0) return false;
      if (!has_heard_[i]) --silent_;
      has_heard_[i] = true;
    }
    return true;
  }

  std::vector<char> bytes_ = std::vector<char>(1 << 16);
  std::vector<pollfd> sockets_;
  std::vector<bool> has_heard_;
  std::size_t silent_ = 0;
};

void receive(int orders, int reports, std::size_t subscribers, std::chrono::seconds time) {
  std::uint16_t port = 0;
  if (::read(orders, &port, sizeof(port)) != sizeof(port)) return;
  Receivers(port, subscribers).run(reports, time);
}

double processor_seconds() {
  timespec now = {};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Counts {
  double seconds;
  std::uint64_t ticks, encoded, offered, dropped;
};

Counts counts_of(const server::Server& server) {
  const server::Status& status = server.status();
  return {processor_seconds(), status.ticks, status.frames_encoded, status.frames_offered,
          status.frames_dropped};
}

void wait_for(int reports) {
  char word = 0;
  if (::read(reports, &word, 1) != 1) std::exit(1);
}

server::Options options_at(std::uint32_t tick_rate_hz) {
  server::Options options = test::server_options();
  options.tick_rate_hz = tick_rate_hz;
  return options;
}

void print_cost(std::size_t subscribers, std::chrono::seconds time, std::uint32_t tick_rate_hz) {
  int orders[2] = {};
  int reports[2] = {};
  if (::pipe(orders) != 0 || ::pipe(reports) != 0) std::exit(1);
  const pid_t child = ::fork();  // before the server has threads
  if (child == 0) {
    receive(orders[0], reports[1], subscribers, time);
    std::_Exit(0);
  }
  {
    const auto server = test::start_server(options_at(tick_rate_hz));
    const std::uint16_t port = server->port();
    const std::size_t alone = test::resident_bytes();
    if (::write(orders[1], &port, sizeof(port)) != sizeof(port)) std::exit(1);
    wait_for(reports[0]);
    const Counts before = counts_of(*server);
    wait_for(reports[0]);
    const Counts now = counts_of(*server);
    const auto ticks = static_cast<double>(now.ticks - before.ticks);
    const auto offered = static_cast<double>(now.offered - before.offered);
    const double us = 1e6 * (now.seconds - before.seconds);
    const double kept = static_cast<double>(test::resident_bytes()) - static_cast<double>(alone);
    std::printf("  %6zu %14.2f %14.3f %14.2f %14.0f %14.2f %14.1f\n", subscribers, us / offered,
                1e-3 * us / ticks, static_cast<double>(now.encoded - before.encoded) / ticks,
                offered / ticks, static_cast<double>(now.dropped - before.dropped) / ticks,
                1e-3 * kept / static_cast<double>(subscribers));
  }
  ::waitpid(child, nullptr, 0);
  for (const int end : {orders[0], orders[1], reports[0], reports[1]}) ::close(end);
}

}  // namespace

int main(int argc, char** argv) {
  server::raise_descriptor_limit();
  const std::size_t subscribers = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : kSubscribers;
  const std::chrono::seconds time(argc > 2 ? std::atoi(argv[2]) : kSeconds);
  const auto tick_rate_hz =
      static_cast<std::uint32_t>(argc > 3 ? std::atoi(argv[3]) : kTickRate_hz);
  std::printf("two characters, of whom one is subscribed to; processor time of the server\n\n");
  std::printf("  %6s %14s %14s %14s %14s %14s %14s\n", "who", "us a frame", "ms a tick", "encoded",
              "offered", "dropped a tick", "kB each");
  for (const std::size_t count : {std::size_t{1}, subscribers}) {
    print_cost(count, time, tick_rate_hz);
  }
  return 0;
}
