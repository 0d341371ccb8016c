#include "clients/cpp/link.h"

#include <boost/asio/buffer.hpp>
#include <boost/asio/connect.hpp>
#include <string>
#include <utility>

#include "protocol/envelope.h"
#include "protocol/kinesphere.pb.h"
#include "realizer/core/number.h"

namespace kine::client {

namespace asio = boost::asio;
using asio::ip::tcp;

Error gone(std::string why) { return {ErrorCode::Unsupported, std::move(why)}; }

Result<std::unique_ptr<Link>> Link::open(const Address& address, Deadline deadline,
                                         OnEnvelope on_envelope) {
  std::unique_ptr<Link> link(new Link(std::move(on_envelope)));
  if (auto connected = link->connect(address, deadline); !connected) return connected.error();
  link->io_.restart();
  link->read();
  return link;
}

Result<Done> Link::connect(const Address& address, Deadline deadline) {
  const std::string place = to_string(address);
  tcp::resolver resolver(io_);
  boost::system::error_code resolve_error;
  const auto found = resolver.resolve(address.host, std::to_string(address.port), resolve_error);
  if (resolve_error) return gone("no such server: " + quoted(place));

  boost::system::error_code error = asio::error::timed_out;
  asio::async_connect(socket_, found, [&](auto result, const tcp::endpoint&) { error = result; });
  io_.run_until(deadline);
  if (error) return gone("no server answers (" + error.message() + "): " + quoted(place));
  socket_.set_option(tcp::no_delay(true), error);
  return Done{};
}

Result<Done> Link::send(const kinesphere::Envelope& envelope, std::chrono::milliseconds patience) {
  if (over_) return *over_;
  outgoing_.push_back(protocol::encode(envelope));
  if (outgoing_.size() > 1) return Done{};
  write();
  while (!over_ && !outgoing_.empty()) {
    const auto messages = outgoing_.size();
    const auto bytes = written_;
    const auto gets_on = [&] { return outgoing_.size() != messages || written_ != bytes; };
    run_until(std::chrono::steady_clock::now() + patience, gets_on);
    if (!gets_on()) close(gone("the server takes nothing any more"));
  }
  if (over_) return *over_;
  return Done{};
}

void Link::write() {
  const auto rest = asio::buffer(*outgoing_.front()) + written_;
  socket_.async_write_some(rest, [this](auto error, std::size_t size) {
    if (error) {
      // What the server said before it closed, if it did, is better than the name of a broken pipe.
      io_.poll();
      return close(gone("the connection is broken: " + error.message()));
    }
    written_ += size;
    if (written_ == outgoing_.front()->size()) {
      outgoing_.pop_front();
      written_ = 0;
    }
    if (!outgoing_.empty()) write();
  });
}

void Link::run_until(Deadline deadline, const std::function<bool()>& done) {
  while (!over_ && !done() && io_.run_one_until(deadline) > 0) {
  }
}

void Link::read() {
  socket_.async_read_some(asio::buffer(bytes_), [this](auto error, std::size_t size) {
    if (error) return close(gone("the server closed the connection"));
    splitter_.push({bytes_.data(), size});
    if (take_in_messages()) read();
  });
}

bool Link::take_in_messages() {
  while (!over_) {
    const auto message = splitter_.pop();
    if (!message) {
      close(message.error());
    } else if (!*message) {
      return true;
    } else if (auto envelope = protocol::decode(**message)) {
      on_envelope_(*std::move(envelope));
    } else {
      close(envelope.error());
    }
  }
  return false;
}

void Link::close(Error why) {
  if (over_) return;
  over_ = std::move(why);
  boost::system::error_code ignored;
  socket_.close(ignored);
}

}  // namespace kine::client
