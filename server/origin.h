// Which pages may drive the server from a browser. A page of a stranger must not: the browser of
// whoever looks at it reaches servers that the stranger does not.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kine::server {

struct OriginRules {
  std::vector<std::string> allowed;  // as browsers write them: "https://lab.example:8443", "null"

  /// Whether the server can be reached from this machine alone.
  bool loopback_only = true;
};

/// `origin` as the browser sent it, nothing from what is no browser; `host` of the same request.
///
/// Welcome are programs, pages of this machine, pages of the server itself, and what is allowed. A
/// name that the browser took for this server's may be a stranger's that was led to its address, so
/// a server of this machine alone believes names only where they are "localhost".
bool is_welcome(const std::optional<std::string>& origin, std::string_view host,
                const OriginRules& rules);

}  // namespace kine::server
