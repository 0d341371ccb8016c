// The bytes of a stranger before it is known what it speaks: first bytes, heads, targets.
//
// 1. The first byte says how the rest is split. 2. Heads are cut out of it and read, and their
// targets made paths; their origins are judged. Whatever the split, the heads must be the same; a
// path must stay where it is; a page that is believed has an origin and nothing beside it.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/assert.h"
#include "server/guests/proxies.h"
#include "server/net/first_bytes.h"
#include "server/web/http_request.h"
#include "server/web/origin.h"
#include "server/web/request_target.h"

namespace {

using namespace kine::server;

constexpr std::size_t kHeadBytesMax = 1024;

std::vector<std::string> heads_of(std::string_view stream, std::size_t piece) {
  HttpHeadSplitter splitter(kHeadBytesMax);
  std::vector<std::string> heads;
  for (std::size_t i = 0; i < stream.size(); i += piece) {
    splitter.push(stream.substr(i, piece));
    for (;;) {
      const auto head = splitter.pop();
      if (!head) return heads;
      if (!*head) break;
      KINE_ASSERT((*head)->size() <= kHeadBytesMax);
      heads.push_back(**head);
    }
  }
  return heads;
}

void check_target(std::string_view target) {
  const auto path = path_of_target(target);
  if (!path) return;
  KINE_ASSERT(path->starts_with('/'));
  KINE_ASSERT(path->find('\0') == std::string::npos && path->find('\\') == std::string::npos);
  const std::string parts = *path + "/";
  KINE_ASSERT(*path == "/" || parts.find("//") == std::string::npos);
  KINE_ASSERT(parts.find("/../") == std::string::npos && parts.find("/./") == std::string::npos);
}

/// Where a page is believed, its origin has nothing behind or before its host and port.
void check_origin(const std::optional<std::string>& origin, std::string_view host) {
  if (!is_welcome(origin, host, {}) || !origin) return;
  const std::size_t end_of_scheme = origin->find("://");
  KINE_ASSERT(end_of_scheme != std::string::npos);
  KINE_ASSERT(origin->find_first_of("/?#@\\%, \t", end_of_scheme + 3) == std::string::npos);
}

/// Nobody but a trusted proxy is believed, and any list of one can be read.
void check_proxies(const std::string& forwarded_for) {
  static const Proxies proxies = *Proxies::parse({"10.0.0.0/8", "2001:db8::/32"});
  const auto stranger = boost::asio::ip::make_address("192.0.2.1");
  KINE_ASSERT(proxies.client_behind(stranger, forwarded_for) == stranger);
  proxies.client_behind(boost::asio::ip::make_address("10.0.0.1"), forwarded_for);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view stream(reinterpret_cast<const char*>(data) + 1, size - 1);
  KINE_ASSERT(manner_of(stream) != Manner::Http || (stream[0] >= 'A' && stream[0] <= 'Z'));
  check_target(stream);
  const std::vector<std::string> heads = heads_of(stream, stream.size() + 1);
  const std::vector<std::string> again = heads_of(stream, std::size_t{data[0] % 16U} + 1);
  // One that ends past the limit is found out sooner or later: what comes before it is the same.
  KINE_ASSERT(std::equal(heads.begin(), heads.begin() + std::min(heads.size(), again.size()),
                         again.begin()));
  for (const std::string& head : heads) {
    const auto request = read_http_request(head);
    if (!request) continue;
    check_target(request->target);
    check_origin(request->origin, request->host);
    check_proxies(request->forwarded_for);
  }
  return 0;
}
