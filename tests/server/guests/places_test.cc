// Tests for server/guests/places.h.
#include "server/guests/places.h"

#include <string>
#include <vector>

#include "tests/support/catch.h"

namespace kine::server::places_test {
namespace {

using boost::asio::ip::address;
using boost::asio::ip::address_v4;
using boost::asio::ip::make_address;

const address kOne = make_address("192.0.2.1");
const address kOther = make_address("198.51.100.1");

/// Clients come by the numbers of their coming.
class Door {
 public:
  explicit Door(Places::Bounds bounds) : places(bounds) {}

  Places::Decision come(const address& from) { return places.admit(ClientId{++counted}, from); }

  /// Whether it came in and said Hello.
  bool come_and_greet(const address& from) {
    if (come(from).refusal) return false;
    places.note_hello(ClientId{counted});
    return true;
  }

  Places places;
  std::uint64_t counted = 0;
};

}  // namespace

TEST_CASE("of an address that says nothing the oldest connection leaves first", "[places]") {
  Door door({.connections_max = 100, .without_hello_max = 3});
  for (int i = 0; i < 3; ++i) CHECK_FALSE(door.come(kOne).displaced);
  door.places.note_hello(ClientId{1});
  CHECK_FALSE(door.come(kOne).displaced);

  const auto decision = door.come(kOne);
  CHECK_FALSE(decision.refusal);
  REQUIRE(decision.displaced);
  CHECK(decision.displaced->client == ClientId{2});
  CHECK(decision.displaced->parting == Parting::WhenAnswered);
  CHECK(decision.displaced->reason == "past connections_without_hello_max of 3");
  CHECK(door.come(kOne).displaced->client == ClientId{3});
  CHECK_FALSE(door.come(kOther).displaced);
}

TEST_CASE("who leaves has its place until it is gone", "[places]") {
  Door door({.connections_max = 100, .without_hello_max = 1});
  for (int i = 0; i < 10; ++i) door.come(kOne);
  CHECK(door.places.size() == 10);
  for (std::uint64_t i = 1; i < 10; ++i) door.places.leave(ClientId{i});
  CHECK(door.places.size() == 1);
}

TEST_CASE("an address that has taken all places gives half of them to the next", "[places]") {
  constexpr std::size_t kPlaces = 15'000;
  Door door({.connections_max = kPlaces, .without_hello_max = 64});
  std::size_t in = 0;
  for (std::size_t i = 0; i < 2 * kPlaces; ++i) in += door.come_and_greet(kOne) ? 1 : 0;
  CHECK(in == kPlaces);
  CHECK(door.come(kOne).refusal == "past connections_max of 15000");

  for (std::size_t i = 0; i < 2 * kPlaces; ++i) door.come_and_greet(kOther);
  CHECK(door.places.size() == kPlaces);
  CHECK(door.places.size_of(kOne) == kPlaces / 2);
  CHECK(door.places.size_of(kOther) == kPlaces / 2);
  // Those who came first have stayed.
  door.places.leave(ClientId{1});
  CHECK(door.places.size_of(kOne) == kPlaces / 2 - 1);
}

TEST_CASE("one leaves for one, also where all places are taken by those who say nothing",
          "[places]") {
  Door door({.connections_max = 10, .without_hello_max = 3});
  for (int i = 0; i < 7; ++i) CHECK(door.come_and_greet(kOne));
  for (int i = 0; i < 3; ++i) CHECK_FALSE(door.come(kOther).displaced);
  for (std::uint64_t i = 8; i < 30; ++i) {
    const auto decision = door.come(kOther);
    REQUIRE(decision.displaced);
    CHECK(decision.displaced->client == ClientId{i});
    CHECK(decision.displaced->parting == Parting::AtOnce);
    CHECK(decision.displaced->reason == "past connections_without_hello_max of 3");
    CHECK(door.places.size() == 10);
  }
  CHECK(door.places.size_of(kOne) == 7);
}

TEST_CASE("whoever has the most places says why it leaves", "[places]") {
  Door door({.connections_max = 3, .without_hello_max = 64});
  for (int i = 0; i < 3; ++i) CHECK(door.come_and_greet(kOne));
  const auto decision = door.come(kOther);
  REQUIRE(decision.displaced);
  CHECK(decision.displaced->client == ClientId{3});
  CHECK(decision.displaced->parting == Parting::AtOnce);
  CHECK(decision.displaced->reason ==
        "past connections_max of 3: your address has the most connections, "
        "and another one asked for a place");
}

TEST_CASE("a thousand addresses with all places let the next one in", "[places]") {
  Door door({.connections_max = 5'000, .without_hello_max = 64});
  for (std::size_t i = 0; i < 20'000; ++i) {
    door.come_and_greet(address_v4(static_cast<std::uint32_t>(1 + i % 1'000)));
  }
  CHECK(door.places.size() == 5'000);
  for (int i = 0; i < 4; ++i) CHECK(door.come_and_greet(kOne));
  CHECK(door.places.size_of(kOne) == 4);
  CHECK(door.places.size() == 5'000);
}

TEST_CASE("where all have one place each there is none", "[places]") {
  Door door({.connections_max = 3, .without_hello_max = 64});
  for (std::uint32_t i = 1; i <= 3; ++i) CHECK(door.come_and_greet(address_v4(i)));
  CHECK(door.come(kOne).refusal == "past connections_max of 3");
  door.places.leave(ClientId{2});
  CHECK_FALSE(door.come(kOne).refusal);
}

TEST_CASE("a network of IPv6 is one address", "[places]") {
  Door door({.connections_max = 100, .without_hello_max = 4});
  std::size_t displaced = 0;
  for (int i = 1; i <= 50; ++i) {
    displaced += door.come(make_address("2001:db8::" + std::to_string(i))).displaced ? 1 : 0;
  }
  CHECK(displaced == 46);
  CHECK_FALSE(door.come(make_address("2001:db8:0:1::1")).displaced);
}

TEST_CASE("a client that a proxy names takes a place of its own address", "[places]") {
  Door door({.connections_max = 100, .without_hello_max = 2});
  const address proxy = make_address("10.0.0.1");
  for (std::uint32_t i = 1; i <= 50; ++i) {
    CHECK_FALSE(door.come(proxy).displaced);
    CHECK_FALSE(door.places.move(ClientId{i}, address_v4(i)).displaced);
  }
  CHECK(door.places.size_of(proxy) == 0);
  CHECK(door.places.size() == 50);

  // The third of one of them has its oldest leave, and nobody else.
  for (int i = 0; i < 2; ++i) {
    door.come(proxy);
    const auto decision = door.places.move(ClientId{door.counted}, address_v4(7));
    CHECK(decision.displaced.has_value() == (i == 1));
    if (decision.displaced) CHECK(decision.displaced->client == ClientId{7});
  }
  CHECK_FALSE(door.places.move(ClientId{8}, address_v4(8)).displaced);
  CHECK_FALSE(door.places.move(ClientId{999}, address_v4(8)).displaced);
}

}  // namespace kine::server::places_test
