// Tests for server/guests/address_budgets.h.
#include "server/guests/address_budgets.h"

#include <string>
#include <vector>

#include "server/base/limits.h"
#include "tests/support/catch.h"

namespace kine::server::address_budgets_test {
namespace {

using boost::asio::ip::address;
using boost::asio::ip::address_v4;
using boost::asio::ip::make_address;
using std::chrono::microseconds;
using std::chrono::seconds;

const address kOne = make_address("192.0.2.1");
const address kOther = make_address("192.0.2.2");

int allowed_of(AddressBudgets& budgets, const address& who, microseconds now, int tries) {
  int allowed = 0;
  for (int i = 0; i < tries; ++i) allowed += budgets.allow(who, now) ? 1 : 0;
  return allowed;
}

}  // namespace

TEST_CASE("each address has a budget of its own", "[address_budgets]") {
  AddressBudgets budgets(5);
  CHECK(allowed_of(budgets, kOne, seconds(1), 1'000) == 5);
  CHECK_FALSE(budgets.has_room(kOne, seconds(1)));
  CHECK(budgets.has_room(kOther, seconds(1)));
  CHECK(allowed_of(budgets, kOther, seconds(1), 1'000) == 5);
  CHECK(allowed_of(budgets, kOne, seconds(2), 1'000) == 5);
}

TEST_CASE("all addresses of a network of IPv6 share one budget", "[address_budgets]") {
  AddressBudgets budgets(5);
  int allowed = 0;
  for (int i = 0; i < 1'000; ++i) {
    const std::string text = "2001:db8::" + std::to_string(i % 1'000);
    allowed += budgets.allow(make_address(text), seconds(1)) ? 1 : 0;
  }
  CHECK(allowed == 5);
}

TEST_CASE("what is remembered is bounded, and the rest share one budget", "[address_budgets]") {
  AddressBudgets budgets(5);
  std::size_t allowed = 0;
  constexpr std::size_t kAddresses = 20'000;
  for (std::uint32_t i = 1; i <= kAddresses; ++i) {
    allowed += budgets.allow(address_v4(i), seconds(1)) ? 1 : 0;
  }
  CHECK(budgets.size() == kAddressesRememberedMax);
  CHECK(allowed == kAddressesRememberedMax + 5);

  // When their budgets are whole again they are forgotten, and others are remembered.
  CHECK(allowed_of(budgets, kOne, seconds(10), 1'000) == 5);
  CHECK(budgets.size() == 1);
}

TEST_CASE("what is taken on credit has to be waited for, and not too long", "[address_budgets]") {
  AddressBudgets budgets(1'000);
  const microseconds wait_max = seconds(2);
  std::vector<microseconds> waits;
  std::size_t taken = 0;
  for (int i = 0; i < 100; ++i) {
    const microseconds wait = budgets.take(kOne, 500, wait_max, seconds(1));
    if (wait <= wait_max) taken += 500;
    waits.push_back(wait);
  }
  // A second's worth at once, and two seconds' worth that wait.
  CHECK(taken == 3'000);
  CHECK(waits[1] == microseconds(0));
  CHECK(waits[2] == microseconds(500'000));
  CHECK(waits[5] == microseconds(2'000'000));
  CHECK(waits[6] > wait_max);
  CHECK(budgets.take(kOther, 500, wait_max, seconds(1)) == microseconds(0));
}

}  // namespace kine::server::address_budgets_test
