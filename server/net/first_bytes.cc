#include "server/net/first_bytes.h"

#include <algorithm>

#include "protocol/framing.h"

namespace kine::server {
namespace {

/// RFC 8446, 5.1: a record of kind 22, handshake, and its version for old programs' sake.
bool is_tls(std::string_view head) {
  return head[0] == '\x16' && head[1] == '\x03' && head[2] >= '\x01' && head[2] <= '\x03';
}

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

}  // namespace

Manner manner_of(std::string_view first_bytes) {
  const std::string_view head = first_bytes.substr(0, protocol::kLengthBytes);
  if (head.size() < protocol::kLengthBytes) return Manner::Unknown;
  // "GET ", and the likes of "HEAD" and "POST".
  const bool is_method = std::all_of(head.begin(), head.end() - 1, is_capital) &&
                         (is_capital(head.back()) || head.back() == ' ');
  if (is_method) return Manner::Http;
  return is_tls(head) ? Manner::Tls : Manner::Raw;
}

}  // namespace kine::server
