#include "server/net/last_words.h"

#include <array>

#include "protocol/codec.h"
#include "protocol/kinesphere.pb.h"

namespace kine::server {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

/// Read at most before the last words.
constexpr std::size_t kReadBeforeWords = 4096;

void read_before_words(tcp::socket& socket) {
  std::array<char, kReadBeforeWords> bytes;
  boost::system::error_code ignored;
  socket.read_some(asio::buffer(bytes), ignored);
}

}  // namespace

protocol::Bytes closing_problem(const std::string& problem) {
  kinesphere::Envelope envelope;
  envelope.mutable_problem()->set_error(problem);
  envelope.mutable_problem()->set_closing(true);
  return protocol::encode(envelope);
}

void say_and_close(Wire& wire, std::string_view words) {
  if (!wire.has_tls()) return say_and_close(wire.socket(), words);
  read_before_words(wire.socket());
  wire.write_now(words);
  wire.end_sending();
  wire.close();
}

void say_and_close(tcp::socket& socket, std::string_view words) {
  boost::system::error_code ignored;
  read_before_words(socket);
  socket.write_some(asio::buffer(words), ignored);
  socket.shutdown(tcp::socket::shutdown_send, ignored);
  socket.close(ignored);
}

}  // namespace kine::server
