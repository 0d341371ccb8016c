#include "server/bridges/dial_back.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <utility>

#include "server/net/socket_options.h"
#include "server/net/take_in_bytes.h"

namespace kine::server {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

constexpr auto kAnswered = asio::as_tuple(asio::use_awaitable);

/// A call to a port of this machine that nobody listens on may meet itself there.
bool is_connected_to_itself(const tcp::socket& socket) {
  boost::system::error_code error;
  return socket.local_endpoint(error) == socket.remote_endpoint(error);
}

}  // namespace

DialBack::DialBack(const asio::any_io_executor& strand, Options options)
    : options_(std::move(options)),
      socket_(strand),
      doorbell_(strand, asio::steady_timer::time_point::max()),
      news_(strand, asio::steady_timer::time_point::max()),
      deadline_(strand, asio::steady_timer::time_point::max()),
      last_deadline_(strand, asio::steady_timer::time_point::max()),
      pause_(strand) {}

void DialBack::start() {
  asio::co_spawn(
      socket_.get_executor(), [self = shared_from_this()] { return self->run(); }, asio::detached);
}

bool DialBack::push(const std::string& text) {
  if (state_ == State::Refused || state_ == State::Lost) return false;
  if (waiting_.size() + text.size() > options_.bytes_max) return false;
  waiting_ += text;
  doorbell_.cancel();
  return true;
}

std::string DialBack::take_unsaid() { return std::exchange(waiting_, {}); }

void DialBack::expect_no_return() { may_return_ = false; }

void DialBack::finish() {
  asio::post(socket_.get_executor(), [self = shared_from_this()] {
    if (std::exchange(self->finishing_, true) || self->is_over_) return;
    self->end_by_then();
    self->doorbell_.cancel();
  });
}

asio::awaitable<void> DialBack::run() {
  State state = co_await call();
  while (state == State::Connected) {
    was_answered_ = true;
    change_to(State::Connected);
    const Ending ending = co_await write_all();
    if (ending == Ending::Said) break;
    state = State::Lost;
    if (ending == Ending::Deaf) break;
    change_to(State::Calling);
    state = co_await call_again();
  }
  change_to(state);
  is_over_ = true;
  last_deadline_.cancel();
}

/// Connected, Refused or Lost.
asio::awaitable<DialBack::State> DialBack::call() {
  const auto last_call = asio::steady_timer::clock_type::now() + options_.calls_max;
  for (;;) {
    if (was_answered_ && !may_return_) co_return State::Lost;
    socket_ = tcp::socket(socket_.get_executor());
    expect();
    const auto [error] = co_await socket_.async_connect(options_.where, kAnswered);
    expect_no_more();
    if (!error && !is_connected_to_itself(socket_)) co_return State::Connected;
    const bool has_more_to_say = !finishing_ || !waiting_.empty();
    pause_.expires_after(options_.call_pause);
    if (is_deaf_ || pause_.expiry() > last_call || !has_more_to_say) co_return State::Refused;
    co_await pause_.async_wait(kAnswered);
  }
}

/// A client that goes closes its port and its connection, one behind the other. Another connection
/// of its own may follow, and the port that it opens then is not for this one.
asio::awaitable<DialBack::State> DialBack::call_again() {
  pause_.expires_after(options_.call_pause);
  co_await pause_.async_wait(kAnswered);
  const State state = co_await call();
  co_return state;
}

asio::awaitable<DialBack::Ending> DialBack::write_all() {
  has_ended_ = false;
  socket_.non_blocking(true);
  while (!finishing_ || !waiting_.empty()) {
    if (waiting_.empty()) {
      const bool is_open = co_await wait_for_text();
      if (is_open) continue;
      keep_unsaid({}, 0);
      co_return is_deaf_ ? Ending::Deaf : Ending::Closed;
    }
    note_end();
    const std::string text = std::exchange(waiting_, {});
    for (std::string_view rest = text; !rest.empty();) {
      expect();
      const auto [failed, size] = co_await socket_.async_write_some(asio::buffer(rest), kAnswered);
      expect_no_more();
      if (failed) {
        keep_unsaid(text, text.size() - rest.size());
        co_return is_deaf_ ? Ending::Deaf : Ending::Closed;
      }
      rest.remove_prefix(size);
    }
    if (has_ended_) doubtful_ += text;
  }
  // The client sees that all was said, even if something still holds this.
  boost::system::error_code ignored;
  socket_.shutdown(tcp::socket::shutdown_send, ignored);
  co_return Ending::Said;
}

/// False where the client has closed its port.
asio::awaitable<bool> DialBack::wait_for_text() {
  using asio::experimental::awaitable_operators::operator||;
  const auto sign = has_ended_ ? tcp::socket::wait_error : tcp::socket::wait_read;
  doorbell_.expires_at(asio::steady_timer::time_point::max());
  const auto first =
      co_await (doorbell_.async_wait(kAnswered) || socket_.async_wait(sign, kAnswered));
  if (first.index() == 0) co_return true;
  if (has_ended_ || std::get<0>(std::get<1>(first))) co_return false;
  note_end();
  co_return true;
}

/// A client that has ended its side may have closed its port, or read on: what it confirms it has.
void DialBack::note_end() {
  if (!has_ended_) has_ended_ = take_in_bytes(socket_, [](std::string_view) {}).failed();
  if (is_all_confirmed(socket_)) doubtful_.clear();
}

/// What goes to the port that answers next: whole lines, of which `written` bytes were taken here.
void DialBack::keep_unsaid(std::string_view text, std::size_t written) {
  const std::size_t line = written == 0 ? 0 : text.rfind('\n', written - 1) + 1;
  const std::string_view unsaid = has_ended_ ? text : text.substr(line);
  waiting_ = std::exchange(doubtful_, {}) + std::string(unsaid) + waiting_;
}

/// However slowly the client takes it, nobody else may have it in memory for ever.
void DialBack::end_by_then() {
  last_deadline_.expires_after(options_.last_words_wait_max);
  last_deadline_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
    const auto self = weak.lock();
    if (error || !self) return;
    self->is_deaf_ = true;
    boost::system::error_code ignored;
    self->socket_.close(ignored);
    self->pause_.cancel();
  });
}

void DialBack::expect() {
  deadline_.expires_after(options_.patience);
  deadline_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
    const auto self = weak.lock();
    if (error || !self || self->deadline_.expiry() > asio::steady_timer::clock_type::now()) return;
    self->is_deaf_ = self->is_deaf_ || self->state_ == State::Connected;
    boost::system::error_code ignored;
    self->socket_.close(ignored);
  });
}

void DialBack::expect_no_more() { deadline_.expires_at(asio::steady_timer::time_point::max()); }

void DialBack::change_to(State state) {
  state_ = state;
  news_.cancel();
}

}  // namespace kine::server
