// Tests for realizer/look_targets.h.
#include "realizer/look_targets.h"

#include "tests/support/bodies.h"
#include "tests/support/catch.h"
#include "tests/support/stage.h"

namespace kine {
namespace {

const std::shared_ptr<const Cast> kCasts[] = {test::cast_named("ada", test::ada()),
                                              test::cast_named("ben", test::ben())};
const std::string kSet[] = {"cup"};

plan::Plan plan_that_looks_at(const std::string& target) {
  plan::Plan plan;
  plan::Track track;
  track.keys.push_back({.pose = 0,
                        .time = Seconds(1),
                        .hold = Seconds(0),
                        .goals = {plan::LookAt{.target = target, .where = {3, 7}}},
                        .tcb = {}});
  plan.sequences.emplace_back();
  plan.sequences.back().tracks.push_back(std::move(track));
  return plan;
}

Result<Done> checked(const std::string& target, Diagnostics& diagnostics) {
  return check_look_targets(
      plan_that_looks_at(target),
      {.casts = kCasts, .script_id = "s", .character = {}, .set_targets = kSet}, diagnostics);
}

}  // namespace

TEST_CASE("what is on the stage can be looked at", "[look_targets]") {
  Diagnostics diagnostics;
  for (const char* target : {"camera", "ada", "ben", "ben.rightHand", "cup"}) {
    CHECK(checked(target, diagnostics));
  }
  CHECK(diagnostics.warnings().empty());
}

TEST_CASE("a joint that a character has not is refused, a name that nobody set is warned of",
          "[look_targets]") {
  Diagnostics diagnostics;
  const auto tail = checked("ben.tail", diagnostics);
  REQUIRE_FALSE(tail);
  CHECK(tail.error().message == "the character 'ben' has no joint 'tail'");
  CHECK(tail.error().where == Where{3, 7});

  CHECK(checked("saucer", diagnostics));
  REQUIRE(diagnostics.warnings().size() == 1);
  CHECK(diagnostics.warnings()[0].message ==
        "no such target yet; it is looked at from when a client sets it: 'saucer'");
}

TEST_CASE("clients set names that are nobody's", "[look_targets]") {
  CHECK(reason_not_to_set("cup", kCasts).empty());
  CHECK(reason_not_to_set("camera", kCasts).empty());
  CHECK(reason_not_to_set("box.lid", kCasts).empty());
  CHECK(reason_not_to_set("ben", kCasts) == "a character has this name: 'ben'");
  CHECK(reason_not_to_set("ben.lid", kCasts) == "a character has this name: 'ben.lid'");
  CHECK(reason_not_to_set("", kCasts) == "a target needs a name");
  CHECK(reason_not_to_set("a\nb", kCasts).starts_with("control characters"));
  CHECK(reason_not_to_set(std::string(129, 'a'), kCasts).starts_with("past name_bytes_max"));
}

}  // namespace kine
