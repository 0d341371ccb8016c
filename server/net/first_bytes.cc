#include "server/net/first_bytes.h"

#include <algorithm>

#include "protocol/framing.h"

namespace kine::server {
namespace {

/// RFC 8446, 5.1: a record of kind 22, handshake, and its version for old programs' sake.
bool is_tls(std::string_view head) {
  return head[0] == '\x16' && head[1] == '\x03' && head[2] >= '\x01' && head[2] <= '\x03';
}

/// Most significant byte first.
std::size_t big_endian_at(std::string_view bytes, std::size_t begin, std::size_t count) {
  std::size_t number = 0;
  for (const char c : bytes.substr(begin, count))
    number = number << 8 | static_cast<unsigned char>(c);
  return number;
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

/// RFC 8446, 5.1 and 4: kind, version and length of the record; kind and length of the message.
bool begins_tls_hello(std::string_view first_bytes) {
  constexpr std::size_t kMessageHeadBytes = 4;
  constexpr char kClientHello = 1;
  if (!is_tls(first_bytes) || first_bytes[5] != kClientHello) return false;
  const std::size_t record = big_endian_at(first_bytes, 3, 2);
  const std::size_t hello = big_endian_at(first_bytes, 6, 3);
  return record > kMessageHeadBytes && record <= kTlsHelloBytesMax && hello <= kTlsHelloBytesMax;
}

}  // namespace kine::server
