#include "server/http_answer.h"

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
    case 431:
      return "Request Header Fields Too Large";
    default:
      return "Service Unavailable";
  }
}

/// What a client needs to know beside the sentence.
std::string_view fields_of(int status) {
  switch (status) {
    case 405:
      return "Allow: GET, HEAD\r\n";
    case 426:
      return "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n";
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

HttpAnswer answer_to(const HttpRequest& request) {
  if (request.has_body) return plain_answer(413, "no request has a body here");
  if (request.method == HttpRequest::Method::Other) {
    return plain_answer(405, "what is here can be had by GET and HEAD", &request);
  }
  return plain_answer(404, "nothing is here", &request);
}

}  // namespace kine::server
