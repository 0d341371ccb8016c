// Tests for server/offline/target_words.h.
#include "server/offline/target_words.h"

#include "realizer/core/limits.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/stage.h"

namespace kine::target_words_test {

using namespace kine;

namespace {

std::vector<std::shared_ptr<const Cast>> ada_alone() {
  return {test::cast_named("ada", test::ada())};
}

}  // namespace

TEST_CASE("a target that is typed has a name and a place", "[target_words]") {
  const auto cup = server::parse_target("cup=0.5,-1.25,3e1");
  REQUIRE(cup);
  CHECK(cup->name == "cup");
  CHECK(cup->point_m == Vec3{0.5, -1.25, 30});

  const auto odd = server::parse_target("a=b=1,2,3");
  REQUIRE(odd);
  CHECK(odd->name == "a=b");
}

TEST_CASE("what is no target is refused with what it is", "[target_words]") {
  for (const std::string text : {"", "cup", "cup=", "cup=1,2", "cup=1,2,3,4", "cup=1,2,",
                                 "cup=1 2 3", "cup=1,2,nan", "cup=1,2,inf", "cup=1,2,0x1"}) {
    CAPTURE(text);
    const auto target = server::parse_target(text);
    REQUIRE_FALSE(target);
    CHECK(target.error().message == "a target is NAME=X,Y,Z, not '" + text + "'");
  }
  const auto far = server::parse_target("cup=0,100.5,0");
  REQUIRE_FALSE(far);
  CHECK(far.error().code == ErrorCode::OutOfRange);
  CHECK(server::parse_target("cup=-100,100,0"));
}

TEST_CASE("targets are what clients could set", "[target_words]") {
  const auto casts = ada_alone();
  const std::vector<std::string> two = {"cup=1,2,3", "camera=0,1,2"};
  const auto targets = server::parse_targets(two, casts);
  REQUIRE(targets);
  REQUIRE(targets->size() == 2);
  CHECK((*targets)[1].name == "camera");

  for (const std::string text : {"=1,2,3", "ada=1,2,3", "ada.rightHand=1,2,3", "a\nb=1,2,3"}) {
    CAPTURE(text);
    CHECK_FALSE(server::parse_targets(std::vector{text}, casts));
  }
  const std::vector<std::string> many(kSetTargetsMax + 1, "cup=1,2,3");
  const auto past = server::parse_targets(many, casts);
  REQUIRE_FALSE(past);
  CHECK(past.error().code == ErrorCode::LimitExceeded);
}

}  // namespace kine::target_words_test
