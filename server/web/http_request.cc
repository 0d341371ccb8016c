#include "server/web/http_request.h"

#include <algorithm>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/rfc7230.hpp>
#include <string>

#include "realizer/core/number.h"

namespace kine::server {

namespace beast = boost::beast;
namespace http = beast::http;

namespace {

using Parser = http::request_parser<http::empty_body>;

constexpr std::string_view kHeadEnd = "\r\n\r\n";

/// A page never opens more of these than it knows versions.
constexpr std::size_t kSubprotocolsMax = 16;

std::string text_of(beast::string_view text) { return {text.data(), text.size()}; }

std::optional<std::string> find_field(const Parser& parser, http::field name) {
  const auto found = parser.get().find(name);
  if (found == parser.get().end()) return {};
  return text_of(found->value());
}

std::string field_of(const Parser& parser, http::field name) {
  return find_field(parser, name).value_or("");
}

std::string list_of(const Parser& parser, const char* name) {
  std::string list;
  const auto [begin, end] = parser.get().equal_range(name);
  for (auto field = begin; field != end; ++field) {
    if (field != begin) list += ", ";
    list += text_of(field->value());
  }
  return list;
}

bool has_token(const Parser& parser, http::field name, beast::string_view token) {
  return http::token_list(parser.get()[name]).exists(token);
}

/// As far as a client says that it takes it at all: "gzip;q=0" is a refusal.
bool takes_gzip(const Parser& parser) {
  for (const auto& coding : http::ext_list(parser.get()[http::field::accept_encoding])) {
    if (!beast::iequals(coding.first, "gzip")) continue;
    for (const auto& parameter : coding.second) {
      const std::string value = text_of(parameter.second);
      const bool is_zero = value.find_first_not_of("0.") == std::string::npos;
      if (beast::iequals(parameter.first, "q") && is_zero) return false;
    }
    return true;
  }
  return false;
}

std::vector<std::string> subprotocols_of(const Parser& parser) {
  std::vector<std::string> result;
  for (const auto& token : http::token_list(parser.get()[http::field::sec_websocket_protocol])) {
    if (result.size() == kSubprotocolsMax) break;
    result.push_back(text_of(token));
  }
  return result;
}

HttpRequest::Method method_of(const Parser& parser) {
  switch (parser.get().method()) {
    case http::verb::get:
      return HttpRequest::Method::Get;
    case http::verb::head:
      return HttpRequest::Method::Head;
    default:
      return HttpRequest::Method::Other;
  }
}

/// Where the body ends depends on a coding that this server does not know, so what follows the head
/// might be taken for a request. Only "chunked" by itself is sure to be a body.
bool has_unknown_coding(const Parser& parser) {
  const auto& fields = parser.get();
  const std::size_t count = fields.count(http::field::transfer_encoding);
  return count > 1 ||
         (count == 1 && !beast::iequals(fields[http::field::transfer_encoding], "chunked"));
}

Error no_request(const std::string& why) { return {ErrorCode::Syntax, why, {}}; }

}  // namespace

Result<HttpRequest> read_http_request(std::string_view head) {
  Parser parser;
  parser.header_limit(static_cast<std::uint32_t>(head.size()) + 1);
  parser.body_limit(boost::none);
  beast::error_code error;
  parser.put(boost::asio::buffer(head.data(), head.size()), error);
  // Whether a body belongs to it is asked below, and it is never read.
  if (error && error != http::error::unexpected_body) {
    return no_request("this is no HTTP request: " + error.message());
  }
  if (!parser.is_header_done()) return no_request("this is no HTTP request");
  const auto& fields = parser.get();
  if (fields.count(http::field::host) > 1) return no_request("more than one Host");
  if (fields.version() >= 11 && fields.count(http::field::host) == 0) {
    return no_request("a request without Host");
  }
  if (has_unknown_coding(parser)) {
    return no_request("Transfer-Encoding is not 'chunked': " +
                      quoted(field_of(parser, http::field::transfer_encoding)));
  }

  HttpRequest request;
  request.method = method_of(parser);
  request.target = text_of(fields.target());
  request.host = field_of(parser, http::field::host);
  request.origin = find_field(parser, http::field::origin);
  request.if_none_match = field_of(parser, http::field::if_none_match);
  request.forwarded_for = list_of(parser, "X-Forwarded-For");
  request.takes_gzip = takes_gzip(parser);
  request.keep_alive = parser.keep_alive();
  request.has_body = parser.chunked() || parser.content_length_remaining().value_or(0) > 0;
  request.wants_websocket = has_token(parser, http::field::upgrade, "websocket") &&
                            has_token(parser, http::field::connection, "upgrade");
  request.websocket_version = field_of(parser, http::field::sec_websocket_version);
  request.websocket_key = field_of(parser, http::field::sec_websocket_key);
  request.subprotocols = subprotocols_of(parser);
  return request;
}

Result<std::optional<std::string>> HttpHeadSplitter::pop() {
  // Empty lines before a request are let pass (RFC 9112, 2.2).
  while (buffer_.starts_with("\r\n")) buffer_.erase(0, 2), searched_ = 0;
  const std::size_t end = buffer_.find(kHeadEnd, searched_);
  const std::size_t size = end == std::string::npos ? buffer_.size() : end + kHeadEnd.size();
  if (size > bytes_max_) {
    return Error{ErrorCode::LimitExceeded,
                 "a request of more than " + std::to_string(bytes_max_) + " bytes"};
  }
  if (end == std::string::npos) {
    searched_ = buffer_.size() - std::min(buffer_.size(), kHeadEnd.size() - 1);
    return std::optional<std::string>();
  }
  std::string head = buffer_.substr(0, size);
  buffer_.erase(0, size);
  searched_ = 0;
  return std::optional(std::move(head));
}

}  // namespace kine::server
