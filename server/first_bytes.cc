#include "server/first_bytes.h"

#include <algorithm>

#include "protocol/framing.h"

namespace kine::server {
namespace {

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

}  // namespace

Manner manner_of(std::string_view first_bytes) {
  const std::string_view head = first_bytes.substr(0, protocol::kLengthBytes);
  if (head.size() < protocol::kLengthBytes) return Manner::Unknown;
  // "GET ", and the likes of "HEAD" and "POST".
  const bool is_method = std::all_of(head.begin(), head.end() - 1, is_capital) &&
                         (is_capital(head.back()) || head.back() == ' ');
  return is_method ? Manner::Http : Manner::Raw;
}

}  // namespace kine::server
