// Tests for server/live/demeanours.h.
#include "server/live/demeanours.h"

#include "realizer/live/live_tension.h"
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

}  // namespace

TEST_CASE("a face of one's own hides that of a style until it is taken away", "[demeanours]") {
  Demeanours demeanours;
  const StyleDemeanour tired = demeanour_of("tired");
  CHECK(*demeanours.of_style("ada", tired).face == tired.face);
  CHECK(demeanours.own("ada", face_named("happy")) == face_named("happy"));
  CHECK_FALSE(demeanours.of_style("ada", demeanour_of("bored")).face);
  const FaceChange back = demeanours.own("ada", face_named("neutral"));
  CHECK(back.channels == demeanour_of("bored").face.channels);
  CHECK(demeanours.of_style("ada", demeanour_of("")).face->channels == FaceWeights{});
  CHECK_FALSE(demeanours.of_style("ada", demeanour_of("")).face);
}

TEST_CASE("a tension of one arm's own leaves the other one to the style", "[demeanours]") {
  Demeanours demeanours;
  CHECK(demeanours.own("ada", tension_called("tense", ArmSet::Left)).arms == ArmSet::Left);
  const auto shown = demeanours.of_style("ada", demeanour_of("tired")).tension;
  REQUIRE(shown);
  CHECK(shown->arms == ArmSet::Right);
  CHECK(shown->tension == tension_called("loose").tension);
  const auto off = demeanours.own("ada", tension_called("off", ArmSet::Left));
  CHECK(off.tension == tension_called("loose").tension);
  CHECK(off.arms == ArmSet::Left);
  CHECK(demeanours.of_style("ada", demeanour_of("tired")).tension->arms == ArmSet::Both);
}

TEST_CASE("what goes away with a style is followed by what was there before", "[demeanours]") {
  Demeanours demeanours(tension_called("tense"));
  demeanours.of_style("ada", demeanour_of("tired"));
  CHECK(demeanours.of_style("ada", demeanour_of("")).tension->tension ==
        tension_called("tense").tension);
  demeanours.of_style("ada", demeanour_of("tired"));
  demeanours.forget("ada");
  CHECK_FALSE(demeanours.of_style("ada", demeanour_of("")).tension);
}

}  // namespace kine::server::demeanours_test
