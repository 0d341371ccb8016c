#include "server/web/http_answer.h"

#include <utility>

#include "server/web/request_target.h"
#include "server/web/upgrade.h"

namespace kine::server {
namespace {

std::string_view phrase_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 304:
      return "Not Modified";
    case 400:
      return "Bad Request";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 413:
      return "Content Too Large";
    case 426:
      return "Upgrade Required";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    default:
      return "Service Unavailable";
  }
}

/// What a page may do: use what is here, and what it has made itself. Styles are written into it by
/// the editor, textures of avatars come as data: or blob:. A stranger's page must not show it
/// within itself, where clicks would drive the server.
constexpr std::string_view kPagePolicy =
    "Content-Security-Policy: default-src 'none'; script-src 'self'; worker-src 'self'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self' data: blob:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'\r\n";

/// What a client needs to know beside the sentence.
std::string_view fields_of(int status) {
  switch (status) {
    case 405:
      return "Allow: GET, HEAD\r\n";
    case 426:
      return "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n";
    case 429:
      return "Retry-After: 1\r\n";
    default:
      return "";
  }
}

struct Body {
  std::string_view type;
  std::size_t size;
};

std::string head_of(int status, std::string_view fields, Body body, bool keep_alive) {
  std::string head = "HTTP/1.1 " + std::to_string(status) + ' ';
  head.append(phrase_of(status)).append("\r\nServer: kinesphere\r\n");
  head.append("X-Content-Type-Options: nosniff\r\n").append(fields);
  if (status != 304) {
    head.append("Content-Type: ").append(body.type);
    head.append("\r\nContent-Length: ").append(std::to_string(body.size)).append("\r\n");
  }
  head.append(keep_alive ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n");
  return head;
}

bool has_it_already(const HttpRequest& request, const WebFile& file) {
  // A list of tags, of which none has a comma or a quotation mark within; "*" is whatever there is.
  return request.if_none_match == "*" ||
         request.if_none_match.find(file.etag.substr(file.etag.find('"'))) != std::string::npos;
}

/// Which pages may read it and keep it, and what it may do.
std::string fields_of(const HttpRequest& request, const WebFile& file, const OriginRules& rules) {
  // It may be kept and is asked for again: another program at this address has other files.
  std::string fields = "Cache-Control: no-cache\r\nETag: " + file.etag + "\r\n";
  fields += file.gzip.empty() ? "Vary: Origin\r\n" : "Vary: Accept-Encoding, Origin\r\n";
  if (request.origin && is_welcome(request.origin, request.host, rules)) {
    fields += "Access-Control-Allow-Origin: " + *request.origin + "\r\n";
  }
  if (file.type.starts_with("text/html")) fields += kPagePolicy;
  return fields;
}

HttpAnswer file_answer(const HttpRequest& request, const WebFile& file, const OriginRules& rules) {
  HttpAnswer answer;
  answer.keep_alive = request.keep_alive;
  const bool compressed = request.takes_gzip && !file.gzip.empty();
  const std::string_view bytes = compressed ? file.gzip : file.bytes;
  std::string fields = fields_of(request, file, rules);
  if (has_it_already(request, file)) {
    answer.head = head_of(304, fields, {}, answer.keep_alive);
    return answer;
  }
  if (compressed) fields += "Content-Encoding: gzip\r\n";
  answer.head = head_of(200, fields, {file.type, bytes.size()}, answer.keep_alive);
  if (request.method == HttpRequest::Method::Get) answer.file = bytes;
  return answer;
}

}  // namespace

HttpAnswer plain_answer(int status, std::string_view sentence, const HttpRequest* request) {
  HttpAnswer answer;
  answer.keep_alive = request != nullptr && request->keep_alive;
  answer.text.append(sentence).append("\n");
  answer.head = head_of(status, fields_of(status),
                        {"text/plain; charset=utf-8", answer.text.size()}, answer.keep_alive);
  if (request != nullptr && request->method == HttpRequest::Method::Head) answer.text.clear();
  return answer;
}

HttpAnswer text_answer(std::string_view type, std::string text, const HttpRequest& request) {
  HttpAnswer answer;
  answer.keep_alive = request.keep_alive;
  answer.head = head_of(200, fields_of(200), {type, text.size()}, answer.keep_alive);
  if (request.method == HttpRequest::Method::Get) answer.text = std::move(text);
  return answer;
}

HttpAnswer answer_to(const HttpRequest& request, const WebFiles& files, const OriginRules& rules) {
  if (request.has_body) return plain_answer(413, "a request must have no body");
  if (request.method == HttpRequest::Method::Other) {
    return plain_answer(405, "only GET and HEAD are allowed", &request);
  }
  const auto path = path_of_target(request.target);
  if (!path) return plain_answer(400, path.error().message, &request);
  if (*path == "/health") return plain_answer(200, "ok", &request);
  if (*path == kWebSocketPath) {
    return plain_answer(426, "this address speaks WebSocket: kinesphere.v1", &request);
  }
  const WebFile* const file = files.find(*path);
  if (file == nullptr) return plain_answer(404, "nothing is here", &request);
  return file_answer(request, *file, rules);
}

}  // namespace kine::server
