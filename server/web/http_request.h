// The head of an HTTP request, as bytes and as what this server asks of it. No body is ever read.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "realizer/core/result.h"

namespace kine::server {

struct HttpRequest {
  enum class Method { Get, Head, Other };

  Method method = Method::Other;
  std::string target;  // as it came
  std::string host;
  std::optional<std::string> origin;  // of the page that asks; programs send none
  std::string if_none_match;
  std::string forwarded_for;  // X-Forwarded-For, several in their order with commas between them
  bool takes_gzip = false;
  bool keep_alive = false;
  bool has_body = false;

  bool wants_websocket = false;
  std::string websocket_version;
  std::string websocket_key;
  std::vector<std::string> subprotocols;  // in the client's order
};

/// `head` is everything up to and with the empty line. The error is a clause for the client.
Result<HttpRequest> read_http_request(std::string_view head);

/// Cuts a stream into heads, however its bytes come. Memory grows with the bytes that came.
class HttpHeadSplitter {
 public:
  explicit HttpHeadSplitter(std::size_t head_bytes_max) : bytes_max_(head_bytes_max) {}

  void push(std::string_view bytes) { buffer_ += bytes; }

  /// The next whole head; nothing while there is none. One past the limit is an error, and the
  /// stream is of no use any more.
  Result<std::optional<std::string>> pop();

  /// What stands behind the last head, and whether there is anything.
  std::string take_rest() { return std::exchange(buffer_, {}); }
  bool waits_for_rest() const { return !buffer_.empty(); }

 private:
  std::size_t bytes_max_;
  std::string buffer_;
  std::size_t searched_ = 0;  // no end lies before
};

}  // namespace kine::server
