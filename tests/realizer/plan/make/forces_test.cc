// Tests for realizer/plan/make/forces.h.
#include "realizer/plan/make/forces.h"

#include "realizer/core/limits.h"
#include "tests/support/catch.h"
#include "tests/support/plan/examples.h"

namespace kine::plan::forces_test {
namespace {

script::Push push_on(std::string_view joint, Seconds start) {
  script::Push push;
  push.start = start;
  push.duration = Seconds(0.2);
  push.joint = test::named(joint, {3, 7});
  push.force_N = {0, 0, 150};
  push.where = {3, 1};
  return push;
}

struct Made {
  Result<Forces> forces;
  std::vector<Warning> warnings;
};

Made made(const script::Document& document, script::Dynamics dynamics = script::Dynamics::Body) {
  const Vocabulary vocabulary = test::example_vocabulary();
  Diagnostics diagnostics;
  Faults faults(document.dialect, diagnostics);
  const Names names(test::example_body(), vocabulary);
  auto forces = forces_on("ada", document, vocabulary, names, dynamics, faults);
  return {std::move(forces), {diagnostics.warnings().begin(), diagnostics.warnings().end()}};
}

}  // namespace

TEST_CASE("forces are those on the character, in the order of their start", "[forces]") {
  script::Document document;
  document.character = test::named("ada", {1, 1});
  document.pushes = {push_on("head", Seconds(2)), push_on("leftHand", Seconds(1)),
                     push_on("upperChest", Seconds(0))};
  document.pushes[2].character = test::named("ben", {3, 1});
  script::Load load;
  load.mass_kg = 5;
  document.loads = {load};
  const Made result = made(document);
  REQUIRE(result.forces);
  REQUIRE(result.forces->pushes.size() == 2);
  CHECK(result.forces->pushes[0].joint == body::Joint::LeftHand);
  CHECK(result.forces->pushes[1].joint == body::Joint::Head);
  CHECK(result.forces->pushes[1].start == Seconds(2));
  REQUIRE(result.forces->loads.size() == 1);
  CHECK(result.forces->loads[0].end == kUntilEnd);
  CHECK(result.forces->loads[0].believed_kg == 5);
  CHECK(result.warnings.empty());
}

TEST_CASE("hips and legs can be pushed", "[forces]") {
  script::Document document;
  document.character = test::named("ada", {1, 1});
  document.pushes = {push_on("hips", Seconds(0)), push_on("leftFoot", Seconds(1))};
  const Made result = made(document);
  REQUIRE(result.forces);
  REQUIRE(result.forces->pushes.size() == 2);
  CHECK(result.forces->pushes[0].joint == body::Joint::Hips);
  CHECK(result.forces->pushes[1].joint == body::Joint::LeftFoot);
}

TEST_CASE("a character without muscles in its legs feels no push there, which is a warning",
          "[forces]") {
  script::Document document;
  document.character = test::named("ada", {1, 1});
  document.pushes = {push_on("head", Seconds(0)), push_on("leftFoot", Seconds(1))};
  CHECK(made(document, script::Dynamics::Body).warnings.empty());
  const Made torso = made(document, script::Dynamics::Torso);
  REQUIRE(torso.warnings.size() == 1);
  CHECK(torso.warnings[0].message ==
        "nothing feels a push at its leftFoot without <character dynamics=\"body\">");
  CHECK(torso.warnings[0].where == Where{3, 7});
}

TEST_CASE("the 33rd push at once does nothing, which is a warning; the 33rd in turn does",
          "[forces]") {
  script::Document document;
  document.character = test::named("ada", {1, 1});
  for (std::size_t i = 0; i <= kPushesAtOnceMax; ++i) {
    document.pushes.push_back(push_on("head", Seconds(0.001 * static_cast<double>(i))));
  }
  const Made many = made(document);
  REQUIRE(many.warnings.size() == 1);
  CHECK(many.warnings[0].message == "more than 32 pushes at once: the others do nothing");
  document.pushes.back().start = Seconds(0.2);  // as the first one ends
  CHECK(made(document).warnings.empty());
}

TEST_CASE("toes, fingers and eyes cannot be pushed", "[forces]") {
  for (const char* joint : {"rightToes", "leftEye", "rightIndexProximal", "tail"}) {
    CAPTURE(joint);
    script::Document document;
    document.character = test::named("ada", {1, 1});
    document.pushes = {push_on(joint, Seconds(0))};
    const Made result = made(document);
    REQUIRE_FALSE(result.forces);
    CHECK(result.forces.error().where == Where{3, 7});
    document.dialect = script::Dialect::Bml;
    const Made mended = made(document);
    REQUIRE(mended.forces);
    CHECK(mended.forces->pushes.empty());
    CHECK(mended.warnings.size() == 1);
  }
}

TEST_CASE("whom only a plan moves feels nothing, with a warning", "[forces]") {
  script::Document document;
  document.character = test::named("ada", {1, 1});
  document.pushes = {push_on("head", Seconds(0))};
  const Made result = made(document, script::Dynamics::None);
  REQUIRE(result.warnings.size() == 1);
  CHECK(result.warnings[0].where == Where{3, 1});
  CHECK(result.warnings[0].message ==
        "a push or a load does nothing to 'ada': give it <character dynamics=\"torso\">");
}

TEST_CASE("two loads in one hand at a time are warned of", "[forces]") {
  script::Document document;
  document.character = test::named("ada", {1, 1});
  script::Load load;
  load.mass_kg = 1;
  load.end = Seconds(2);
  document.loads = {load, load};
  CHECK(made(document).warnings.size() == 1);
  document.loads[1].start = Seconds(2);
  document.loads[1].end = Seconds(3);
  CHECK(made(document).warnings.empty());
  document.loads[1] = load;
  document.loads[1].hand = script::LoadHand::Left;
  CHECK(made(document).warnings.empty());
}

}  // namespace kine::plan::forces_test
