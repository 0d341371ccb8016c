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
#include <vector>

#include "protocol/framing.h"
#include "realizer/core/number.h"
#include "server/bridges/bml_transport.h"
#include "server/bridges/bound_ports.h"
#include "server/bridges/embr_feedback.h"
#include "server/bridges/embr_transport.h"
#include "server/guests/places.h"
#include "server/net/first_bytes.h"
#include "server/net/last_words.h"
#include "server/net/reception.h"
#include "server/net/session.h"
#include "server/net/socket_options.h"
#include "server/ticks/tick_loop.h"
#include "server/web/http_answer.h"

namespace kine::server {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

/// Without a file descriptor to spare, until one may be free again.
constexpr std::chrono::milliseconds kAcceptPause{100};

/// What clients of a port speak.
enum class Speech {
  Own,  // envelopes or HTTP
  Bml,
  Embr,
};

/// A port that is open.
struct Door {
  Door(const asio::any_io_executor& executor, Speech clients_speak)
      : acceptor(executor), pause(executor), speech(clients_speak) {}

  tcp::acceptor acceptor;
  asio::steady_timer pause;
  tcp::endpoint endpoint;
  Speech speech;
  BmlPort bridge = {};                        // of BML, and what it shares with EMBRScript's
  std::shared_ptr<PortClients> clients = {};  // of a tenant's port for EMBRScript; else null
  std::size_t guests = 0;                     // that came by it and are there
};

/// Nobody receives this connection. Where its first bytes have come already, the answer is in their
/// manner.
void turn_away(tcp::socket& socket, Speech speech, const std::string& problem) {
  std::array<char, protocol::kLengthBytes> bytes;
  boost::system::error_code ignored;
  const std::size_t size = socket.receive(asio::buffer(bytes), tcp::socket::message_peek, ignored);
  const bool is_http = manner_of({bytes.data(), size}) == Manner::Http;
  say_and_close(socket, speech == Speech::Embr  ? std::string()
                        : speech == Speech::Bml ? bml_problem(problem)
                        : is_http               ? plain_answer(503, problem).as_one()
                                                : std::string(*closing_problem(problem)));
}

/// What its line in the file of tenants has first; empty: it is no tenant's.
std::string word_of(const Door& door) {
  if (door.bridge.tenant.empty()) return {};
  return port_word(door.speech == Speech::Bml ? "bml" : "embr", door.bridge.tenant);
}

std::string text_of(const tcp::endpoint& endpoint) {
  std::ostringstream text;
  text << endpoint;
  return text.str();
}

}  // namespace

struct Listener::Strand : std::enable_shared_from_this<Listener::Strand> {
  struct Entry {
    std::shared_ptr<Guest> guest;
    asio::ip::address address;
    std::shared_ptr<Door> door;
    std::optional<Places::Displaced> displaced = {};  // what it was told when it had to leave
  };

  Strand(asio::io_context& context, Services& parts)
      : io(context),
        services(parts),
        strand(asio::make_strand(context)),
        front(std::make_shared<Door>(strand, Speech::Own)),
        timer(strand),
        places({.connections_max = parts.options.limits.connections_max,
                .without_hello_max = parts.options.limits.connections_without_hello_max}) {}

  asio::awaitable<void> accept_loop(std::shared_ptr<Door> door) {
    const auto self = shared_from_this();
    while (door->acceptor.is_open()) {
      auto [error, socket] = co_await door->acceptor.async_accept(
          asio::make_strand(io), asio::as_tuple(asio::use_awaitable));
      if (!door->acceptor.is_open()) co_return;
      if (error) {
        door->pause.expires_after(kAcceptPause);
        co_await door->pause.async_wait(asio::as_tuple(asio::use_awaitable));
      } else {
        let_in(std::move(socket), door);
      }
    }
  }

  void let_in(tcp::socket socket, const std::shared_ptr<Door>& door) {
    tune(socket);
    boost::system::error_code error;
    const asio::ip::address address = socket.remote_endpoint(error).address();
    if (error) return;
    const auto refuse = [&](const std::string& problem) {
      note_refused(address, problem);
      turn_away(socket, door->speech, problem);
    };
    const std::size_t of_bridge_max = services.limits.now().bridge_connections_max;
    if (door->speech != Speech::Own && door->guests >= of_bridge_max) {
      return refuse(past("bridge_connections_max", of_bridge_max));
    }
    const ClientId client{++clients_counted};
    const Places::Decision decision = places.admit(client, address);
    if (decision.refusal) return refuse(*decision.refusal);
    if (decision.displaced) send_away(*decision.displaced);
    ++door->guests;
    ++services.status.connections;
    ++services.status.connections_accepted;
    const auto guest = receive(std::move(socket), {client, address}, *door);
    guests[client] = {guest, address, door};
    if (goodbye) guest->say_goodbye(*goodbye);
  }

  void note_refused(const asio::ip::address& address, const std::string& problem) {
    ++services.status.connections_refused;
    services.guest_log.note(GuestLog::Kind::Refused,
                            LogEvent(problem).text("address", address.to_string()), steady_now());
  }

  void send_away(const Places::Displaced& displaced) {
    const auto found = guests.find(displaced.client);
    if (found == guests.end()) return;
    Entry& entry = found->second;
    entry.displaced = displaced;
    ++services.status.connections_displaced;
    services.guest_log.note(GuestLog::Kind::CutOff,
                            LogEvent(displaced.reason)
                                .number("client", static_cast<double>(displaced.client.value))
                                .text("address", entry.address.to_string()),
                            steady_now());
    entry.guest->send_away(displaced.reason, displaced.parting);
  }

  std::shared_ptr<Guest> receive(tcp::socket socket, Party party, const Door& door) {
    if (door.speech == Speech::Own) {
      auto reception =
          std::make_shared<Reception>(std::move(socket), std::move(party), services, listening());
      reception->start();
      return reception;
    }
    // Its token is the server's own, so that no guess of a neighbour keeps it out; or it comes as
    // the tenant of its port.
    const ClientId client = party.client;
    if (door.clients) door.clients->add(client);
    auto session = std::make_shared<Session>(
        make_transport(std::move(socket), client, door),
        Party{.client = client, .address = {}, .holder = party.address, .port = word_of(door)},
        services, listening().session);
    session->start(steady_now() + services.limits.now().hello_wait_max);
    return session;
  }

  std::unique_ptr<Transport> make_transport(tcp::socket socket, ClientId client, const Door& door) {
    const bool is_bound = !door.bridge.tenant.empty();
    BridgeClient as{.token = is_bound ? std::string() : services.options.token,
                    .scene = door.bridge.scene};
    const Limits& limits = services.limits.now();
    if (door.speech == Speech::Bml) {
      return std::make_unique<BmlTransport>(
          std::move(socket),
          BmlTransport::Options{.client = std::move(as),
                                .feedback_port = door.bridge.feedback,
                                .feedback_bytes_max = limits.bridge_feedback_bytes_max,
                                .patience = limits.write_wait_max,
                                .calls_max = limits.bridge_calls_max,
                                .last_words_wait_max = limits.bridge_last_words_wait_max});
    }
    std::string id = std::string(kEmbrScript) + std::to_string(client.value);
    return std::make_unique<EmbrTransport>(std::move(socket), std::move(id), std::move(as));
  }

  Reception::Listening listening() {
    const auto note = [self = weak_from_this()](void (Strand::*what)(ClientId)) {
      return [self, what](ClientId client) {
        if (const auto alive = self.lock()) alive->later(client, what);
      };
    };
    const auto move = [self = weak_from_this()](ClientId client, const asio::ip::address& address) {
      if (const auto alive = self.lock()) alive->move_later(client, address);
    };
    return {.on_session =
                [self = weak_from_this()](ClientId client, std::shared_ptr<Session> session) {
                  if (const auto alive = self.lock()) alive->swap_later(client, std::move(session));
                },
            .on_address = move,
            .session = {.on_hello = note(&Strand::note_hello),
                        .on_gone = note(&Strand::note_gone),
                        .on_address = move}};
  }

  void swap_later(ClientId client, std::shared_ptr<Session> session) {
    asio::post(strand, [self = shared_from_this(), client, session = std::move(session)] {
      const auto entry = self->guests.find(client);
      if (entry == self->guests.end()) return;
      entry->second.guest = session;
      if (self->cutting) return session->cut();
      if (const auto& displaced = entry->second.displaced) {
        return session->send_away(displaced->reason, displaced->parting);
      }
      if (self->goodbye) session->say_goodbye(*self->goodbye);
    });
  }

  void move_later(ClientId client, const asio::ip::address& address) {
    asio::post(strand, [self = shared_from_this(), client, address] {
      const auto entry = self->guests.find(client);
      if (entry == self->guests.end() || entry->second.displaced) return;
      entry->second.address = address;
      const Places::Decision decision = self->places.move(client, address);
      if (decision.displaced) self->send_away(*decision.displaced);
      if (decision.refusal) self->send_away({client, Parting::AtOnce, *decision.refusal});
    });
  }

  void later(ClientId client, void (Strand::*note)(ClientId)) {
    asio::post(strand, [self = shared_from_this(), client, note] { (*self.*note)(client); });
  }

  void note_hello(ClientId client) { places.note_hello(client); }

  void note_gone(ClientId client) {
    const auto guest = guests.find(client);
    if (guest == guests.end()) return;
    places.leave(client);
    --guest->second.door->guests;
    guests.erase(guest);
    --services.status.connections;
    if (guests.empty() && on_all_gone) std::exchange(on_all_gone, nullptr)();
  }

  asio::awaitable<void> watch_loop() {
    const auto self = shared_from_this();
    for (;;) {
      // Nobody is cut off much later than the limit says.
      const Limits& limits = services.limits.now();
      timer.expires_after(
          std::min({limits.hello_wait_max, limits.message_wait_max, limits.write_wait_max,
                    limits.request_wait_max, std::chrono::milliseconds(1'000)}) /
          4);
      const auto [error] = co_await timer.async_wait(asio::as_tuple(asio::use_awaitable));
      if (error) co_return;
      const auto now = steady_now();
      for (auto& [client, entry] : guests) entry.guest->expire_if_late(now);
    }
  }

  Result<tcp::endpoint> find_endpoint(const std::string& host, std::uint16_t port) {
    boost::system::error_code error;
    tcp::resolver resolver(io);
    const auto found = resolver.resolve(host, std::to_string(port), tcp::resolver::passive, error);
    if (!error && !found.empty()) return found.begin()->endpoint();
    return Error{ErrorCode::UnknownName, "no address to listen on: " + quoted(host)};
  }

  /// `option` is what takes another port.
  Result<Done> open(Door& door, const tcp::endpoint& endpoint, const std::string& option) {
    boost::system::error_code error;
    tcp::acceptor& acceptor = door.acceptor;
    acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(tcp::acceptor::max_listen_connections, error);
    if (error) {
      const bool in_use = error == asio::error::address_in_use;
      return Error{ErrorCode::Unsupported,
                   "cannot listen (" + error.message() + ")" +
                       (in_use ? ", " + option + " takes another port" : "") + ": " +
                       quoted(text_of(endpoint))};
    }
    door.endpoint = acceptor.local_endpoint(error);
    return Done{};
  }

  Result<Done> add_bridge(Speech speech, const BmlPort& bridge, const asio::ip::address& address) {
    bridges.push_back(std::make_shared<Door>(strand, speech));
    Door& door = *bridges.back();
    door.bridge = bridge;
    const bool is_bml = speech == Speech::Bml;
    if (!is_bml && !bridge.tenant.empty()) door.clients = std::make_shared<PortClients>();
    return open(door, {address, bridge.port}, is_bml ? "--bml-port" : "--embr-port");
  }

  /// All that the options name.
  Result<Done> add_bridges(const asio::ip::address& address) {
    for (const BmlPort& bridge : services.options.bridges.bml) {
      if (auto opened = add_bridge(Speech::Bml, bridge, address); !opened) return opened;
    }
    for (const EmbrPort& bridge : services.options.bridges.embr) {
      const BmlPort shared{{bridge.port, bridge.tenant, bridge.scene}};
      if (auto opened = add_bridge(Speech::Embr, shared, address); !opened) return opened;
    }
    return Done{};
  }

  /// Null: there is none.
  std::shared_ptr<const Door> bridge(Speech speech, std::size_t index) const {
    for (const auto& door : bridges) {
      if (door->speech == speech && index-- == 0) return door;
    }
    return {};
  }

  std::uint16_t port_of(Speech speech, std::size_t index) const {
    const auto door = bridge(speech, index);
    return door ? door->endpoint.port() : std::uint16_t{0};
  }

  std::string address_of(Speech speech, std::size_t index) const {
    const auto door = bridge(speech, index);
    return door ? text_of(door->endpoint) : std::string();
  }

  std::vector<std::shared_ptr<Door>> doors() const {
    std::vector<std::shared_ptr<Door>> all = bridges;
    all.push_back(front);
    return all;
  }

  asio::io_context& io;
  Services& services;
  asio::strand<asio::io_context::executor_type> strand;
  std::shared_ptr<Door> front;
  std::vector<std::shared_ptr<Door>> bridges;
  asio::steady_timer timer;
  std::map<ClientId, Entry> guests;
  Places places;
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
  const auto endpoint = strand_->find_endpoint(options.host, options.port);
  if (!endpoint) return endpoint.error();
  const bool is_loopback = endpoint->address().is_loopback();
  strand_->services.loopback_only = is_loopback;
  const bool guarded =
      !options.token.empty() || options.tenants || options.strangers == Strangers::Welcome;
  if (!is_loopback && !guarded) {
    return Error{ErrorCode::Unsupported,
                 "an address beyond this machine needs --token-file, --tenants or --open: " +
                     quoted(options.host + ":" + std::to_string(options.port))};
  }
  if (auto bound = check_bound_ports(options); !bound) return bound;
  if (auto opened = strand_->open(*strand_->front, *endpoint, "--listen"); !opened) return opened;
  // Beside it, but not farther.
  auto address = endpoint->address();
  if (!is_loopback && options.strangers != Strangers::Welcome) {
    address = asio::ip::address_v4::loopback();
  }
  return strand_->add_bridges(address);
}

std::uint16_t Listener::port() const { return strand_->front->endpoint.port(); }

std::string Listener::address() const { return text_of(strand_->front->endpoint); }

std::uint16_t Listener::bml_port(std::size_t index) const {
  return strand_->port_of(Speech::Bml, index);
}

std::uint16_t Listener::embr_port(std::size_t index) const {
  return strand_->port_of(Speech::Embr, index);
}

std::string Listener::bml_address(std::size_t index) const {
  return strand_->address_of(Speech::Bml, index);
}

std::string Listener::embr_address(std::size_t index) const {
  return strand_->address_of(Speech::Embr, index);
}

std::shared_ptr<const PortClients> Listener::embr_clients(std::size_t index) const {
  const auto door = strand_->bridge(Speech::Embr, index);
  return door ? door->clients : nullptr;
}

void Listener::number_clients_behind(ClientId last) { strand_->clients_counted = last.value; }

void Listener::start() {
  for (const auto& door : strand_->doors()) {
    asio::co_spawn(
        strand_->strand, [self = strand_, door] { return self->accept_loop(door); },
        asio::detached);
  }
  asio::co_spawn(
      strand_->strand, [self = strand_] { return self->watch_loop(); }, asio::detached);
}

void Listener::stop_accepting() {
  asio::post(strand_->strand, [self = strand_] {
    for (const auto& door : self->doors()) {
      boost::system::error_code ignored;
      door->acceptor.close(ignored);
    }
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
