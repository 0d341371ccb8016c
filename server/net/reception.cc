#include "server/net/reception.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <utility>

#include "server/base/limits.h"
#include "server/net/last_words.h"
#include "server/net/raw_transport.h"
#include "server/net/websocket_transport.h"
#include "server/ticks/tick_loop.h"
#include "server/web/upgrade.h"

namespace kine::server {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

// RFC 8446, 6: how a client of TLS is told before there is any secret.
constexpr char kAccessDenied = 49;
constexpr char kDecodeError = 50;

/// A record with this alert, which is fatal.
std::string alert_of(char description) {
  return std::string("\x15\x03\x01\x00\x02\x02", 6) + description;
}

}  // namespace

Reception::Reception(tcp::socket socket, Party party, Services& services, Listening listening)
    : wire_(std::move(socket)),
      peer_(party.address),
      party_(std::move(party)),
      services_(services),
      listening_(std::move(listening)),
      heads_(services.limits.now().http_head_bytes_max),
      hello_deadline_(steady_now() + services.limits.now().hello_wait_max),
      deadline_(hello_deadline_.count()) {}

void Reception::start() {
  asio::co_spawn(
      wire_.get_executor(), [self = shared_from_this()] { return self->run(); }, asio::detached);
}

asio::awaitable<void> Reception::run() {
  const auto self = shared_from_this();
  Manner manner = co_await find_manner();
  const auto tls = services_.tls.context();
  if (tls && manner == Manner::Tls) {
    const bool is_begun = co_await begin_tls(*tls);
    if (!is_begun) co_return close();
    manner = co_await find_manner();
  }
  if (manner == Manner::Unknown) co_return close();
  if (manner == Manner::Tls && !tls) {
    co_return turn_away_in_http(
        "this server speaks no TLS: use http:// or ws://, or put a proxy with TLS before it");
  }
  speaks_http_ = manner == Manner::Http;
  if (tls && !wire_.has_tls()) {
    co_return turn_away("this server takes TLS only: use wss:// or https://");
  }
  if (!speaks_http_) {
    const std::string bytes = std::exchange(bytes_, {});
    co_return hand_on(std::make_unique<RawTransport>(std::move(wire_), bytes), hello_deadline_);
  }
  heads_.push(std::exchange(bytes_, {}));
  co_await serve_http();
  if (!handed_on_) close();
}

/// Unknown: the client went before.
asio::awaitable<Manner> Reception::find_manner() {
  while (manner_of(bytes_) == Manner::Unknown) {
    const bool goes_on = co_await read();
    if (!goes_on) break;
  }
  co_return manner_of(bytes_);
}

/// A client that is not let in hears why by an alert of TLS, and the log has it in words.
asio::awaitable<bool> Reception::begin_tls(const TlsContext& context) {
  while (bytes_.size() < kTlsHeadBytes) {
    const bool goes_on = co_await read();
    if (!goes_on) co_return false;
  }
  const bool is_in_time = co_await wait_for_handshake();
  if (!is_in_time) co_return false;
  if (!begins_tls_hello(bytes_)) {
    note_refused("what began like TLS is no hello of it, or one of more than 16 KiB");
    say_and_close(wire_, alert_of(kDecodeError));
    co_return false;
  }
  const std::string fault = co_await wire_.begin_tls(context, std::exchange(bytes_, {}));
  if (fault.empty()) {
    party_.certificate = wire_.peer().certificate;
    party_.is_node = wire_.peer().is_node;
    if (party_.is_node) services_.nodes.note(party_.address, steady_now());
    co_return true;
  }
  note_refused("TLS: " + fault);
  // A client may have said more before it hears the alert that was said.
  say_and_close(wire_.socket(), {});
  co_return false;
}

/// A handshake costs the server up to a millisecond, before anybody knows of whom.
asio::awaitable<bool> Reception::wait_for_handshake() {
  if (services_.nodes.has(party_.address, steady_now())) co_return true;
  const Limits& limits = services_.options.limits;
  const auto wait =
      services_.handshakes.take(party_.address, 1, limits.hello_wait_max, steady_now());
  if (wait > limits.hello_wait_max) {
    note_refused(past("tls_handshakes_per_second_max", limits.tls_handshakes_per_second_max));
    say_and_close(wire_, alert_of(kAccessDenied));
    co_return false;
  }
  if (wait > wait.zero()) {
    asio::steady_timer timer(wire_.get_executor(), wait);
    co_await timer.async_wait(asio::as_tuple(asio::use_awaitable));
  }
  co_return !closed_ && !ending_;
}

/// A person who looks at what came back finds words; TLS itself has none for this.
void Reception::turn_away_in_http(const std::string& problem) {
  note_refused(problem);
  say_and_close(wire_, plain_answer(400, problem).as_one());
  close();
}

/// In the client's manner.
void Reception::turn_away(const std::string& problem) {
  if (speaks_http_) return turn_away_in_http(problem);
  note_refused(problem);
  say_and_close(wire_, *closing_problem(problem));
  close();
}

void Reception::note_refused(std::string_view problem) {
  ++services_.status.connections_refused;
  note(problem);
}

void Reception::note(std::string_view problem) {
  services_.guest_log.note(GuestLog::Kind::Refused,
                           LogEvent(problem).text("address", party_.address.to_string()),
                           steady_now());
}

/// False at the end. What comes after the last word was said is let go by.
asio::awaitable<bool> Reception::read() {
  for (;;) {
    const bool readable = co_await wire_.wait();
    if (!readable) co_return false;
    bool heard = false;
    const auto error = wire_.take_in([&](std::string_view bytes) {
      if (ending_) return;
      bytes_.append(bytes);
      heard = true;
    });
    if (error) co_return false;
    if (heard) co_return true;
  }
}

asio::awaitable<void> Reception::serve_http() {
  for (bool go_on = true; go_on;) {
    expect(services_.limits.now().request_wait_max);
    auto head = heads_.pop();
    while (head && !*head) {
      if (!co_await read()) co_return;
      heads_.push(std::exchange(bytes_, {}));
      head = heads_.pop();
    }
    std::optional<HttpAnswer> answer = take_in(head);
    if (!answer) co_return;
    answering_ = true;
    co_await wait_for_budget(*answer);
    const bool taken = co_await write(*answer);
    answering_ = false;
    if (!taken) co_return;
    go_on = answer->keep_alive && !leaving_;
  }
  shut();
  co_await read();
}

std::optional<HttpAnswer> Reception::take_in(Result<std::optional<std::string>>& head) {
  if (!head) return plain_answer(431, head.error().message);
  auto request = read_http_request(**head);
  if (!request) return plain_answer(400, request.error().message);
  note_address(*request);
  if (request->wants_websocket) return upgrade(*request, **std::move(head));
  if (++requests_counted_ >= services_.limits.now().http_requests_max) {
    request->keep_alive = false;
  }
  return answer_to(*request, services_.files, origin_rules());
}

std::optional<HttpAnswer> Reception::upgrade(const HttpRequest& request, std::string head) {
  auto checked = check_upgrade(request, origin_rules());
  if (auto* refusal = std::get_if<HttpAnswer>(&checked)) return std::move(*refusal);
  hand_on(
      std::make_unique<WebSocketTransport>(std::move(wire_), std::move(head), heads_.take_rest(),
                                           std::get<Subprotocol>(checked), services_.json_texts),
      steady_now() + services_.limits.now().hello_wait_max);
  return {};
}

/// One connection of a proxy may carry requests of several clients, one after the other.
void Reception::note_address(const HttpRequest& request) {
  const auto address = services_.options.proxies.client_behind(peer_, request.forwarded_for);
  if (address == party_.address) return;
  party_.address = address;
  party_.holder = address;
  listening_.on_address(party_.client, address);
}

OriginRules Reception::origin_rules() const {
  return {.allowed = services_.options.allowed_origins,
          .loopback_only = services_.loopback_only,
          .asks_for_token = !services_.options.token.empty() || services_.tenants.has_any(),
          .machine_names = services_.machine_names,
          .over_tls = wire_.has_tls()};
}

/// Until its address may have this answer; one that would wait too long becomes a refusal.
asio::awaitable<void> Reception::wait_for_budget(HttpAnswer& answer) {
  const Limits& limits = services_.limits.now();
  const auto wait = services_.http_budgets.take(party_.address, answer.size(),
                                                limits.http_budget_wait_max, steady_now());
  if (wait > limits.http_budget_wait_max) {
    ++services_.status.http_answers_refused;
    answer =
        plain_answer(429, "your address is " +
                              past("http_bytes_per_second_max", limits.http_bytes_per_second_max) +
                              ": wait a second and try again");
  } else if (wait > wait.zero()) {
    expect(std::chrono::ceil<std::chrono::milliseconds>(wait) + limits.request_wait_max);
    asio::steady_timer timer(wire_.get_executor(), wait);
    co_await timer.async_wait(asio::as_tuple(asio::use_awaitable));
  }
}

asio::awaitable<bool> Reception::write(const HttpAnswer& answer) {
  const Pieces pieces{asio::buffer(answer.head), asio::buffer(answer.text),
                      asio::buffer(answer.file)};
  const auto patience = services_.limits.now().write_wait_max;
  writing_ = true;
  const bool done = co_await wire_.write(pieces, [this, patience] { expect(patience); });
  writing_ = false;
  co_return done;
}

void Reception::hand_on(std::unique_ptr<Transport> transport, Time hello_deadline) {
  handed_on_ = true;
  deadline_ = kNever.count();
  const auto session = std::make_shared<Session>(std::move(transport), party_, services_,
                                                 std::move(listening_.session));
  // The listener hears of the session before it can hear from it.
  listening_.on_session(party_.client, session);
  session->start(hello_deadline);
}

void Reception::expect(std::chrono::milliseconds within) {
  deadline_ = (steady_now() + within).count();
}

void Reception::expire_if_late(std::chrono::microseconds now) {
  if (now.count() < deadline_) return;
  asio::post(wire_.get_executor(), [self = shared_from_this(), now] {
    if (!self->handed_on_ && now.count() >= self->deadline_) self->expire();
  });
}

/// Nothing is being written, so what is left to say goes as far as it goes without waiting.
void Reception::expire() {
  if (ending_ || writing_) return close();
  const std::string problem = speaks_http_ ? "the request did not come" : "no Hello came";
  const std::string last =
      speaks_http_ ? plain_answer(408, problem).as_one() : std::string(*closing_problem(problem));
  // Nobody waits for a word between two requests, or having said nothing: browsers keep sockets for
  // later, and would take it for the answer to what they ask then.
  const bool waits = speaks_http_ ? heads_.waits_for_rest() : !bytes_.empty();
  if (waits) wire_.write_now(last);
  if (waits || !speaks_http_) note(problem);
  shut();
}

void Reception::shut() {
  ending_ = true;
  wire_.end_sending();
  expect(kLingerMax);
}

void Reception::say_goodbye(std::string /*reason*/) { cut(); }

void Reception::send_away(std::string problem, Parting parting) {
  asio::post(wire_.get_executor(),
             [self = shared_from_this(), problem = std::move(problem), parting] {
               if (self->handed_on_ || self->closed_) return;
               const bool answers = self->answering_ && !std::exchange(self->leaving_, true);
               if (answers && parting == Parting::WhenAnswered) return;
               if (!self->ending_ && !self->writing_) self->say_last(problem);
               self->close();
             });
}

/// A client that has just come may be about to say Hello, and is told. expire() says where not.
void Reception::say_last(const std::string& problem) {
  if (!speaks_http_) return say_and_close(wire_, *closing_problem(problem));
  // Between two requests nobody waits for a word.
  if (!answering_ && !heads_.waits_for_rest()) return;
  say_and_close(wire_, plain_answer(503, problem).as_one());
}

void Reception::cut() {
  asio::post(wire_.get_executor(), [self = shared_from_this()] {
    if (!self->handed_on_) self->close();
  });
}

void Reception::close() {
  if (std::exchange(closed_, true)) return;
  wire_.close();
  listening_.session.on_gone(party_.client);
}

}  // namespace kine::server
