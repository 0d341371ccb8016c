// Tests for server/guests/claims.h.
#include "server/guests/claims.h"

#include "tests/support/catch.h"

namespace kine::server::claims_test {
namespace {

using namespace std::chrono_literals;

constexpr CharacterId kAda{1};
constexpr CharacterId kBen{2};
constexpr CharacterId kBoth[] = {kAda, kBen};
constexpr ClientId kFirst{7};
constexpr ClientId kSecond{8};
constexpr Claims::Time kNow = 1s;

Claims::Claimant first(std::string key = {}, Claims::Time grace = 0s) {
  return {.client = kFirst, .name = "first", .key = std::move(key), .grace = grace};
}
Claims::Claimant second(std::string key = {}) {
  return {.client = kSecond, .name = "second", .key = std::move(key)};
}

std::optional<std::string> other_of(const Claims& claims, CharacterId character, ClientId client,
                                    Claims::Time now = kNow) {
  return claims.find_other(character, client, now);
}

TEST_CASE("a character that nobody claimed is everybody's", "[claims]") {
  const Claims claims;
  CHECK_FALSE(other_of(claims, kAda, kFirst));
  CHECK(claims.held_by(kFirst).empty());
}

TEST_CASE("who claims has it alone", "[claims]") {
  Claims claims;
  CHECK_FALSE(claims.claim({&kAda, 1}, first(), kNow));
  CHECK(other_of(claims, kAda, kSecond) == "first");
  CHECK_FALSE(other_of(claims, kAda, kFirst));
  CHECK_FALSE(other_of(claims, kBen, kSecond));
  CHECK(claims.claim({&kAda, 1}, second(), kNow) == "first");
}

TEST_CASE("of several characters all are claimed, or none", "[claims]") {
  Claims claims;
  CHECK_FALSE(claims.claim({&kBen, 1}, first(), kNow));
  CHECK(claims.claim(kBoth, second(), kNow) == "first");
  CHECK(claims.held_by(kSecond).empty());
  CHECK_FALSE(claims.claim(kBoth, first(), kNow));
  CHECK(claims.held_by(kFirst) == std::vector<CharacterId>{kAda, kBen});
}

TEST_CASE("only who has it gives it back", "[claims]") {
  Claims claims;
  CHECK_FALSE(claims.claim(kBoth, first(), kNow));
  claims.release(kBoth, kSecond);
  CHECK(other_of(claims, kAda, kSecond) == "first");
  claims.release({&kAda, 1}, kFirst);
  CHECK_FALSE(other_of(claims, kAda, kSecond));
  CHECK(other_of(claims, kBen, kSecond) == "first");
}

TEST_CASE("a claim ends with its connection", "[claims]") {
  Claims claims;
  CHECK_FALSE(claims.claim(kBoth, first("", 10s), kNow));
  claims.leave(kFirst, kNow);
  CHECK_FALSE(other_of(claims, kAda, kSecond));
}

TEST_CASE("a claim with a key outlives its connection by its grace", "[claims]") {
  Claims claims;
  CHECK_FALSE(claims.claim(kBoth, first("k", 10s), kNow));
  claims.leave(kFirst, kNow);
  CHECK(other_of(claims, kAda, kSecond, 10'999ms) == "first");
  CHECK(claims.claim({&kAda, 1}, second("x"), 2s) == "first");
  CHECK(claims.claim({&kAda, 1}, second(""), 2s) == "first");
  CHECK_FALSE(claims.claim({&kAda, 1}, second("k"), 2s));
  CHECK(other_of(claims, kAda, kFirst, 100s) == "second");
  // Nobody came back for ben.
  CHECK_FALSE(other_of(claims, kBen, kSecond, 11s));
  CHECK_FALSE(claims.claim({&kBen, 1}, second("other"), 11s));
}

TEST_CASE("who comes back before the loss was noticed has its claim", "[claims]") {
  Claims claims;
  CHECK_FALSE(claims.claim({&kAda, 1}, first("k", 10s), kNow));
  CHECK_FALSE(claims.claim({&kAda, 1}, second("k"), kNow));
  claims.leave(kFirst, kNow);
  CHECK(other_of(claims, kAda, kFirst) == "second");
}

TEST_CASE("no claim is left on a character that is there no more", "[claims]") {
  Claims claims;
  CHECK_FALSE(claims.claim(kBoth, first(), kNow));
  claims.forget(kAda);
  CHECK(claims.held_by(kFirst) == std::vector<CharacterId>{kBen});
}

TEST_CASE("secrets are the same only where all of them is", "[claims]") {
  CHECK(is_same_secret("", ""));
  CHECK(is_same_secret("key", "key"));
  for (const char* other : {"", "ke", "kex", "keykey", "xey"}) {
    CAPTURE(other);
    CHECK_FALSE(is_same_secret(other, "key"));
    CHECK_FALSE(is_same_secret("key", other));
  }
}

}  // namespace
}  // namespace kine::server::claims_test
