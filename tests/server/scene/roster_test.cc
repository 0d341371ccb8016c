// Tests for server/scene/roster.h.
#include "server/scene/roster.h"

#include <array>
#include <vector>

#include "protocol/kinesphere.pb.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/stage.h"

namespace kine::server::roster_test {
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

TEST_CASE("who joins is found, has a number of its own and shares its body's skeleton",
          "[roster]") {
  Roster roster = roster_of_three();
  const auto before = roster.present();
  const auto dan = roster.join(test::cast_named("dan", test::ben()), 4);
  REQUIRE(dan);
  CHECK((*dan)->id == CharacterId{4});
  CHECK(roster.find("dan") == *dan);
  CHECK(roster.names() == "ada, ben, eve, dan");
  CHECK(roster.chosen({})->size() == 4);
  CHECK(before->entries.size() == 3);  // who looks at the past still sees it
  CHECK(roster.present()->casts.back()->name == "dan");
}

TEST_CASE("nobody joins under a name that is taken, or past the limit", "[roster]") {
  Roster roster = roster_of_three();
  CHECK(roster.join(test::cast_named("ben", test::ben()), 9).error().message ==
        "a character has this name: 'ben'");
  CHECK(roster.join(test::cast_named("dan", test::ben()), 3).error().message ==
        "past characters_max of 3: 'dan'");
  CHECK(roster.names() == "ada, ben, eve");
}

TEST_CASE("who leaves is found by its number alone, until it is forgotten", "[roster]") {
  Roster roster = roster_of_three();
  const auto ben = roster.leave("ben");
  REQUIRE(ben);
  CHECK(roster.find("ben") == nullptr);
  CHECK(roster.find(CharacterId{2}) == *ben);
  CHECK(roster.names() == "ada, eve");
  const std::array<std::uint32_t, 1> gone = {2};
  CHECK_FALSE(roster.chosen(gone));
  CHECK(roster.join(test::cast_named("ben", test::ben()), 9).error().message ==
        "a character of this name is leaving; try again: 'ben'");
  CHECK(roster.leave("ben").error().message == "no character has this name: 'ben'");
  roster.forget(CharacterId{2});
  CHECK(roster.find(CharacterId{2}) == nullptr);
  CHECK((*roster.join(test::cast_named("ben", test::ben()), 9))->id == CharacterId{4});
}

TEST_CASE("the last character stays", "[roster]") {
  Roster roster({test::cast_named("ada", test::ada())});
  CHECK(roster.leave("ada").error().message ==
        "the last character stays; let another one join first: 'ada'");
  REQUIRE(roster.join(test::cast_named("ben", test::ben()), 9));
  CHECK(roster.leave("ada"));
}

TEST_CASE("what does not come about is taken back", "[roster]") {
  Roster roster = roster_of_three();
  REQUIRE(roster.join(test::cast_named("dan", test::ben()), 9));
  roster.take_back(CharacterId{4});
  CHECK(roster.names() == "ada, ben, eve");
  REQUIRE(roster.leave("ben"));
  roster.take_back(CharacterId{2});
  CHECK(roster.names() == "ada, ben, eve");
  CHECK(roster.find("ben")->id == CharacterId{2});
}

TEST_CASE("the body that somebody has or had is known", "[roster]") {
  Roster roster = roster_of_three();
  CHECK(roster.find_body("ben").body == roster.find("ben")->cast->body);
  CHECK(roster.find_body("carl").body == nullptr);
  const auto ben = roster.leave("ben");
  roster.forget((*ben)->id);
  CHECK(roster.find_body("ben").body == (*ben)->cast->body);
}

}  // namespace kine::server::roster_test
