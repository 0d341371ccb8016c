#include "server/bridges/embr_transport.h"

#include <spdlog/spdlog.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <utility>

#include "protocol/envelope.h"
#include "protocol/kinesphere.pb.h"
#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "server/base/script_file.h"
#include "server/net/take_in_bytes.h"

namespace kine::server {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

/// A page in a browser can have its text sent to any port, behind a request. No script is one.
bool is_request(std::string_view text) {
  return text.substr(0, text.find('\n')).find(" HTTP/") != std::string_view::npos;
}

}  // namespace

EmbrTransport::EmbrTransport(tcp::socket socket, std::string id, BridgeClient client)
    : wire_(std::move(socket)),
      id_(std::move(id)),
      client_(std::move(client)),
      answer_(socket_.get_executor(), asio::steady_timer::time_point::max()) {}

asio::awaitable<bool> EmbrTransport::read() {
  if (!said_hello_) co_return true;
  if (ended_) {
    co_await wait_for_answer();
    co_return false;
  }
  // An idle connection holds no buffer while it waits.
  const auto [waited] =
      co_await socket_.async_wait(tcp::socket::wait_read, asio::as_tuple(asio::use_awaitable));
  if (waited) co_return false;
  const auto error =
      take_in_bytes(socket_, [this](std::string_view bytes) { text_.append(bytes); });
  ended_ = error == asio::error::eof;
  co_return !error || ended_;
}

/// A client that is let go before would have its refusal thrown away.
asio::awaitable<void> EmbrTransport::wait_for_answer() {
  using asio::experimental::awaitable_operators::operator||;
  constexpr auto kTold = asio::as_tuple(asio::use_awaitable);
  if (!submitted_ || is_answered_) co_return;
  co_await (answer_.async_wait(kTold) || socket_.async_wait(tcp::socket::wait_error, kTold));
}

void EmbrTransport::note_answer() {
  is_answered_ = true;
  answer_.cancel();
}

Result<std::optional<std::string_view>> EmbrTransport::pop() {
  if (!std::exchange(said_hello_, true)) {
    message_ = client_hello("EMBRScript over TCP", client_, WhatWaits::Stays);
    return std::optional<std::string_view>(message_);
  }
  if (is_request(text_)) return Error{ErrorCode::Unsupported, "this port speaks no HTTP"};
  if (text_.size() > kScriptBytesMax) {
    return Error{ErrorCode::LimitExceeded,
                 "past script_bytes_max of " + std::to_string(kScriptBytesMax)};
  }
  if (!ended_ || submitted_ || text_.empty()) return std::optional<std::string_view>();
  submitted_ = true;
  kinesphere::Envelope envelope;
  envelope.mutable_submit()->set_id(id_);
  envelope.mutable_submit()->set_script(as_utf8(std::exchange(text_, {})));
  message_ = envelope.SerializeAsString();
  return std::optional<std::string_view>(message_);
}

/// Nobody listens on this connection: what went wrong is for the operator of the server.
const Pieces& EmbrTransport::lay_out(const std::vector<protocol::Bytes>& batch) {
  for (const protocol::Bytes& message : batch) {
    const auto envelope =
        protocol::decode(std::string_view(*message).substr(protocol::kLengthBytes));
    if (!envelope) continue;
    if (envelope->has_accepted() || envelope->has_refused()) note_answer();
    // What is refused is noted where it is refused.
    if (envelope->has_problem()) {
      spdlog::warn("EMBR: {}: {}", id_, quoted(envelope->problem().error()));
    }
  }
  return nothing_;
}

const Pieces& EmbrTransport::lay_out_end(std::string_view /*reason*/) {
  note_answer();  // there will be none
  return nothing_;
}

}  // namespace kine::server
