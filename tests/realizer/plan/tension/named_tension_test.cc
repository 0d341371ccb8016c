// Tests for realizer/plan/tension/named_tension.h.
#include "realizer/plan/tension/named_tension.h"

#include <limits>

#include "tests/support/catch.h"
#include "tests/support/plan/documents.h"
#include "tests/support/plan/examples.h"

namespace kine::plan::named_tension_test {
namespace {

using body::Side;
using script::Phase;

Names example_names() { return {test::example_body(), test::example_vocabulary()}; }

struct Made {
  Result<std::vector<NamedTension>> tensions;
  std::size_t warnings = 0;
};

Made made(const std::string& elements, script::Dialect dialect = script::Dialect::Kinesphere) {
  script::Document document =
      test::document_of("<script xmlns='urn:kinesphere:script:1'>" + elements + "</script>");
  document.dialect = dialect;
  Diagnostics diagnostics;
  Faults faults(dialect, diagnostics);
  auto tensions = make_tensions(document, example_names(), faults);
  return {std::move(tensions), diagnostics.warnings().size()};
}

/// What the first tension of a script says, off being a rest error of 0.
double rest_error_m(const Made& made, Phase phase, Side side) {
  const NamedTension& tension = made.tensions->at(0);
  const NamedTension::Part* part = tension.find_part(phase, side);
  REQUIRE(part != nullptr);
  const auto change = tension.change_to(*part, phase, side, Seconds(1));
  return change.tension ? change.tension->rest_error_m : 0;
}

TEST_CASE("of a tension's parts the narrowest holds", "[named_tension]") {
  const Made narrow = made(
      "<tension id='a' manner='loose'><for arm='left' rest-error='2cm' zeta='1'/>"
      "<for phase='stroke' rest-error='3cm' zeta='1'/>"
      "<for phase='stroke' arm='left' manner='off'/></tension>");
  REQUIRE(narrow.tensions);
  CHECK(rest_error_m(narrow, Phase::Preparation, Side::Right) == 0.1);
  CHECK(rest_error_m(narrow, Phase::Retraction, Side::Right) == 0.15);
  CHECK(rest_error_m(narrow, Phase::Retraction, Side::Left) == 0.02);
  CHECK(rest_error_m(narrow, Phase::Stroke, Side::Right) == 0.03);
  CHECK(rest_error_m(narrow, Phase::Stroke, Side::Left) == 0);
}

TEST_CASE("a tension for one arm says nothing of the other", "[named_tension]") {
  const Made left = made("<tension id='a' arm='left' phase='stroke' manner='tense'/>");
  REQUIRE(left.tensions);
  const NamedTension& tension = left.tensions->at(0);
  CHECK(tension.find_part(Phase::Stroke, Side::Left) != nullptr);
  CHECK(tension.find_part(Phase::Stroke, Side::Right) == nullptr);
  CHECK(tension.find_part(Phase::Preparation, Side::Left) == nullptr);
}

TEST_CASE("a change comes about at once, over its time, or as long as off needs",
          "[named_tension]") {
  const auto change_of = [](const std::string& element) {
    const NamedTension tension = made(element).tensions->at(0);
    const auto* part = tension.find_part(Phase::Stroke, Side::Left);
    return tension.change_to(*part, Phase::Stroke, Side::Left, Seconds(2));
  };
  const TensionChange plain = change_of("<tension id='a' rest-error='1cm' zeta='0.4'/>");
  CHECK(plain == TensionChange{.at = Seconds(2),
                               .arms = ArmSet::Left,
                               .tension = Tension{0.01, 0.4},
                               .over = Seconds(0)});
  const TensionChange slow =
      change_of("<tension id='a' manner='limp' over='2s' lag='keep' frame='hips'/>");
  CHECK(slow.over == Seconds(2));
  CHECK(slow.lag == Lag::Keep);
  CHECK(slow.frame == TensionFrame::Hips);
  const TensionChange off = change_of("<tension id='a' manner='off'/>");
  CHECK_FALSE(off.tension);
  CHECK(off.over == kTensionOffOver);
  CHECK(change_of("<tension id='a' manner='off' over='1s'/>").over == Seconds(1));
}

TEST_CASE("manners that a script names stand behind its own tensions, each once",
          "[named_tension]") {
  const Made named = made(
      "<character tension='neutral'/><tension id='loose' rest-error='8cm' zeta='0.5'/>"
      "<sequence tension='loose'><pose time='1' tension='limp'/><pose time='2' tension='limp'/>"
      "</sequence>");
  REQUIRE(named.tensions);
  REQUIRE(named.tensions->size() == 3);
  CHECK(rest_error_m(named, Phase::Stroke, Side::Left) == 0.08);  // its own, not the manner
  CHECK(named.tensions->at(1).id == "neutral");
  CHECK(named.tensions->at(2).id == "limp");
}

TEST_CASE("an unknown manner refuses our own dialect and leaves the part out of others",
          "[named_tension]") {
  const std::string elements =
      "<tension id='a' manner='tense'><for phase='stroke' manner='tens'/></tension>"
      "<tension id='b' manner='blue'/>";
  const Made refused = made(elements);
  REQUIRE_FALSE(refused.tensions);
  CHECK(refused.tensions.error().message ==
        "there is no manner of tension, near to it are tense: 'tens'");
  const std::string before = "<script xmlns='urn:kinesphere:script:1'>";
  CHECK(refused.tensions.error().where.column == before.size() + elements.find("tens'/>") + 1);

  const Made mended = made(elements, script::Dialect::Animl);
  REQUIRE(mended.tensions);
  CHECK(mended.warnings == 2);
  REQUIRE(mended.tensions->size() == 2);
  CHECK(mended.tensions->at(0).parts.size() == 1);
  // Its name is known all the same, so that none is told that it is missing.
  CHECK(mended.tensions->at(1).parts.empty());
}

TEST_CASE("what people find unnatural is warned of, but not in a manner", "[named_tension]") {
  // Neff 2022, section 6.2: below 0.3 where it is loose, below 0.2 where it is tense.
  CHECK(made("<tension id='a' rest-error='15cm' zeta='0.3'/>").warnings == 0);
  CHECK(made("<tension id='a' rest-error='15cm' zeta='0.29'/>").warnings == 1);
  CHECK(made("<tension id='a' rest-error='5mm' zeta='0.2'/>").warnings == 0);
  CHECK(made("<tension id='a' manner='tense'><for phase='stroke' rest-error='5mm' zeta='0.15'/>"
             "</tension>")
            .warnings == 1);
  CHECK(made("<tension id='a' manner='shaking'/>").warnings == 0);
}

TEST_CASE("of two tensions with one id the later counts where faults are mended",
          "[named_tension]") {
  script::Tension firm;
  firm.id = test::named("a");
  firm.parts = {{.phase = {}, .value = Tension{0.01, 1}}};
  script::Tension soft = firm;
  soft.parts[0].value = Tension{0.2, 1};
  script::Document document;
  document.tensions = {firm, soft};
  Diagnostics diagnostics;
  Faults strict(script::Dialect::Kinesphere, diagnostics);
  const auto refused = make_tensions(document, example_names(), strict);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message == "duplicate tension id 'a'");

  Faults mending(script::Dialect::Animl, diagnostics);
  const auto mended = make_tensions(document, example_names(), mending);
  REQUIRE(mended);
  REQUIRE(mended->size() == 1);
  CHECK(mended->at(0).parts[0].manner == same_in_every_phase(Tension{0.2, 1}));
}

TEST_CASE("a tension is found by its name, an unknown one is a fault", "[named_tension]") {
  const Made named = made("<tension id='wary' rest-error='8cm' zeta='0.5'/>");
  Diagnostics diagnostics;
  Faults faults(script::Dialect::Kinesphere, diagnostics);
  const auto find = [&](const char* name) {
    return find_tension(test::named(name, {3, 4}), *named.tensions, faults);
  };
  CHECK(*find("wary") == std::size_t{0});
  CHECK_FALSE(find("")->has_value());
  const auto unknown = find("wavy");
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().message == "there is no tension, near to it are wary: 'wavy'");
  CHECK(unknown.error().where == Where{3, 4});
}

TEST_CASE("a tension with a value out of bounds is not valid; one without a part says nothing",
          "[named_tension]") {
  NamedTension tension{.id = "a", .parts = {}, .over = {}};
  CHECK(tension.valid());
  tension.parts = {{.phase = {}, .manner = same_in_every_phase(Tension{0.01, 0.4})}};
  CHECK(tension.valid());
  tension.parts[0].manner.by_phase[2] = Tension{std::numeric_limits<double>::quiet_NaN(), 0.4};
  CHECK_FALSE(tension.valid());
  tension.parts[0].manner.by_phase[2] = {};
  tension.parts[0].arms = ArmSet::None;
  CHECK_FALSE(tension.valid());
}

}  // namespace
TEST_CASE("of muscles, joints go before a group, and that before what is of both arms",
          "[named_tension]") {
  using body::Joint;
  const Made muscles = made(
      "<tension id='a' manner='loose'><for group='spine' manner='limp'/>"
      "<for joints='chest head' stiffness='80' damping='3'/>"
      "<for group='spine' phase='retraction' compensate='no' manner='tense'/></tension>");
  REQUIRE(muscles.tensions);
  CHECK(muscles.warnings == 0);
  const NamedTension& tension = muscles.tensions->at(0);
  const auto part = [&](Phase phase, Joint joint) {
    return tension.find_muscle_part(phase, joint);
  };
  CHECK(part(Phase::Stroke, Joint::Neck)->manner == *find_tension_manner("loose"));
  CHECK(part(Phase::Stroke, Joint::Spine)->manner == *find_tension_manner("limp"));
  REQUIRE(part(Phase::Stroke, Joint::Chest)->muscles);
  CHECK(part(Phase::Stroke, Joint::Chest)->muscles->stiffness_Nm_rad == 80);
  CHECK(part(Phase::Stroke, Joint::Head)->muscles->damping_Nms_rad == 3);
  CHECK(part(Phase::Retraction, Joint::Chest)->manner == *find_tension_manner("tense"));
  CHECK_FALSE(part(Phase::Retraction, Joint::Spine)->muscles->compensates);
  // Arms do as mass trackers do.
  CHECK(part(Phase::Stroke, Joint::LeftHand) == nullptr);
  CHECK(tension.find_part(Phase::Stroke, Side::Left)->manner == *find_tension_manner("loose"));
}

TEST_CASE("joints that there are not, or that no muscle moves, are faults", "[named_tension]") {
  for (const char* part : {"group='tails' manner='tense'", "joints='tail' manner='tense'",
                           "joints='leftToes hips' manner='tense'"}) {
    CAPTURE(part);
    const std::string element = "<tension id='a'><for " + std::string(part) + "/></tension>";
    CHECK_FALSE(made(element).tensions);
    const Made mended = made(element, script::Dialect::Bml);
    REQUIRE(mended.tensions);
    CHECK(mended.warnings > 0);
  }
}

}  // namespace kine::plan::named_tension_test
