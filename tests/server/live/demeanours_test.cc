// Tests for server/live/demeanours.h.
#include "server/live/demeanours.h"

#include "realizer/live/live_tension.h"
#include "server/scene/casts.h"
#include "tests/support/catch.h"

namespace kine::server::demeanours_test {
namespace {

using plan::ArmSet;

const plan::Vocabulary& vocabulary() {
  static const auto casts = make_casts(default_characters());
  return *casts->front()->vocabulary;
}

StyleDemeanour demeanour_of(const std::string& style) {
  return *demeanour_of_style(style, Seconds(0.5), vocabulary());
}

FaceChange face_named(const std::string& name) {
  return *make_face_change({.name = name}, 0.5, vocabulary());
}

plan::TensionChange tension_called(const std::string& manner, ArmSet arms = ArmSet::Both) {
  return *make_tension_change({.arms = arms, .manner = manner, .over_s = 0.5});
}

/// What is shown when there is room.
Demeanours::Shown given(Demeanours& demeanours, const Demeanours::Given& what) {
  Demeanours::Shown seen;
  CHECK(demeanours.give("ada", what, [&](const Demeanours::Shown& shown) {
    seen = shown;
    return true;
  }));
  return seen;
}

Demeanours::Shown with_style(Demeanours& demeanours, const std::string& style) {
  return given(demeanours, {.of_style = demeanour_of(style)});
}

}  // namespace

TEST_CASE("a face of one's own hides that of a style until it is taken away", "[demeanours]") {
  Demeanours demeanours;
  CHECK(with_style(demeanours, "tired").face == demeanour_of("tired").face);
  CHECK(given(demeanours, {.face = face_named("happy")}).face == face_named("happy"));
  CHECK_FALSE(with_style(demeanours, "bored").face);
  const auto back = given(demeanours, {.face = face_named("neutral")}).face;
  CHECK(back->channels == demeanour_of("bored").face.channels);
  CHECK(with_style(demeanours, "").face->channels == FaceWeights{});
  CHECK_FALSE(with_style(demeanours, "").face);
}

TEST_CASE("of a style and a face that come together the face is shown", "[demeanours]") {
  Demeanours demeanours;
  const auto shown =
      given(demeanours, {.of_style = demeanour_of("tired"), .face = face_named("happy")});
  CHECK(shown.face == face_named("happy"));
  CHECK(shown.tension);
}

TEST_CASE("a tension of one arm's own leaves the other one to the style", "[demeanours]") {
  Demeanours demeanours;
  const auto own = given(demeanours, {.tension = tension_called("tense", ArmSet::Left)}).tension;
  CHECK(own->arms == ArmSet::Left);
  const auto shown = with_style(demeanours, "tired").tension;
  REQUIRE(shown);
  CHECK(shown->arms == ArmSet::Right);
  CHECK(shown->tension == tension_called("loose").tension);
  const auto off = given(demeanours, {.tension = tension_called("off", ArmSet::Left)}).tension;
  CHECK(off->tension == tension_called("loose").tension);
  CHECK(off->arms == ArmSet::Left);
  CHECK(with_style(demeanours, "tired").tension->arms == ArmSet::Both);
}

TEST_CASE("what goes away with a style is followed by what was there before", "[demeanours]") {
  Demeanours demeanours(tension_called("tense"));
  with_style(demeanours, "tired");
  CHECK(with_style(demeanours, "").tension->tension == tension_called("tense").tension);
  with_style(demeanours, "tired");
  demeanours.forget("ada");
  CHECK_FALSE(with_style(demeanours, "").tension);
}

TEST_CASE("what there was no room to show is not kept", "[demeanours]") {
  Demeanours demeanours;
  CHECK_FALSE(demeanours.give("ada", {.face = face_named("happy")},
                              [](const Demeanours::Shown&) { return false; }));
  CHECK(with_style(demeanours, "tired").face == demeanour_of("tired").face);
}

}  // namespace kine::server::demeanours_test
