#include "server/bridges/dial_back.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <string_view>
#include <utility>

namespace kine::server {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

constexpr auto kTold = asio::as_tuple(asio::use_awaitable);

}  // namespace

DialBack::DialBack(const asio::any_io_executor& strand, Options options)
    : options_(std::move(options)),
      socket_(strand),
      doorbell_(strand, asio::steady_timer::time_point::max()),
      news_(strand, asio::steady_timer::time_point::max()),
      deadline_(strand, asio::steady_timer::time_point::max()),
      last_deadline_(strand, asio::steady_timer::time_point::max()) {}

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

void DialBack::finish() {
  asio::post(socket_.get_executor(), [self = shared_from_this()] {
    if (std::exchange(self->finishing_, true) || self->is_over_) return;
    self->end_by_then();
    self->doorbell_.cancel();
  });
}

asio::awaitable<void> DialBack::run() {
  co_await write_all();
  is_over_ = true;
  last_deadline_.cancel();
}

asio::awaitable<void> DialBack::write_all() {
  expect();
  const auto [error] = co_await socket_.async_connect(options_.where, kTold);
  expect_no_more();
  change_to(error ? State::Refused : State::Connected);
  if (error) co_return;
  while (!finishing_ || !waiting_.empty()) {
    if (waiting_.empty()) {
      doorbell_.expires_at(asio::steady_timer::time_point::max());
      co_await doorbell_.async_wait(kTold);
      continue;
    }
    const std::string text = std::exchange(waiting_, {});
    for (std::string_view rest = text; !rest.empty();) {
      expect();
      const auto [failed, size] = co_await socket_.async_write_some(asio::buffer(rest), kTold);
      expect_no_more();
      if (failed) co_return change_to(State::Lost);
      rest.remove_prefix(size);
    }
  }
  // The client sees that all was said, whoever still holds this.
  boost::system::error_code ignored;
  socket_.shutdown(tcp::socket::shutdown_send, ignored);
}

/// However slowly the client takes it, nobody else may have it in memory for ever.
void DialBack::end_by_then() {
  last_deadline_.expires_after(options_.last_words_wait_max);
  last_deadline_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
    const auto self = weak.lock();
    boost::system::error_code ignored;
    if (!error && self) self->socket_.close(ignored);
  });
}

void DialBack::expect() {
  deadline_.expires_after(options_.patience);
  deadline_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
    const auto self = weak.lock();
    if (error || !self || self->deadline_.expiry() > asio::steady_timer::clock_type::now()) return;
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
