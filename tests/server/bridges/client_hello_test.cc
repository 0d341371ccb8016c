// Tests for server/bridges/client_hello.h.
#include "server/bridges/client_hello.h"

#include "protocol/envelope.h"
#include "protocol/kinesphere.pb.h"
#include "tests/support/catch.h"

namespace kine::server::client_hello_test {

TEST_CASE("a bridge says Hello of this version, with the server's own token", "[client_hello]") {
  const auto envelope = protocol::decode(client_hello("BML over TCP", {.token = "secret"}));
  REQUIRE(envelope);
  REQUIRE(envelope->has_hello());
  CHECK(envelope->hello().version_major() == protocol::kVersionMajor);
  CHECK(envelope->hello().name() == "BML over TCP");
  CHECK(envelope->hello().token() == "secret");
  CHECK(envelope->hello().scene().empty());
  CHECK_FALSE(envelope->hello().keep_waiting());
}

TEST_CASE("a bridge of a tenant says which scene, and shows no token", "[client_hello]") {
  const auto envelope = protocol::decode(client_hello("BML over TCP", {.scene = "hall"}));
  REQUIRE(envelope);
  CHECK(envelope->hello().scene() == "hall");
  CHECK(envelope->hello().token().empty());
}

TEST_CASE("a client that writes and leaves says that what waits stays", "[client_hello]") {
  const auto envelope = protocol::decode(client_hello("EMBRScript", {}, WhatWaits::Stays));
  REQUIRE(envelope);
  CHECK(envelope->hello().keep_waiting());
}

}  // namespace kine::server::client_hello_test
