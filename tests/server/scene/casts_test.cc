// Tests for server/scene/casts.h.
#include "server/scene/casts.h"

#include <numbers>
#include <string>

#include "tests/support/catch.h"

namespace kine::casts_test {

using namespace kine;
using server::CharacterSpec;

namespace {

std::string error_of(std::string_view text) {
  const Result<CharacterSpec> spec = server::parse_character(text);
  return spec ? "" : spec.error().message;
}

}  // namespace

TEST_CASE("a character is a name, a body, a place and a heading", "[casts]") {
  const Result<CharacterSpec> spec = server::parse_character("clara=ben@-1.5,2,90");

  REQUIRE(spec);
  CHECK(spec->name == "clara");
  CHECK(spec->body == "ben");
  CHECK(spec->placement.position_m == Vec3{-1.5, 0, 2});
  CHECK(spec->placement.heading_rad == Approx(std::numbers::pi / 2));
}

TEST_CASE("a character without a body has the one of its name, or ada's", "[casts]") {
  const auto body_of = [](std::string_view text) {
    return server::body_of(*server::parse_character(text), **server::our_stock());
  };
  CHECK(body_of("ben") == "ben");
  CHECK(body_of("ada") == "ada");
  CHECK(body_of("clara") == "ada");
  CHECK(body_of("clara=ben") == "ben");
}

TEST_CASE("a character without a place stands at the origin and faces ahead", "[casts]") {
  CHECK(server::parse_character("ben")->placement == body::Placement{});
  CHECK(server::parse_character("ben@0.5,0")->placement.heading_rad == 0);
}

TEST_CASE("a heading turns a character to its left", "[casts]") {
  const Quat turn = server::parse_character("ben@0,0,90")->placement.world_from_character();
  CHECK(length(turn * Vec3{0, 0, 1} - Vec3{1, 0, 0}) < 1e-12);
}

TEST_CASE("what is no character is refused with what was said", "[casts]") {
  CHECK(error_of("") == "a character is NAME[=BODY][@X,Z[,HEADING]], not ''");
  CHECK(error_of("=ben") == "a character is NAME[=BODY][@X,Z[,HEADING]], not '=ben'");
  CHECK(error_of("a b") == "a character is NAME[=BODY][@X,Z[,HEADING]], not 'a b'");
  CHECK(error_of(std::string(129, 'a')).starts_with("a character is"));
  CHECK(error_of("\xFF").starts_with("a character is"));
  CHECK(error_of("ben@1") == "a place is X,Z or X,Z,HEADING, not '1'");
  CHECK(error_of("ben@") == "a place is X,Z or X,Z,HEADING, not ''");
  CHECK(error_of("ben@1,2,3,4") == "a place is X,Z or X,Z,HEADING, not '1,2,3,4'");
  CHECK(error_of("ben@1,x") == "a place is X,Z or X,Z,HEADING, not '1,x'");
  CHECK(error_of("ben@1,nan") == "a place is X,Z or X,Z,HEADING, not '1,nan'");
  CHECK(error_of("ben@1,100.5") == "a place lies within 100 m of the origin, not at '1,100.5'");
  CHECK(error_of("ben@1,2,1e308") ==
        "a heading lies between -360 and 360 degrees, not at '1,2,1e308'");
}

TEST_CASE("a server that was told nothing has ada and ben, a metre apart", "[casts]") {
  const auto casts = server::make_casts(server::default_characters());

  REQUIRE(casts);
  REQUIRE(casts->size() == 2);
  CHECK((*casts)[0]->name == "ada");
  CHECK((*casts)[0]->body->name == "ada");
  CHECK((*casts)[0]->placement.position_m == Vec3{-0.5, 0, 0});
  CHECK((*casts)[1]->name == "ben");
  CHECK((*casts)[1]->body->name == "ben");
  CHECK((*casts)[1]->placement.position_m == Vec3{0.5, 0, 0});
}

TEST_CASE("characters of one body share it, and all share the vocabulary", "[casts]") {
  const auto casts = server::make_casts({{.name = "a", .body = "ada", .placement = {}},
                                         {.name = "b", .body = "ada", .placement = {}},
                                         {.name = "c", .body = "ben", .placement = {}}});

  REQUIRE(casts);
  CHECK((*casts)[0]->body == (*casts)[1]->body);
  CHECK((*casts)[0]->body != (*casts)[2]->body);
  CHECK((*casts)[0]->vocabulary == (*casts)[2]->vocabulary);
}

TEST_CASE("the vocabularies are all there", "[casts]") {
  const auto casts = server::make_casts(server::default_characters());
  REQUIRE(casts);
  const plan::Vocabulary& vocabulary = *casts->front()->vocabulary;
  CHECK(vocabulary.characters.at("Amber") == "ada");
  CHECK(vocabulary.joints.at("rhand") == body::Joint::RightHand);
  CHECK(vocabulary.joints.at("r_wrist") == body::Joint::RightHand);
}

TEST_CASE("an unknown body is refused with the names of those there are", "[casts]") {
  const auto casts = server::make_casts({{.name = "a", .body = "carl", .placement = {}}});
  REQUIRE_FALSE(casts);
  CHECK(casts.error().message == "the bodies are ada, ben; there is no 'carl'");
}

TEST_CASE("a body's name is no path", "[casts]") {
  CHECK_FALSE(server::make_casts({{.name = "a", .body = "../bodies/ada", .placement = {}}}));
}

TEST_CASE("who is on the stage is not another one by a name of the vocabulary", "[casts]") {
  const auto casts = server::make_casts({{.name = "Greta", .body = "ben", .placement = {}},
                                         {.name = "ada", .body = "ada", .placement = {}}});
  REQUIRE(casts);
  const auto& characters = casts->front()->vocabulary->characters;
  CHECK_FALSE(characters.contains("Greta"));
  CHECK(characters.at("Camille") == "ada");
}

TEST_CASE("two characters of one name are refused", "[casts]") {
  const auto casts = server::make_casts({{.name = "a", .body = "ada", .placement = {}},
                                         {.name = "a", .body = "ben", .placement = {}}});
  REQUIRE_FALSE(casts);
  CHECK(casts.error().message == "two characters have the name 'a'");
}

TEST_CASE("characters of one body share its clips, who joins later too", "[casts][feet]") {
  const auto casts =
      server::make_casts({*server::parse_character("ada"), *server::parse_character("eve"),
                          *server::parse_character("ben")});
  REQUIRE(casts);
  const Cast& ada = *casts->at(0);
  const Cast& ben = *casts->at(2);
  CHECK(casts->at(1)->clips == ada.clips);
  CHECK(ben.clips != ada.clips);
  CHECK(ben.recorded == ada.recorded);
  CHECK(ben.clips->at("nod-twice") == ada.clips->at("nod-twice"));
  CHECK(ben.clips->at("shift-weight") != ada.clips->at("shift-weight"));

  const auto joined =
      server::make_cast({.name = "bob", .body = "ben"}, ada, server::body_known_by(ben));
  REQUIRE(joined);
  CHECK((*joined)->clips == ben.clips);
  const auto first = server::make_cast({.name = "bob", .body = "ben"}, ada, {});
  REQUIRE(first);
  CHECK((*first)->clips->at("shift-weight") != ada.clips->at("shift-weight"));
  CHECK((*first)->recorded == ada.recorded);
}

}  // namespace kine::casts_test
