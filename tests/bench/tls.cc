// What TLS costs the thread that writes, beside the same batches written plainly.
//
// Both are written in turn, in one thread and in its own time. Nobody opens what is sealed: the far
// ends are read by another thread and forgotten. A batch is what one subscriber is sent in a tick:
// a message for each character.
//
//   tls_bench [ROUNDS]
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "server/net/socket_options.h"
#include "server/net/wire.h"
#include "tests/bench/measure/clocks.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/tls_side.h"

namespace {

using namespace kine;
using boost::asio::ip::tcp;
namespace asio = boost::asio;

constexpr std::size_t kLines = 50;  // of each kind
constexpr std::size_t kMessageBytes = 1'500;
constexpr std::size_t kRounds = 200;

/// Connections of one kind, and a thread that takes what they are sent.
class Lines {
 public:
  Lines(asio::io_context& io, const server::TlsContext* context, const test::TlsWish& wish)
      : io_(io) {
    tcp::acceptor acceptor(io, {asio::ip::address_v4::loopback(), 0});
    for (std::size_t i = 0; i < kLines; ++i) {
      far_.push_back(std::make_unique<tcp::socket>(io));
      far_.back()->connect(acceptor.local_endpoint());
      near_.push_back(std::make_unique<server::Wire>(acceptor.accept()));
      server::tune(near_.back()->socket());
    }
    if (context != nullptr) shake_hands(*context, wish);
    reader_ = std::thread([this] { forget_all(); });
  }
  ~Lines() {
    for (const auto& wire : near_) wire->close();
    reader_.join();
  }

  /// A batch to each.
  void write(const server::Pieces& batch) {
    for (const auto& wire : near_) run(wire->write(batch, [] {}));
  }

  /// Thread time of the server's side, in us; median.
  double handshake_us() const { return 1e6 * bench::quantile(handshakes_s_, 0.5); }
  double bytes_each() const { return bytes_each_; }

 private:
  template <class Value>
  Value run(asio::awaitable<Value> what) {
    auto done = asio::co_spawn(io_, std::move(what), asio::use_future);
    io_.restart();
    io_.run();
    return done.get();
  }

  void shake_hands(const server::TlsContext& context, const test::TlsWish& wish) {
    for (std::size_t i = 0; i < kLines; ++i) {
      auto shaken = std::async(std::launch::async, [&] {
        clients_.push_back(std::make_unique<test::TlsSide>(far_[i]->native_handle(), wish));
      });
      const std::size_t bytes = test::resident_bytes();
      std::string fault;
      const bench::Taken taken =
          bench::time_of([&] { fault = run(near_[i]->begin_tls(context, {})); });
      handshakes_s_.push_back(taken.thread_s);
      shaken.get();
      if (!fault.empty()) std::exit(1);
      bytes_each_ += (static_cast<double>(test::resident_bytes()) - static_cast<double>(bytes)) /
                     static_cast<double>(kLines);
    }
  }

  void forget_all() {
    std::array<char, 65'536> bytes{};
    std::vector<pollfd> sockets;
    for (const auto& socket : far_) sockets.push_back({socket->native_handle(), POLLIN, 0});
    while (!sockets.empty() && ::poll(sockets.data(), sockets.size(), -1) > 0) {
      std::erase_if(sockets, [&](const pollfd& socket) {
        return socket.revents != 0 && ::recv(socket.fd, bytes.data(), bytes.size(), 0) <= 0;
      });
    }
  }

  asio::io_context& io_;
  std::vector<std::unique_ptr<tcp::socket>> far_;
  std::vector<std::unique_ptr<server::Wire>> near_;
  std::vector<std::unique_ptr<test::TlsSide>> clients_;
  std::vector<double> handshakes_s_;
  double bytes_each_ = 0;
  std::thread reader_;
};

void print_cost(Lines& plain, Lines& sealed, std::size_t messages, std::size_t rounds) {
  const std::vector<std::string> texts(messages, std::string(kMessageBytes, 'x'));
  server::Pieces batch;
  for (const std::string& text : texts) batch.push_back(asio::buffer(text));
  bench::Comparison turns;
  const std::size_t in_plain = turns.add("plain", kLines, [&] { plain.write(batch); });
  const std::size_t in_tls = turns.add("TLS", kLines, [&] { sealed.write(batch); });
  turns.run(rounds);
  const double plain_us = 1e-3 * turns.median_ns(in_plain);
  const double tls_us = 1e-3 * turns.median_ns(in_tls);
  std::printf("  %8zu %12.2f %12.2f %12.2f %16.3f\n", messages, plain_us, tls_us,
              turns.median_ratio(in_tls, in_plain),
              (tls_us - plain_us) / (static_cast<double>(messages * kMessageBytes) / 1024));
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t rounds = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : kRounds;
  const test::TemporaryFolder folder;
  const test::Authority authority;
  const auto context =
      *server::TlsContext::read(test::write_tls(folder, test::issue_to_server(authority)));
  const test::TlsWish wish{.authority = authority.certificate()};
  asio::io_context io;
  Lines plain(io, nullptr, wish);
  Lines sealed(io, context.get(), wish);
  std::printf("a handshake of the server: %.0f us; it and its client: %.1f kB of memory\n\n",
              sealed.handshake_us(), 1e-3 * sealed.bytes_each());
  std::printf("batches of messages of %zu bytes to %zu clients; medians of thread time\n\n",
              kMessageBytes, kLines);
  std::printf("  %8s %12s %12s %12s %16s\n", "messages", "plain us", "TLS us", "ratio",
              "more us a KiB");
  for (const std::size_t messages : {1, 5, 20, 100}) print_cost(plain, sealed, messages, rounds);
  return 0;
}
