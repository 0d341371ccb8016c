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

  /// Whether who drives it must know something that no page of a stranger knows.
  bool asks_for_token = false;

  std::vector<std::string> machine_names = {};  // of the machine that it runs on, in small letters

  /// Whether the request came under the server's own TLS.
  bool over_tls = false;
};

/// What this machine is called by itself and by its neighbours: "lab", "lab.example", "lab.local".
std::vector<std::string> names_of_this_machine();

/// `origin` as the browser sent it, nothing from what is no browser; `host` of the same request.
///
/// An origin is parsed as a whole, and one that is not a scheme, a host and a port is a stranger's.
/// Welcome are programs, pages of this machine, pages of the server itself, and what is allowed. A
/// name that the browser took for this server's may be a stranger's that was led to its address
/// (DNS rebinding). So addresses are believed, "localhost" and names under it and, beyond this
/// machine, its own names, with a dot behind them or not; any other only where a token is asked
/// for. Under TLS a page of the server itself is https: a man in the middle can write one of http.
bool is_welcome(const std::optional<std::string>& origin, std::string_view host,
                const OriginRules& rules);

}  // namespace kine::server
