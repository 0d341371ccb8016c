// Tests for server/roster.h.
#include "server/roster.h"

#include <array>
#include <vector>

#include "protocol/kinesphere.pb.h"
#include "tests/support/bodies.h"
#include "tests/support/catch.h"
#include "tests/support/stage.h"

namespace kine::server {
namespace {

Roster roster_of_three() {
  const auto ada = test::cast_named("ada", test::ada());
  const auto eve = std::make_shared<Cast>(*ada);
  eve->name = "eve";
  return Roster({ada, test::cast_named("ben", test::ben()), eve});
}

}  // namespace

TEST_CASE("characters are found by id and by name", "[roster]") {
  const Roster roster = roster_of_three();
  REQUIRE(roster.find("ben") != nullptr);
  CHECK(roster.find("ben")->id == CharacterId{2});
  CHECK(roster.find(CharacterId{3})->cast->name == "eve");
  CHECK(roster.names() == "ada, ben, eve");
}

TEST_CASE("what is no character is not found", "[roster]") {
  const Roster roster = roster_of_three();
  CHECK(roster.find("") == nullptr);
  CHECK(roster.find("Ada") == nullptr);
  CHECK(roster.find(CharacterId{0}) == nullptr);
  CHECK(roster.find(CharacterId{4}) == nullptr);
}

TEST_CASE("characters are chosen by their ids, each once and in order, or all", "[roster]") {
  const Roster roster = roster_of_three();
  const std::array<std::uint32_t, 3> some = {3, 1, 3};
  CHECK(*roster.chosen(some) == std::vector{CharacterId{1}, CharacterId{3}});
  CHECK(*roster.chosen({}) == std::vector{CharacterId{1}, CharacterId{2}, CharacterId{3}});
  const std::array<std::uint32_t, 2> nobody = {1, 9};
  REQUIRE_FALSE(roster.chosen(nobody));
  CHECK(roster.chosen(nobody).error().message == "no character has this id: '9'");
}

TEST_CASE("characters share a skeleton where they share a body", "[roster]") {
  const Roster roster = roster_of_three();
  CHECK(roster.find("ada")->skeleton_id == roster.find("eve")->skeleton_id);
  CHECK(roster.find("ada")->skeleton_id != roster.find("ben")->skeleton_id);
}

TEST_CASE("each character has its own description", "[roster]") {
  const Roster roster = roster_of_three();
  kinesphere::Envelope envelope;
  REQUIRE(envelope.ParseFromString(std::string(roster.find("eve")->skeleton->substr(4))));
  CHECK(envelope.skeleton().character_id() == 3);
  CHECK(envelope.skeleton().character() == "eve");
  CHECK(envelope.skeleton().body() == "ada");
}

}  // namespace kine::server
