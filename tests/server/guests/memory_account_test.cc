#include "server/guests/memory_account.h"

#include <atomic>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/support/catch.h"

namespace kine::server::memory_account_test {
namespace {

namespace ip = boost::asio::ip;

constexpr std::size_t kAll = 1'000;
constexpr std::size_t kOfAddress = 400;
constexpr std::size_t kOfToken = 700;

Limits small_limits() {
  Limits limits;
  limits.memory_bytes_max = kAll;
  limits.memory_bytes_per_address_max = kOfAddress;
  limits.memory_bytes_per_token_max = kOfToken;
  return limits;
}

MemoryHolder holder(MemoryAccount& account, const std::string& address,
                    const std::string& token = {}) {
  return account.holder(ip::make_address(address), token);
}

std::string refusal(const MemoryHolder& holder, std::size_t bytes) {
  const auto taken = holder.take(bytes);
  return taken ? "" : taken.error().message;
}

std::string busy(const std::string& limit) {
  return "busy: past " + limit +
         "; wait until something of your address has been played, or interrupt it";
}

}  // namespace

TEST_CASE("an address may hold its share, and what goes gives back", "[memory_account]") {
  MemoryAccount account(small_limits());
  const MemoryHolder ada = holder(account, "192.0.2.1");
  {
    const auto first = ada.take(300);
    REQUIRE(first);
    CHECK(first->bytes() == 300);
    CHECK(account.bytes() == 300);
    CHECK(refusal(ada, 101) == busy("memory_bytes_per_address_max of 400"));
    CHECK(refusal(holder(account, "192.0.2.1", "another token"), 101) ==
          busy("memory_bytes_per_address_max of 400"));
    CHECK(refusal(holder(account, "192.0.2.2"), 400).empty());
    CHECK(account.bytes() == 300);
  }
  CHECK(account.bytes() == 0);
}

TEST_CASE("a network of IPv6 has one share of the memory", "[memory_account]") {
  MemoryAccount account(small_limits());
  const auto taken = holder(account, "2001:db8::1").take(kOfAddress);
  REQUIRE(taken);
  CHECK(refusal(holder(account, "2001:db8::ffff:2"), 1) ==
        busy("memory_bytes_per_address_max of 400"));
  CHECK(refusal(holder(account, "2001:db8:0:1::1"), 1).empty());
}

TEST_CASE("a token has a share, and the server an end", "[memory_account]") {
  MemoryAccount account(small_limits());
  const auto one = holder(account, "192.0.2.1", "known").take(kOfAddress);
  const auto two = holder(account, "192.0.2.2", "known").take(kOfToken - kOfAddress);
  REQUIRE((one && two));
  CHECK(refusal(holder(account, "192.0.2.3", "known"), 1) ==
        busy("memory_bytes_per_token_max of 700"));
  const auto three = holder(account, "192.0.2.3").take(kAll - kOfToken);
  REQUIRE(three);
  CHECK(account.bytes() == kAll);
  CHECK(refusal(holder(account, "192.0.2.4"), 1) == busy("memory_bytes_max of 1000"));
  // What was refused has taken nothing of the narrower bounds.
  CHECK(refusal(holder(account, "192.0.2.2", "known"), kOfAddress) ==
        busy("memory_bytes_per_address_max of 400"));
}

TEST_CASE("a tenant has half of the memory, and those of the operator may have all",
          "[memory_account]") {
  Limits limits;
  limits.memory_bytes_per_address_max = limits.memory_bytes_max;
  CHECK(limits.memory_bytes_per_token_max == limits.memory_bytes_max / 2);
  MemoryAccount account(limits);
  const std::size_t half = limits.memory_bytes_max / 2;
  const auto tenant = holder(account, "192.0.2.1", "a tenant's").take(half);
  REQUIRE(tenant);
  CHECK(refusal(holder(account, "192.0.2.2", "a tenant's"), 1) ==
        busy("memory_bytes_per_token_max of " + std::to_string(half)));
  const auto operators = holder(account, "192.0.2.2").take(half);
  REQUIRE(operators);
  CHECK(refusal(holder(account, "192.0.2.3"), 1) ==
        busy("memory_bytes_max of " + std::to_string(2 * half)));
}

TEST_CASE("a share grows where there is room, and shrinks", "[memory_account]") {
  MemoryAccount account(small_limits());
  MemoryShare share = holder(account, "192.0.2.1").share();
  CHECK(share.resize(kOfAddress));
  CHECK_FALSE(share.resize(kOfAddress + 1));
  CHECK(share.bytes() == kOfAddress);
  CHECK(share.resize(1));
  CHECK(account.bytes() == 1);
  MemoryShare other = std::move(share);
  CHECK(account.bytes() == 1);
  other = MemoryShare();
  CHECK(account.bytes() == 0);
}

TEST_CASE("nobody holds what they like", "[memory_account]") {
  MemoryShare share = MemoryHolder().share();
  CHECK(share.resize(std::size_t{1} << 60));
  CHECK_FALSE(MemoryHolder().counts());
}

TEST_CASE("what is kept counts until its last owner has gone, whoever has left",
          "[memory_account]") {
  std::weak_ptr<const std::string> seen;
  std::shared_ptr<const std::string> last;
  auto account = std::make_unique<MemoryAccount>(small_limits());
  {
    const MemoryHolder gone = holder(*account, "192.0.2.1");
    auto kept = gone.keep(std::make_shared<const std::string>("sound"), kOfAddress);
    REQUIRE(kept);
    last = *kept;
    seen = last;
    CHECK_FALSE(gone.keep(std::make_shared<const std::string>("more"), 1));
  }
  CHECK(*last == "sound");
  CHECK(account->bytes() == kOfAddress);
  CHECK(refusal(holder(*account, "192.0.2.1"), 1) == busy("memory_bytes_per_address_max of 400"));
  last.reset();
  CHECK(seen.expired());
  CHECK(account->bytes() == 0);

  // And it may outlive the account.
  auto kept = holder(*account, "192.0.2.1").keep(std::make_shared<const std::string>("sound"), 1);
  account.reset();
  CHECK(**kept == "sound");
}

TEST_CASE("addresses that hold nothing are forgotten", "[memory_account]") {
  MemoryAccount account(small_limits());
  const auto kept = holder(account, "192.0.2.1").take(1);
  for (unsigned i = 0; i < 20'000; ++i) account.holder(ip::address_v4(0x0A000000U + i), {});
  CHECK(account.addresses() <= 65);
  CHECK(refusal(holder(account, "192.0.2.1"), kOfAddress) ==
        busy("memory_bytes_per_address_max of 400"));
}

TEST_CASE("whatever threads take at once, no bound is passed and all comes back",
          "[memory_account]") {
  MemoryAccount account(small_limits());
  std::atomic<bool> was_passed{false};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      const MemoryHolder own = holder(account, "192.0.2." + std::to_string(1 + i % 2));
      for (std::size_t round = 0; round < 5'000; ++round) {
        MemoryShare share = own.share();
        (void)share.resize(round % kOfAddress);
        (void)share.resize((7 * round) % kOfAddress);
        if (account.bytes() > kAll) was_passed = true;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK_FALSE(was_passed);
  CHECK(account.bytes() == 0);
}

}  // namespace kine::server::memory_account_test
