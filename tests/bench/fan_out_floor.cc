// Fan-out beside its floor: a tick that is published to real sessions, and one gathered write of
// the same bytes to each of the same sockets.
//
// Both are done in turn, in one thread and in its own time: the hub, the sessions and their
// outboxes run in it. The far ends are read by another thread and forgotten. Frames are made
// beforehand.
//
//   fan_out_floor_bench [ROUNDS]
#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/write.hpp>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "protocol/codec.h"
#include "protocol/kinesphere.pb.h"
#include "server/net/raw_transport.h"
#include "server/net/session.h"
#include "server/net/socket_options.h"
#include "server/scene/casts.h"
#include "server/ticks/tick_loop.h"
#include "tests/bench/measure/clocks.h"
#include "tests/support/server/running_server.h"

namespace {

using namespace kine;
using boost::asio::ip::tcp;
namespace asio = boost::asio;

constexpr std::size_t kClients = 200;
constexpr std::size_t kRounds = 300;

server::Options options_with(std::size_t characters) {
  server::Options options = test::server_options();
  std::vector<server::CharacterSpec> specs;
  for (std::size_t i = 0; i < characters; ++i) {
    specs.push_back(*server::parse_character("c" + std::to_string(i) + "=ada"));
  }
  options.casts = *server::make_casts(specs);
  return options;
}

std::string hello_to_all() {
  kinesphere::Envelope hello;
  hello.mutable_hello()->set_version_major(protocol::kVersionMajor);
  kinesphere::Envelope subscribe;
  subscribe.mutable_subscribe()->add_parts(kinesphere::PART_BODY);
  return std::string(*protocol::encode(hello)) + std::string(*protocol::encode(subscribe));
}

/// The parts of a server that sends, in this thread alone.
class Sender {
 public:
  explicit Sender(std::size_t characters)
      : options_(options_with(characters)),
        scene_({.casts = options_.casts, .rate = TickRate(60), .inputs_max = 16}) {
    tcp::acceptor acceptor(io_, {asio::ip::address_v4::loopback(), 0});
    for (std::size_t i = 0; i < kClients; ++i) connect(acceptor, ClientId{i + 1});
    reader_ = std::thread([this] { forget_all(); });
    // Until all have said Hello and subscribed, and have had a frame.
    while (status_.frames_offered < kClients * characters) publish();
  }
  Sender(const Sender&) = delete;
  Sender& operator=(const Sender&) = delete;
  ~Sender() {
    for (const auto& session : sessions_) session->cut();
    poll();
    services_.decoding.stop();
    pool_.stop();
    stopping_ = true;
    reader_.join();
  }

  /// A tick as the thread of the ticks has made it.
  std::shared_ptr<const server::TickOutput> make_tick() {
    return shards_.advance_to(Tick{++tick_}, {}, hub_.variants_wanted());
  }

  void publish(std::shared_ptr<const server::TickOutput> output) {
    hub_.publish(std::move(output));
    poll();
  }
  void publish() { publish(make_tick()); }

  /// The floor: the same bytes to the same sockets.
  void write_plainly(const server::TickOutput& output) {
    const auto variant = protocol::FrameVariant(protocol::FrameParts::Body).index();
    std::vector<iovec> pieces;
    for (const auto& variants : output.frames) {
      const protocol::Bytes& frame = variants[variant];
      pieces.push_back({const_cast<char*>(frame->data()), frame->size()});
    }
    for (const int socket : sockets_) {
      bytes_ += static_cast<std::uint64_t>(
          std::max<ssize_t>(::writev(socket, pieces.data(), static_cast<int>(pieces.size())), 0));
    }
  }

  /// They have all that was written.
  void wait_for_far_ends() const {
    while (taken_ < bytes_ + status_.bytes_sent) std::this_thread::yield();
  }

  std::uint64_t bytes_written_plainly() const { return bytes_; }
  std::uint64_t bytes_sent() const { return status_.bytes_sent; }
  std::uint64_t dropped() const { return status_.frames_dropped; }

 private:
  void connect(tcp::acceptor& acceptor, ClientId id) {
    far_.push_back(std::make_unique<tcp::socket>(far_io_));
    far_.back()->connect(acceptor.local_endpoint());
    tcp::socket near(asio::make_strand(io_));
    acceptor.accept(near);
    server::tune(near);
    near.non_blocking(true);
    sockets_.push_back(near.native_handle());
    const auto session = std::make_shared<server::Session>(
        std::make_unique<server::RawTransport>(std::move(near), ""),
        server::Party{id, asio::ip::address_v4::loopback()}, services_,
        server::Session::Listening{.on_hello = [](ClientId) {}, .on_gone = [](ClientId) {}});
    session->start(server::steady_now() + std::chrono::minutes(10));
    sessions_.push_back(session);
    asio::write(*far_.back(), asio::buffer(hello_to_all()));
  }

  void poll() {
    io_.restart();
    io_.poll();
  }

  void forget_all() {
    std::vector<char> bytes(1 << 20);
    std::vector<pollfd> sockets;
    for (const auto& socket : far_) sockets.push_back({socket->native_handle(), POLLIN, 0});
    while (!stopping_ && ::poll(sockets.data(), sockets.size(), 100) >= 0) {
      for (const pollfd& socket : sockets) {
        if (socket.revents == 0) continue;
        const ssize_t size = ::recv(socket.fd, bytes.data(), bytes.size(), MSG_DONTWAIT);
        taken_ += static_cast<std::uint64_t>(std::max<ssize_t>(size, 0));
      }
    }
  }

  asio::io_context io_;
  asio::io_context far_io_;
  server::Options options_;
  server::LiveScene scene_;
  server::Status status_;
  server::PreparePool pool_{{.threads = 1}};
  server::Hub hub_{io_, TickRate(60), status_};
  server::Recorder recorder_{"", scene_.roster, TickRate(60), hub_};
  server::WebFiles files_{scene_.roster, TickRate(60)};
  server::LiveLimits limits_{options_.limits};
  server::Stage stage_{.name = "main",
                       .scene = scene_,
                       .hub = hub_,
                       .recorder = recorder_,
                       .heard_characters = server::HeardCharacters(1),
                       .resumes = server::Resumes(limits_)};
  server::Services services_{.options = options_,
                             .status = status_,
                             .pool = pool_,
                             .files = files_,
                             .limits = limits_,
                             .stages = {&stage_}};
  server::ShardThreads shards_{scene_.roster, TickRate(60), 1};
  std::uint64_t tick_ = 0;
  std::uint64_t bytes_ = 0;
  std::vector<std::unique_ptr<tcp::socket>> far_;
  std::vector<int> sockets_;
  std::vector<std::shared_ptr<server::Session>> sessions_;
  std::atomic<std::uint64_t> taken_{0};
  std::atomic<bool> stopping_{false};
  std::thread reader_;
};

/// Sessions and writes in turn, each time with a tick that was made before.
void print_ratio(std::size_t characters, std::size_t rounds) {
  Sender sender(characters);
  std::vector<double> ours_us;
  std::vector<double> plain_us;
  std::vector<double> ratios;
  const std::uint64_t dropped = sender.dropped();
  const std::uint64_t sent_before = sender.bytes_sent();
  for (std::size_t i = 0; i < rounds; ++i) {
    const auto output = sender.make_tick();
    const bench::Taken plain = bench::time_of([&] { sender.write_plainly(*output); });
    sender.wait_for_far_ends();
    const bench::Taken ours = bench::time_of([&] { sender.publish(output); });
    sender.wait_for_far_ends();
    plain_us.push_back(1e6 * plain.thread_s / kClients);
    ours_us.push_back(1e6 * ours.thread_s / kClients);
    ratios.push_back(ours.thread_s / plain.thread_s);
  }
  const auto sent = static_cast<double>(sender.bytes_sent() - sent_before);
  const auto plain = static_cast<double>(sender.bytes_written_plainly());
  std::printf("  %10zu %12.2f %12.2f %10.3f %16.3f %10llu\n", characters,
              bench::quantile(plain_us, 0.5), bench::quantile(ours_us, 0.5),
              bench::quantile(ratios, 0.5), sent / plain,
              static_cast<unsigned long long>(sender.dropped() - dropped));
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t rounds = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : kRounds;
  std::printf("a tick to %zu clients; us a client in thread time, medians\n\n", kClients);
  std::printf("  %10s %12s %12s %10s %16s %10s\n", "characters", "plain", "sessions", "ratio",
              "bytes, theirs 1", "dropped");
  for (const std::size_t characters : {1, 5, 20, 50}) print_ratio(characters, rounds);
  return 0;
}
