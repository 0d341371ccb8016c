#include "server/guests/tenants.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

#include "realizer/core/number.h"
#include "server/base/plain_name.h"
#include "server/guests/claims.h"

namespace kine::server {
namespace {

using std::chrono::sys_seconds;

constexpr std::size_t kDigestDigits = 64;
constexpr std::string_view kTls = "tls:";
constexpr std::string_view kPort = "port:";
constexpr std::size_t kDnsNameBytesMax = 253;  // RFC 1035, 2.3.4, without the root's dot
constexpr std::size_t kScriptsMost = 100'000;  // a second
constexpr Right kRights[] = {Right::Subscribe, Right::Perform, Right::Operate};

Error wrong(std::string message, std::string_view value) {
  return {.code = ErrorCode::Syntax, .message = std::move(message) + ": " + quoted(value)};
}

/// Up to the next blank, and past it.
std::string_view take_word(std::string_view& rest) {
  constexpr std::string_view kBlanks = " \t\r";
  rest.remove_prefix(std::min(rest.find_first_not_of(kBlanks), rest.size()));
  const std::string_view word = rest.substr(0, rest.find_first_of(kBlanks));
  rest.remove_prefix(word.size());
  return word;
}

bool is_port(std::string_view word) { return word == "port:bml" || word == "port:embr"; }

/// What a client has to show. A port has the tenant behind it.
Result<std::string> shown_of(std::string_view word) {
  constexpr std::string_view kBegin = "sha256:";
  constexpr std::string_view kDigits = "0123456789abcdef";
  const std::string_view digits = word.substr(std::min(kBegin.size(), word.size()));
  const bool is_digest = word.starts_with(kBegin) && digits.size() == kDigestDigits &&
                         digits.find_first_not_of(kDigits) == std::string_view::npos;
  if (is_digest) return std::string(digits);
  if (word.starts_with(kTls)) {
    std::string certificate = certificate_word(word.substr(kTls.size()));
    if (!certificate.empty()) return certificate;
  }
  if (is_port(word)) return std::string(word);
  return wrong(
      "a line begins with sha256: and 64 small hexadecimal digits, with tls: and the DNS name of a "
      "certificate, or with port:bml or port:embr",
      word);
}

Result<std::string> tenant_of(std::string_view word) {
  if (is_plain_name(word)) return std::string(word);
  return wrong("a tenant has 1 to 64 letters, digits, - and _", word);
}

Result<std::vector<Right>> rights_of(std::string_view words) {
  std::vector<Right> rights;
  for (;;) {
    const std::string_view word = words.substr(0, words.find(','));
    const auto* const found =
        std::ranges::find(kRights, word, [](Right right) { return name_of(right); });
    if (found == std::end(kRights)) {
      return wrong("rights are subscribe, perform and operate, with commas between them", word);
    }
    rights.push_back(*found);
    if (word.size() == words.size()) return rights;
    words.remove_prefix(word.size() + 1);
  }
}

Error stands_twice(std::string_view shown) {
  const std::string_view what = shown.starts_with(kTls)    ? "certificate"
                                : shown.starts_with(kPort) ? "port"
                                                           : "token";
  return wrong("this " + std::string(what) + " stands in another line", shown);
}

/// None: it may join all.
Result<std::vector<std::string>> scenes_of(std::string_view words) {
  std::vector<std::string> scenes;
  if (words == "*") return scenes;
  for (;;) {
    const std::string_view word = words.substr(0, words.find(','));
    if (!is_plain_name(word)) {
      return wrong("scenes are names of letters, digits, - and _ with commas between them, or *",
                   word);
    }
    scenes.emplace_back(word);
    if (word.size() == words.size()) return scenes;
    words.remove_prefix(word.size() + 1);
  }
}

/// A part of a date, of so many digits.
std::optional<int> digits_at(std::string_view word, std::size_t at, std::size_t count) {
  int value = 0;
  const char* const first = word.data() + at;
  const auto [end, error] = std::from_chars(first, first + count, value);
  if (error != std::errc{} || end != first + count || *first == '-') return {};
  return value;
}

/// "never", or the first moment of a day in UTC at which it is over.
Result<std::optional<sys_seconds>> expiry_of(std::string_view word) {
  if (word == "never") return std::optional<sys_seconds>{};
  constexpr std::size_t kDateSize = 10;  // 2027-01-31
  if (word.size() == kDateSize && word[4] == '-' && word[7] == '-') {
    const auto year = digits_at(word, 0, 4);
    const auto month = digits_at(word, 5, 2);
    const auto day = digits_at(word, 8, 2);
    if (year && month && day) {
      const auto date =
          std::chrono::year(*year) / static_cast<unsigned>(*month) / static_cast<unsigned>(*day);
      if (date.ok()) return std::optional<sys_seconds>(std::chrono::sys_days(date));
    }
  }
  return wrong("a token is over on a day such as 2027-01-31, in UTC, or never", word);
}

Result<std::optional<std::size_t>> scripts_of(std::string_view word) {
  constexpr std::string_view kBegin = "scripts/s=";
  if (word.empty()) return std::optional<std::size_t>{};
  std::size_t count = 0;
  const std::string_view digits = word.substr(std::min(kBegin.size(), word.size()));
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
  const bool is_count = word.starts_with(kBegin) && error == std::errc{} &&
                        end == digits.data() + digits.size() && count >= 1 && count <= kScriptsMost;
  if (is_count) return std::optional(count);
  return wrong("behind the day stands nothing, or scripts/s=N of 1 to 100000", word);
}

}  // namespace

std::string certificate_word(std::string_view name) {
  const bool is_name =
      !name.empty() && name.size() <= kDnsNameBytesMax &&
      std::ranges::all_of(name, [](char c) { return is_plain_letter(c) || c == '.'; });
  return is_name ? std::string(kTls).append(name) : std::string();
}

std::string port_word(std::string_view language, std::string_view tenant) {
  return std::string(kPort).append(language).append(":").append(tenant);
}

std::string_view Shown::kind() const {
  if (!port.empty()) return "the port";
  return token_digest.empty() ? "the certificate" : "the token";
}

std::string_view name_of(Right right) {
  switch (right) {
    case Right::Subscribe:
      return "subscribe";
    case Right::Perform:
      return "perform";
    case Right::Operate:
      return "operate";
  }
  return "";
}

bool Grant::may(Right right) const { return std::ranges::find(rights, right) != rights.end(); }

bool Grant::may_join(std::string_view scene) const {
  return scenes.empty() || std::ranges::find(scenes, scene) != scenes.end();
}

std::shared_ptr<const Grant> everything() {
  static const auto all = std::make_shared<const Grant>(
      Grant{.tenant = {}, .rights = {std::begin(kRights), std::end(kRights)}});
  return all;
}

/// All lines of a tenant have one limit: its clients are counted together.
std::optional<Error> Tenants::conflict_of(const Grant& grant) const {
  const auto has_another = [&](const Line& line) {
    return line.grant->tenant == grant.tenant &&
           line.grant->scripts_per_second != grant.scripts_per_second;
  };
  if (std::ranges::none_of(lines_, has_another)) return {};
  return wrong("all lines of a tenant have the same scripts/s", grant.tenant);
}

Result<Tenants> Tenants::parse(std::string_view text) {
  if (text.size() > kTenantsBytesMax) {
    return wrong("the file of tenants has at most 1 MiB, not bytes", std::to_string(text.size()));
  }
  Tenants tenants;
  std::set<std::string> seen;
  const auto read = [&](std::string_view line) -> Result<Done> {
    auto shown = shown_of(take_word(line));
    if (!shown) return shown.error();
    auto tenant = tenant_of(take_word(line));
    if (!tenant) return tenant.error();
    if (is_port(*shown)) shown->append(":").append(*tenant);
    if (!seen.insert(*shown).second) return stands_twice(*shown);
    auto scenes = scenes_of(take_word(line));
    if (!scenes) return scenes.error();
    auto rights = rights_of(take_word(line));
    if (!rights) return rights.error();
    const auto expires = expiry_of(take_word(line));
    if (!expires) return expires.error();
    const auto scripts = scripts_of(take_word(line));
    if (!scripts) return scripts.error();
    if (const auto rest = take_word(line); !rest.empty()) return wrong("nothing stands here", rest);
    Grant grant{.tenant = *std::move(tenant),
                .rights = *std::move(rights),
                .scenes = *std::move(scenes),
                .expires = *expires,
                .scripts_per_second = *scripts};
    if (const auto conflict = tenants.conflict_of(grant)) return *conflict;
    tenants.lines_.push_back({*std::move(shown), std::make_shared<const Grant>(std::move(grant))});
    return Done{};
  };
  for (std::uint32_t number = 1; !text.empty(); ++number) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    std::string_view rest = line;
    const std::string_view first = take_word(rest);
    if (first.empty() || first.starts_with('#')) continue;
    if (auto done = read(line); !done) {
      Error error = done.error();
      error.where = {.line = number, .column = 1};
      return error;
    }
  }
  if (tenants.lines_.empty()) return wrong("no tenant in the file", "");
  return tenants;
}

std::shared_ptr<const Grant> Tenants::find(std::string_view shown) const {
  std::shared_ptr<const Grant> found;
  for (const Line& line : lines_) {
    if (is_same_secret(shown, line.shown)) found = line.grant;
  }
  return found;
}

void TenantBook::replace(Tenants tenants) {
  const std::lock_guard lock(mutex_);
  tenants_ = std::make_shared<const Tenants>(std::move(tenants));
  scripts_.clear();
  ++version_;
}

std::shared_ptr<const Grant> TenantBook::find(std::string_view shown) const {
  std::shared_ptr<const Tenants> tenants;
  {
    const std::lock_guard lock(mutex_);
    tenants = tenants_;
  }
  return tenants == nullptr ? nullptr : tenants->find(shown);
}

std::shared_ptr<const Grant> TenantBook::find_both(const Shown& shown) const {
  if (!shown.port.empty()) return find(shown.port);
  if (shown.certificate.empty()) return find(shown.token_digest);
  auto by_certificate = find(shown.certificate);
  if (by_certificate == nullptr || shown.token_digest.empty()) return by_certificate;
  const auto by_token = find(shown.token_digest);
  if (by_token == nullptr || by_token->tenant != by_certificate->tenant) return {};
  Grant both = *by_token;
  const auto& other = by_certificate->expires;
  if (other && (!both.expires || *other < *both.expires)) both.expires = other;
  return std::make_shared<const Grant>(std::move(both));
}

bool TenantBook::allow_script(const Grant& grant, std::chrono::microseconds now) {
  if (!grant.scripts_per_second) return true;
  const std::lock_guard lock(mutex_);
  return scripts_.try_emplace(grant.tenant, *grant.scripts_per_second).first->second.allow(now);
}

}  // namespace kine::server
