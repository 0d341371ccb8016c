#include "server/listener.h"

#include <algorithm>
#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <map>
#include <optional>
#include <sstream>
#include <utility>

#include "protocol/codec.h"
#include "protocol/kinesphere.pb.h"
#include "realizer/core/number.h"
#include "server/first_bytes.h"
#include "server/http_answer.h"
#include "server/reception.h"
#include "server/socket_options.h"
#include "server/tick_loop.h"

namespace kine::server {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

/// Without a file descriptor to spare, until one may be free again.
constexpr std::chrono::milliseconds kAcceptPause{100};

/// Of what a client has sent that is turned away: bytes that nobody read would break the answer.
constexpr std::size_t kTurnedAwayReadBytes = 4096;

std::string problem_bytes(const std::string& problem) {
  kinesphere::Envelope answer;
  answer.mutable_problem()->set_error(problem);
  answer.mutable_problem()->set_closing(true);
  return std::string(*protocol::encode(answer));
}

/// As far as it goes without waiting: nobody receives this connection. Where its first bytes have
/// come already, the answer is in their manner.
void turn_away(tcp::socket& socket, const std::string& problem) {
  std::array<char, kTurnedAwayReadBytes> bytes;
  boost::system::error_code ignored;
  const std::size_t size = socket.read_some(asio::buffer(bytes), ignored);
  const bool is_http = manner_of({bytes.data(), size}) == Manner::Http;
  const std::string last = is_http ? plain_answer(503, problem).as_one() : problem_bytes(problem);
  socket.write_some(asio::buffer(last), ignored);
  socket.shutdown(tcp::socket::shutdown_send, ignored);
  socket.close(ignored);
}

}  // namespace

struct Listener::Strand : std::enable_shared_from_this<Listener::Strand> {
  struct Entry {
    std::shared_ptr<Guest> guest;
    asio::ip::address address;
    bool said_hello = false;
  };

  Strand(asio::io_context& context, Services& parts)
      : io(context),
        services(parts),
        strand(asio::make_strand(context)),
        acceptor(strand),
        timer(strand),
        pause(strand) {}

  asio::awaitable<void> accept_loop() {
    const auto self = shared_from_this();
    while (acceptor.is_open()) {
      auto [error, socket] = co_await acceptor.async_accept(asio::make_strand(io),
                                                            asio::as_tuple(asio::use_awaitable));
      if (!acceptor.is_open()) co_return;
      if (error) {
        pause.expires_after(kAcceptPause);
        co_await pause.async_wait(asio::as_tuple(asio::use_awaitable));
      } else {
        let_in(std::move(socket));
      }
    }
  }

  void let_in(tcp::socket socket) {
    tune(socket);
    boost::system::error_code error;
    const asio::ip::address address = socket.remote_endpoint(error).address();
    if (error) return;
    const Limits& limits = services.options.limits;
    if (guests.size() >= limits.connections_max) {
      ++services.status.connections_refused;
      return turn_away(socket, "past connections_max of " + std::to_string(limits.connections_max));
    }
    std::size_t& silent = silent_of[address];
    if (silent >= limits.connections_without_hello_max) {
      ++services.status.connections_refused;
      return turn_away(socket, "past connections_without_hello_max of " +
                                   std::to_string(limits.connections_without_hello_max));
    }
    ++silent;
    ++services.status.connections;
    ++services.status.connections_accepted;
    const ClientId client{++clients_counted};
    const auto reception =
        std::make_shared<Reception>(std::move(socket), client, services, listening());
    guests[client] = {reception, address, false};
    reception->start();
    if (goodbye) reception->say_goodbye(*goodbye);
  }

  Reception::Listening listening() {
    const auto note = [self = weak_from_this()](void (Strand::*what)(ClientId)) {
      return [self, what](ClientId client) {
        if (const auto alive = self.lock()) alive->later(client, what);
      };
    };
    return {
        .on_session =
            [self = weak_from_this()](ClientId client, std::shared_ptr<Session> session) {
              if (const auto alive = self.lock()) alive->swap_later(client, std::move(session));
            },
        .session = {.on_hello = note(&Strand::note_hello), .on_gone = note(&Strand::note_gone)}};
  }

  void swap_later(ClientId client, std::shared_ptr<Session> session) {
    asio::post(strand, [self = shared_from_this(), client, session = std::move(session)] {
      const auto entry = self->guests.find(client);
      if (entry == self->guests.end()) return;
      entry->second.guest = session;
      if (self->cutting) return session->cut();
      if (self->goodbye) session->say_goodbye(*self->goodbye);
    });
  }

  void later(ClientId client, void (Strand::*note)(ClientId)) {
    asio::post(strand, [self = shared_from_this(), client, note] { (*self.*note)(client); });
  }

  void note_hello(ClientId client) {
    const auto guest = guests.find(client);
    if (guest != guests.end()) leave_silent(guest->second);
  }

  void note_gone(ClientId client) {
    const auto guest = guests.find(client);
    if (guest == guests.end()) return;
    leave_silent(guest->second);
    guests.erase(guest);
    --services.status.connections;
    if (guests.empty() && on_all_gone) std::exchange(on_all_gone, nullptr)();
  }

  void leave_silent(Entry& entry) {
    if (std::exchange(entry.said_hello, true)) return;
    const auto silent = silent_of.find(entry.address);
    if (--silent->second == 0) silent_of.erase(silent);
  }

  asio::awaitable<void> watch_loop() {
    const auto self = shared_from_this();
    const Limits& limits = services.options.limits;
    // Nobody is cut off much later than the limit says.
    const auto pace =
        std::min({limits.hello_wait_max, limits.message_wait_max, limits.write_wait_max,
                  limits.request_wait_max, std::chrono::milliseconds(1'000)}) /
        4;
    for (;;) {
      timer.expires_after(pace);
      const auto [error] = co_await timer.async_wait(asio::as_tuple(asio::use_awaitable));
      if (error) co_return;
      const auto now = steady_now();
      for (auto& [client, entry] : guests) entry.guest->expire_if_late(now);
    }
  }

  asio::io_context& io;
  Services& services;
  asio::strand<asio::io_context::executor_type> strand;
  tcp::acceptor acceptor;
  asio::steady_timer timer;
  asio::steady_timer pause;
  tcp::endpoint endpoint;
  std::map<ClientId, Entry> guests;
  std::map<asio::ip::address, std::size_t> silent_of;  // without Hello, by address
  std::uint64_t clients_counted = 0;
  std::optional<std::string> goodbye;
  bool cutting = false;
  std::function<void()> on_all_gone;
};

Listener::Listener(asio::io_context& io, Services& services)
    : strand_(std::make_shared<Strand>(io, services)) {}

Listener::~Listener() = default;

Result<Done> Listener::open() {
  const Options& options = strand_->services.options;
  const std::string place = options.host + ":" + std::to_string(options.port);
  boost::system::error_code error;
  tcp::resolver resolver(strand_->io);
  const auto found =
      resolver.resolve(options.host, std::to_string(options.port), tcp::resolver::passive, error);
  if (error || found.empty()) {
    return Error{ErrorCode::UnknownName, "no address to listen on: " + quoted(options.host)};
  }
  const tcp::endpoint endpoint = found.begin()->endpoint();
  strand_->services.loopback_only = endpoint.address().is_loopback();
  const bool guarded = !options.token.empty() || options.strangers == Strangers::Welcome;
  if (!endpoint.address().is_loopback() && !guarded) {
    return Error{
        ErrorCode::Unsupported,
        "beyond this machine it takes --token-file, or --open for everybody: " + quoted(place)};
  }
  tcp::acceptor& acceptor = strand_->acceptor;
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(tcp::acceptor::max_listen_connections, error);
  if (error) {
    return Error{ErrorCode::Unsupported,
                 "cannot listen (" + error.message() + ")" +
                     (error == asio::error::address_in_use ? ", --listen takes another port" : "") +
                     ": " + quoted(place)};
  }
  strand_->endpoint = acceptor.local_endpoint(error);
  return Done{};
}

std::uint16_t Listener::port() const { return strand_->endpoint.port(); }

std::string Listener::address() const {
  std::ostringstream text;
  text << strand_->endpoint;
  return text.str();
}

void Listener::start() {
  asio::co_spawn(
      strand_->strand, [self = strand_] { return self->accept_loop(); }, asio::detached);
  asio::co_spawn(
      strand_->strand, [self = strand_] { return self->watch_loop(); }, asio::detached);
}

void Listener::stop_accepting() {
  asio::post(strand_->strand, [self = strand_] {
    boost::system::error_code ignored;
    self->acceptor.close(ignored);
  });
}

void Listener::say_goodbye(std::string reason, std::function<void()> on_all_gone) {
  asio::post(strand_->strand, [self = strand_, reason = std::move(reason),
                               on_all_gone = std::move(on_all_gone)]() mutable {
    if (self->guests.empty()) return on_all_gone();
    self->goodbye = reason;
    self->on_all_gone = std::move(on_all_gone);
    for (auto& [client, entry] : self->guests) entry.guest->say_goodbye(reason);
  });
}

void Listener::cut_all() {
  asio::post(strand_->strand, [self = strand_] {
    self->cutting = true;
    for (auto& [client, entry] : self->guests) entry.guest->cut();
  });
}

}  // namespace kine::server
