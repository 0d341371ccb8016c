// Tests for realizer/prepare/look_targets.h.
#include "realizer/prepare/look_targets.h"

#include "realizer/core/limits.h"
#include "realizer/plan/names/names.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/stage.h"

namespace kine::look_targets_test {
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
        "no such target yet; the character looks at it once a client sets it: 'saucer'");
}

TEST_CASE("a character is looked at by the name that a vocabulary has for it", "[look_targets]") {
  auto vocabulary = plan::read_vocabulary(
      R"(<vocabulary xmlns="urn:kinesphere:vocabulary:1"><character name="Amber" means="ada"/>
         <joint name="rhand" means="rightHand"/></vocabulary>)");
  REQUIRE(vocabulary);
  auto ada = std::make_shared<Cast>(*test::cast_named("ada", test::ada()));
  ada->vocabulary = std::make_shared<const plan::Vocabulary>(*std::move(vocabulary));
  const std::shared_ptr<const Cast> casts[] = {ada};
  const PrepareContext context{.casts = casts, .script_id = "s", .character = {}};

  for (const char* name : {"Amber", "Amber.rhand", "Amber.rightHand"}) {
    CHECK(is_target(name, context));
    CHECK(is_character(name, context));
  }
  CHECK_FALSE(is_target("Amber.tail", context));
  CHECK(reason_not_to_set("Amber", casts) == "a character has this name: 'Amber'");
  const plan::Names names(*ada->body, *ada->vocabulary);
  CHECK(names.target_name("Amber.rhand") == "ada.rhand");
  CHECK(names.target_name("amber") == "amber");
}

TEST_CASE("a script knows the targets that it sets, in both of its languages", "[look_targets]") {
  const std::shared_ptr<const Cast> casts[] = {test::cast_named("ada", test::ada())};
  const auto warnings_of = [&](const std::string& script) {
    Diagnostics diagnostics;
    REQUIRE(prepare(script, {.casts = casts, .script_id = "s", .character = {}}, diagnostics));
    return diagnostics.warnings().size();
  };
  const std::string ours = R"(<script xmlns="urn:kinesphere:script:1">
    <sequence><pose time="1"><target name="cup" at="0.5 1 1"/></pose></sequence>
    <sequence><pose time="1"><look-at target="NAME"/></pose></sequence></script>)";
  const std::string bml = R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="b"
      xmlns:k="urn:kinesphere:script:1">
    <k:sequence id="t"><k:pose time="0s"><k:target name="cup" at="0.5 1 1"/></k:pose></k:sequence>
    <gaze id="g" target="NAME"/></bml>)";
  for (std::string script : {ours, bml}) {
    script.replace(script.find("NAME"), 4, "cup");
    CHECK(warnings_of(script) == 0);
    script.replace(script.find("target=\"cup\""), 12, "target=\"cap\"");
    CHECK(warnings_of(script) == 1);
  }
}

TEST_CASE("a script cannot set a character", "[look_targets]") {
  const std::string script = R"(<script xmlns="urn:kinesphere:script:1">
    <sequence><pose time="1"><target name="ben.head" at="0.5 1 1"/></pose></sequence></script>)";
  Diagnostics diagnostics;
  const auto prepared =
      prepare(script, {.casts = kCasts, .script_id = "s", .character = {}}, diagnostics);
  REQUIRE_FALSE(prepared);
  CHECK(prepared.error().message == "a script sets targets that are no characters, not 'ben.head'");
  CHECK(prepared.error().where == Where{2, 44});
}

TEST_CASE("a script sets as many targets as there are at once, and no more", "[look_targets]") {
  const auto script_of = [](std::size_t count) {
    std::string script = R"(<script xmlns="urn:kinesphere:script:1"><sequence><pose time="1">)";
    for (std::size_t i = 0; i < count; ++i) {
      script += "<target name=\"t" + std::to_string(i) + "\" at=\"0 1 1\"/>";
    }
    return script + "</pose></sequence></script>";
  };
  const PrepareContext context{
      .casts = kCasts, .script_id = "s", .character = {}, .set_targets = kSet};
  Diagnostics diagnostics;
  CHECK(prepare(script_of(kSetTargetsMax - 1), context, diagnostics));
  const auto one_more = prepare(script_of(kSetTargetsMax), context, diagnostics);
  REQUIRE_FALSE(one_more);
  CHECK(one_more.error().code == ErrorCode::LimitExceeded);
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

}  // namespace kine::look_targets_test
