#include "server/net/reception.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <utility>

#include "server/base/limits.h"
#include "server/net/first_bytes.h"
#include "server/net/last_words.h"
#include "server/net/raw_transport.h"
#include "server/net/take_in_bytes.h"
#include "server/net/websocket_transport.h"
#include "server/ticks/tick_loop.h"
#include "server/web/upgrade.h"

namespace kine::server {

namespace asio = boost::asio;
using asio::ip::tcp;

Reception::Reception(tcp::socket socket, Party party, Services& services, Listening listening)
    : socket_(std::move(socket)),
      peer_(party.address),
      party_(std::move(party)),
      services_(services),
      listening_(std::move(listening)),
      heads_(services.limits.now().http_head_bytes_max),
      hello_deadline_(steady_now() + services.limits.now().hello_wait_max),
      deadline_(hello_deadline_.count()) {}

void Reception::start() {
  asio::co_spawn(
      socket_.get_executor(), [self = shared_from_this()] { return self->run(); }, asio::detached);
}

asio::awaitable<void> Reception::run() {
  const auto self = shared_from_this();
  while (manner_of(bytes_) == Manner::Unknown) {
    if (!co_await read()) co_return close();
  }
  if (manner_of(bytes_) == Manner::Raw) {
    const std::string bytes = std::exchange(bytes_, {});
    co_return hand_on(std::make_unique<RawTransport>(std::move(socket_), bytes), hello_deadline_);
  }
  if (manner_of(bytes_) == Manner::Tls) co_return turn_away_tls();
  speaks_http_ = true;
  heads_.push(std::exchange(bytes_, {}));
  co_await serve_http();
  if (!handed_on_) close();
}

/// A person who looks at what came back finds words; TLS itself has none for this.
void Reception::turn_away_tls() {
  const std::string problem =
      "this server speaks no TLS: use http:// or ws://, or put a proxy with TLS before it";
  ++services_.status.connections_refused;
  note(problem);
  say_and_close(socket_, plain_answer(400, problem).as_one());
  close();
}

void Reception::note(std::string_view problem) {
  services_.guest_log.note(GuestLog::Kind::Refused,
                           LogEvent(problem).text("address", party_.address.to_string()),
                           steady_now());
}

/// False at the end. What comes after the last word was said is let go by.
asio::awaitable<bool> Reception::read() {
  for (;;) {
    auto [error] =
        co_await socket_.async_wait(tcp::socket::wait_read, asio::as_tuple(asio::use_awaitable));
    if (error) co_return false;
    bool heard = false;
    error = take_in_bytes(socket_, [&](std::string_view bytes) {
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
      std::make_unique<WebSocketTransport>(std::move(socket_), std::move(head), heads_.take_rest(),
                                           std::get<Subprotocol>(checked), services_.json_texts),
      steady_now() + services_.limits.now().hello_wait_max);
  return {};
}

/// One connection of a proxy may carry requests of several clients, one after the other.
void Reception::note_address(const HttpRequest& request) {
  const auto address = services_.options.proxies.client_behind(peer_, request.forwarded_for);
  if (address == party_.address) return;
  party_.address = address;
  listening_.on_address(party_.client, address);
}

OriginRules Reception::origin_rules() const {
  return {.allowed = services_.options.allowed_origins,
          .loopback_only = services_.loopback_only,
          .asks_for_token = !services_.options.token.empty() || services_.tenants.has_any(),
          .machine_names = services_.machine_names};
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
    asio::steady_timer timer(socket_.get_executor(), wait);
    co_await timer.async_wait(asio::as_tuple(asio::use_awaitable));
  }
}

asio::awaitable<bool> Reception::write(const HttpAnswer& answer) {
  const Pieces pieces{asio::buffer(answer.head), asio::buffer(answer.text),
                      asio::buffer(answer.file)};
  const auto patience = services_.limits.now().write_wait_max;
  writing_ = true;
  const bool done =
      co_await write_gathered(socket_, pieces, [this, patience] { expect(patience); });
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
  asio::post(socket_.get_executor(), [self = shared_from_this(), now] {
    if (!self->handed_on_ && now.count() >= self->deadline_) self->expire();
  });
}

/// Nothing is being written, so what is left to say goes as far as it goes without waiting.
void Reception::expire() {
  if (ending_ || writing_) return close();
  const std::string problem = speaks_http_ ? "the request did not come" : "no Hello came";
  const std::string last =
      speaks_http_ ? plain_answer(408, problem).as_one() : std::string(*closing_problem(problem));
  boost::system::error_code ignored;
  // Between two requests nobody waits for a word.
  if (!speaks_http_ || heads_.waits_for_rest()) {
    note(problem);
    socket_.write_some(asio::buffer(last), ignored);
  }
  shut();
}

void Reception::shut() {
  ending_ = true;
  boost::system::error_code ignored;
  socket_.shutdown(tcp::socket::shutdown_send, ignored);
  expect(kLingerMax);
}

void Reception::say_goodbye(std::string /*reason*/) { cut(); }

void Reception::send_away(std::string problem, Parting parting) {
  asio::post(socket_.get_executor(),
             [self = shared_from_this(), problem = std::move(problem), parting] {
               if (self->handed_on_ || self->closed_) return;
               const bool answers = self->answering_ && !std::exchange(self->leaving_, true);
               if (answers && parting == Parting::WhenAnswered) return;
               if (!self->ending_ && !self->writing_) self->say_last(problem);
               self->close();
             });
}

void Reception::say_last(const std::string& problem) {
  if (!speaks_http_) return say_and_close(socket_, *closing_problem(problem));
  // Between two requests nobody waits for a word.
  if (!answering_ && !heads_.waits_for_rest()) return;
  say_and_close(socket_, plain_answer(503, problem).as_one());
}

void Reception::cut() {
  asio::post(socket_.get_executor(), [self = shared_from_this()] {
    if (!self->handed_on_) self->close();
  });
}

void Reception::close() {
  if (std::exchange(closed_, true)) return;
  boost::system::error_code ignored;
  socket_.close(ignored);
  listening_.session.on_gone(party_.client);
}

}  // namespace kine::server
