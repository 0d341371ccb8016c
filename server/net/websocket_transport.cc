#include "server/net/websocket_transport.h"

#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <cstdint>
#include <utility>

#include "realizer/core/utf8.h"

namespace kine::server {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;

namespace {

/// Read at once before others have their turn.
constexpr std::size_t kMessageReadBytes = std::size_t{16} << 10;

/// What Beast may have to say before any of it is written: a client that sends pings and takes no
/// pong is no client.
constexpr std::size_t kWordsBytesMax = std::size_t{16} << 10;

/// What an idle connection may keep.
constexpr std::size_t kCapacityKept = 4096;

/// What nobody announces who means it: refused before its bytes come.
constexpr std::uint64_t kAnnouncedBytesMax = std::uint64_t{64} << 20;

// RFC 6455, 5.2 and 7.4.1.
constexpr unsigned char kFinText = 0x81;
constexpr unsigned char kFinBinary = 0x82;
constexpr unsigned char kFinClose = 0x88;
constexpr std::size_t kHeaderBytesMax = 10;
constexpr std::size_t kCloseCodeBytes = 2;
constexpr std::size_t kBareClose = 2 + kCloseCodeBytes;  // header and code
constexpr std::size_t kCloseReasonBytesMax = 123;
constexpr std::uint16_t kCloseNormal = 1000;
constexpr std::uint16_t kCloseWrongKind = 1003;
constexpr std::uint16_t kCloseTooBig = 1009;

/// Of a server, which masks nothing.
std::string close_frame_of(std::uint16_t code, std::string_view reason) {
  const std::string line = one_line(reason, kCloseReasonBytesMax);
  const auto size = static_cast<char>(kCloseCodeBytes + line.size());
  return std::string{static_cast<char>(kFinClose), size, static_cast<char>(code >> 8),
                     static_cast<char>(code & 0xFF)} +
         line;
}

/// Pre: the frame has a code.
std::uint16_t code_of(const std::string& close_frame) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(close_frame[i]); };
  return static_cast<std::uint16_t>(byte(2) << 8 | byte(3));
}

/// The stream below Beast's: it reads from the wire, and what is written to it is kept.
class ReadingLayer {
 public:
  using executor_type = Wire::Socket::executor_type;

  ReadingLayer(Wire given, std::string bytes_read)
      : wire(std::move(given)), read_before(std::move(bytes_read)) {}

  executor_type get_executor() { return wire.get_executor(); }

  template <class Buffers, class Handler>
  auto async_read_some(const Buffers& buffers, Handler&& handler) {
    return asio::async_initiate<Handler, void(beast::error_code, std::size_t)>(
        [this](auto done, const Buffers& into) {
          if (read_before.empty()) return read_wire(into, std::move(done));
          const std::size_t size = asio::buffer_copy(into, asio::buffer(read_before));
          read_before.erase(0, size);
          if (read_before.empty()) read_before.shrink_to_fit();
          complete(std::move(done), {}, size);
        },
        handler, buffers);
  }

  template <class Buffers, class Handler>
  auto async_write_some(const Buffers& buffers, Handler&& handler) {
    return asio::async_initiate<Handler, void(beast::error_code, std::size_t)>(
        [this](auto done, const Buffers& from) {
          const beast::error_code error =
              keep(from) ? beast::error_code() : asio::error::no_buffer_space;
          complete(std::move(done), error, error ? 0 : asio::buffer_size(from));
        },
        handler, buffers);
  }

  /// Under TLS the bytes that come may be none of ours, and then more are waited for.
  template <class Buffers, class Done>
  void read_wire(const Buffers& into, Done done) {
    if (!wire.has_tls()) return wire.socket().async_read_some(into, std::move(done));
    const asio::mutable_buffer first = *asio::buffer_sequence_begin(into);
    beast::error_code error;
    const std::size_t size = wire.read_some(static_cast<char*>(first.data()), first.size(), error);
    if (error != asio::error::would_block) return complete(std::move(done), error, size);
    const auto executor = asio::get_associated_executor(done, get_executor());
    auto read_on = [this, into, done = std::move(done)](beast::error_code broken) mutable {
      if (broken) return done(broken, 0);
      read_wire(into, std::move(done));
    };
    wire.socket().async_wait(Wire::Socket::wait_read,
                             asio::bind_executor(executor, std::move(read_on)));
  }

  template <class Buffers>
  bool keep(const Buffers& from) {
    if (closed || !close_frame.empty()) return true;  // nothing follows a close
    std::string bytes(asio::buffer_size(from), '\0');
    if (words.size() + bytes.size() > kWordsBytesMax) choked = true;
    if (choked) return false;
    asio::buffer_copy(asio::buffer(bytes), from);
    if (!bytes.empty() && static_cast<unsigned char>(bytes[0]) == kFinClose) {
      close_frame = std::move(bytes);
      return true;
    }
    say(bytes);
    return true;
  }

  void say(const std::string& bytes) {
    words += bytes;
    if (on_words) on_words();
  }

  /// Beast has stopped reading: what it closes with goes out, with the reason where it says none.
  void end(beast::error_code error) {
    if (closed || close_frame.empty()) return;
    closed = true;
    const bool is_fault = error != websocket::error::closed && close_frame.size() == kBareClose;
    say(is_fault ? close_frame_of(code_of(close_frame), error.message()) : close_frame);
  }

  template <class Done>
  void complete(Done done, beast::error_code error, std::size_t size) {
    const auto executor = asio::get_associated_executor(done, get_executor());
    asio::post(executor, [done = std::move(done), error, size]() mutable { done(error, size); });
  }

  Wire wire;
  std::string read_before;
  std::string words;
  std::string close_frame;  // Beast's, until it is known why
  bool closed = false;      // a close stands at the end of what was said
  bool choked = false;      // more was to be said than may wait
  std::function<void()> on_words;
};

/// The session closes the socket, and counts the time.
void beast_close_socket(ReadingLayer& /*layer*/) {}

template <class Handler>
void async_teardown(beast::role_type /*role*/, ReadingLayer& layer, Handler&& handler) {
  asio::post(layer.get_executor(),
             [done = std::forward<Handler>(handler)]() mutable { done(beast::error_code()); });
}

struct FrameHeader {
  std::array<unsigned char, kHeaderBytesMax> bytes;
  std::size_t size;
};

/// Of a whole message in one frame; a server's are not masked.
FrameHeader header_of(unsigned char kind, std::uint64_t length) {
  FrameHeader header{{kind}, 2};
  std::size_t length_bytes = 0;
  if (length < 126) {
    header.bytes[1] = static_cast<unsigned char>(length);
  } else {
    length_bytes = length <= 0xFFFF ? 2 : 8;
    header.bytes[1] = length_bytes == 2 ? 126 : 127;
  }
  for (std::size_t i = 0; i < length_bytes; ++i) {
    header.bytes[2 + i] = static_cast<unsigned char>(length >> (8 * (length_bytes - 1 - i)) & 0xFF);
  }
  header.size += length_bytes;
  return header;
}

http::request<http::empty_body> request_of(const std::string& head) {
  http::request_parser<http::empty_body> parser;
  parser.header_limit(static_cast<std::uint32_t>(head.size()) + 1);
  beast::error_code ignored;  // it was parsed before, and Beast asks again what it needs
  parser.put(asio::buffer(head), ignored);
  return parser.release();
}

}  // namespace

struct WebSocketTransport::Stream {
  Stream(Wire wire, std::string given_head, std::string rest, Subprotocol wanted,
         JsonTexts& all_texts)
      : messages(std::move(wire), std::move(rest)),
        head(std::move(given_head)),
        subprotocol(wanted),
        json(all_texts) {
    // The real limit is asked after each piece, so that the client hears of it in an envelope.
    messages.read_message_max(kAnnouncedBytesMax);
    messages.set_option(websocket::stream_base::decorator([wanted](
                                                              websocket::response_type& answer) {
      const std::string_view name = name_of(wanted);
      answer.set(http::field::server, "kinesphere");
      answer.set(http::field::sec_websocket_protocol, beast::string_view(name.data(), name.size()));
    }));
  }

  asio::awaitable<bool> accept() {
    const auto request = request_of(std::exchange(head, {}));
    const auto [error] =
        co_await messages.async_accept(request, asio::as_tuple(asio::use_awaitable));
    co_return !error;
  }

  ReadingLayer& layer() { return messages.next_layer(); }

  websocket::stream<ReadingLayer, false> messages;
  std::string head;  // until the handshake
  const Subprotocol subprotocol;
  JsonTexts& json;
  std::size_t message_bytes_max = protocol::kEnvelopeBytesBeforeHelloMax;
  beast::flat_buffer incoming;
  bool popped = true;  // the message in `incoming`, if there is one
  std::uint16_t close_code = kCloseNormal;

  // What is being written.
  std::string words;
  std::vector<FrameHeader> headers;
  std::vector<JsonTexts::Text> texts;
  Pieces pieces;
};

WebSocketTransport::WebSocketTransport(Wire wire, std::string head, std::string rest,
                                       Subprotocol subprotocol, JsonTexts& texts)
    : stream_(std::make_unique<Stream>(std::move(wire), std::move(head), std::move(rest),
                                       subprotocol, texts)) {}

WebSocketTransport::~WebSocketTransport() = default;

Wire& WebSocketTransport::wire() { return stream_->layer().wire; }

void WebSocketTransport::on_words(std::function<void()> call) {
  stream_->layer().on_words = std::move(call);
}

asio::awaitable<bool> WebSocketTransport::read() {
  if (!stream_->head.empty() && !co_await stream_->accept()) co_return false;
  beast::flat_buffer& incoming = stream_->incoming;
  if (std::exchange(stream_->popped, false)) {
    incoming.consume(incoming.size());
    if (incoming.capacity() > kCapacityKept) incoming.shrink_to_fit();
  }
  const auto [error, size] = co_await stream_->messages.async_read_some(
      incoming, kMessageReadBytes, asio::as_tuple(asio::use_awaitable));
  if (error) stream_->layer().end(error);
  co_return !error;
}

Result<std::optional<std::string_view>> WebSocketTransport::pop() {
  const std::size_t size = stream_->incoming.size();
  if (size > stream_->message_bytes_max) {
    stream_->close_code = kCloseTooBig;
    return Error{ErrorCode::LimitExceeded,
                 "a message of more than " + std::to_string(stream_->message_bytes_max) + " bytes"};
  }
  if (stream_->popped || !stream_->messages.is_message_done())
    return std::optional<std::string_view>();
  const bool is_json = form() == MessageForm::Json;
  if (stream_->messages.got_text() != is_json) {
    stream_->close_code = kCloseWrongKind;
    return Error{ErrorCode::Syntax, is_json ? "a binary message, and kinesphere.v1.json has texts"
                                            : "a text message, and kinesphere.v1 has binary ones"};
  }
  stream_->popped = true;
  return std::optional(
      std::string_view(static_cast<const char*>(stream_->incoming.cdata().data()), size));
}

MessageForm WebSocketTransport::form() const {
  return stream_->subprotocol == Subprotocol::Json ? MessageForm::Json : MessageForm::Protobuf;
}

bool WebSocketTransport::waits_for_rest() const { return !stream_->messages.is_message_done(); }

void WebSocketTransport::set_message_bytes_max(std::size_t bytes_max) {
  stream_->message_bytes_max = bytes_max;
}

bool WebSocketTransport::has_words() const { return !stream_->layer().words.empty(); }

bool WebSocketTransport::is_choked() const { return stream_->layer().choked; }

const Pieces& WebSocketTransport::lay_out(const std::vector<protocol::Bytes>& batch) {
  Pieces& pieces = stream_->pieces;
  std::vector<FrameHeader>& headers = stream_->headers;
  std::vector<JsonTexts::Text>& texts = stream_->texts;
  pieces.clear();
  headers.clear();
  stream_->words = std::exchange(stream_->layer().words, {});
  if (!stream_->words.empty()) pieces.push_back(asio::buffer(stream_->words));
  if (stream_->layer().closed) return pieces;
  // Pieces point into the headers, and into what the texts hold.
  headers.reserve(batch.size());
  texts.clear();
  pieces.reserve(1 + 2 * batch.size());
  const bool is_json = form() == MessageForm::Json;
  for (const protocol::Bytes& message : batch) {
    std::string_view payload = message->substr(protocol::kLengthBytes);
    if (is_json) payload = *texts.emplace_back(stream_->json.of(message));
    const FrameHeader& header =
        headers.emplace_back(header_of(is_json ? kFinText : kFinBinary, payload.size()));
    pieces.push_back(asio::buffer(header.bytes.data(), header.size));
    pieces.push_back(asio::buffer(payload));
  }
  return pieces;
}

const Pieces& WebSocketTransport::lay_out_end(std::string_view reason) {
  Stream& stream = *stream_;
  stream.pieces.clear();
  if (std::exchange(stream.layer().closed, true)) return stream.pieces;
  stream.words = close_frame_of(stream.close_code, reason);
  stream.pieces.push_back(asio::buffer(stream.words));
  return stream.pieces;
}

}  // namespace kine::server
