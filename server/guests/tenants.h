// Which clients may come, and what each may do: a file with a line a token.
//
//   text --Tenants::parse--> Tenants;  token of a Hello --find--> Grant
//   sha256:2bb8… lab main,hall subscribe,perform never scripts/s=20
//   tls:hall.lab.example lab main subscribe never
//   port:bml lab main perform never
//
// The file has no token, only what it becomes by SHA-256. So a reader of it cannot come in. A line
// of tls: is for clients whose certificate has this name; the server knows that they have its key.
// One of port: is for clients of the tenant's own port for that language, which carries no token.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"
#include "server/base/rate_limit.h"

namespace kine::server {

inline constexpr std::size_t kTenantsBytesMax = std::size_t{1} << 20;

/// What a client may do: see and hear; have characters do things; say which characters are there.
enum class Right : std::uint8_t { Subscribe, Perform, Operate };

std::string_view name_of(Right right);

/// What a token gives.
struct Grant {
  std::string tenant;  // empty: the operator's own, by the one token or by none
  std::vector<Right> rights;
  std::vector<std::string> scenes = {};                  // that it may join; empty: all
  std::optional<std::chrono::sys_seconds> expires = {};  // nothing: never
  std::optional<std::size_t> scripts_per_second = {};    // of all clients of the tenant

  bool may(Right right) const;
  bool may_join(std::string_view scene) const;
  bool is_over(std::chrono::sys_seconds now) const { return expires && *expires <= now; }
  bool is_tenant() const { return !tenant.empty(); }
};

/// All rights, for ever: of the operator's own token, and where no token is asked for.
std::shared_ptr<const Grant> everything();

/// What a client shows that comes as a tenant: a token, a certificate or both; or by which port it
/// came.
struct Shown {
  std::string token_digest = {};  // sha256_of() of it; empty: no token
  std::string certificate = {};   // certificate_word() of its name; empty: no certificate
  std::string port = {};          // port_word() of it; empty: one where clients say Hello

  /// In a sentence: "the token", "the certificate", "the port".
  std::string_view kind() const;
};

/// As it stands in the file. Empty for a name that cannot stand there.
std::string certificate_word(std::string_view name);

/// What clients come by that write "bml" or "embr" to a port of this tenant.
std::string port_word(std::string_view language, std::string_view tenant);

class Tenants {
 public:
  /// Lines that are empty or begin with # are passed over. An error says which line.
  static Result<Tenants> parse(std::string_view text);

  /// By the digest of a token (sha256_of), by certificate_word() or by port_word(). Null: nobody
  /// has that. As long for a wrong one as for a right one.
  std::shared_ptr<const Grant> find(std::string_view shown) const;

  std::size_t size() const { return lines_.size(); }

 private:
  std::optional<Error> conflict_of(const Grant& grant) const;

  struct Line {
    std::string shown;                   // a digest, or tls: and a name, or port: and two
    std::shared_ptr<const Grant> grant;  // never null
  };
  std::vector<Line> lines_;
};

/// The tenants of a server that runs. Every call may come from any thread.
class TenantBook {
 public:
  /// Tenants that were read anew. A client that is there is looked at again with its next message.
  void replace(Tenants tenants);

  /// Whether there are any: then a client without a token stays outside.
  bool has_any() const { return version_ > 0; }

  /// Changes with each replace().
  std::uint64_t version() const { return version_; }

  /// As of Tenants; an empty one is nobody's.
  std::shared_ptr<const Grant> find(std::string_view shown) const;

  /// What both give: that of the token, until one of them is over. Null where a line is missing, or
  /// they are of two tenants. By a port it is that of the port.
  std::shared_ptr<const Grant> find_both(const Shown& shown) const;

  /// Whether its tenant may begin one more script now.
  bool allow_script(const Grant& grant, std::chrono::microseconds now);

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const Tenants> tenants_;    // null: none
  std::map<std::string, RateLimit> scripts_;  // by tenants that have such a limit
  std::atomic<std::uint64_t> version_{0};
};

}  // namespace kine::server
