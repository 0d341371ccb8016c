// Tests for realizer/script/expressivity.h.
#include "realizer/script/expressivity.h"

#include <algorithm>
#include <limits>
#include <set>
#include <string_view>

#include "realizer/script/sketch.h"
#include "tests/support/catch.h"

namespace kine::script::expressivity_test {
namespace {

constexpr Parameter kWobble{.name = "wobble", .least = 0, .most = 2, .meaning = "", .at_zero = ""};

}  // namespace

TEST_CASE("manners add up, and stop at the ends of each range", "[expressivity]") {
  const Expressivity a{
      {kSpatialExtent, 0.5}, {kTemporalExtent, -0.75}, {kPower, 0.25}, {kFluidity, 1}};
  const Expressivity b{
      {kSpatialExtent, 0.75}, {kTemporalExtent, -0.5}, {kPower, -0.5}, {kWobble, 1.5}};
  CHECK(a + b == Expressivity{{kSpatialExtent, 1},
                              {kTemporalExtent, -1},
                              {kPower, -0.25},
                              {kFluidity, 1},
                              {kWobble, 1.5}});
  CHECK((b + b)[kWobble] == 2);
  CHECK(a + Expressivity{} == a);
}

TEST_CASE("a set has what is not 0, whatever order it was told in", "[expressivity]") {
  Expressivity manner{{kPower, 0.5}, {kFluidity, 0}};
  CHECK(manner == Expressivity{{kFluidity, 0}, {kPower, 0.5}});
  CHECK(manner.values().size() == 1);
  CHECK(manner[kPower] == 0.5);
  CHECK(manner[kFluidity] == 0);
  CHECK(manner[kWobble] == 0);
  manner.set(kPower, 0);
  CHECK(manner == Expressivity{});
}

TEST_CASE("a share of the way goes for each parameter that either has", "[expressivity]") {
  const Expressivity half = mixed({{kPower, -1}}, {{kWobble, 1}}, 0.25);
  CHECK(half == Expressivity{{kPower, -0.75}, {kWobble, 0.25}});
  CHECK(mixed({{kPower, 1}}, {}, 1) == Expressivity{});
}

TEST_CASE("a value outside of its parameter's range is not valid", "[expressivity]") {
  CHECK(valid({}));
  CHECK(valid({{kPower, -1}, {kWobble, 2}}));
  CHECK_FALSE(valid({{kPower, 1.5}}));
  CHECK_FALSE(valid({{kWobble, -0.1}}));
  CHECK_FALSE(valid({{kPower, std::numeric_limits<double>::quiet_NaN()}}));
}

constexpr Parameter kShare{.name = "share", .least = 0, .meaning = "", .at_zero = "", .usual = 0.5};

TEST_CASE("what is not said has its usual value", "[expressivity]") {
  CHECK(Expressivity{}[kShare] == 0.5);
  CHECK(Expressivity{{kShare, 0}}[kShare] == 0);
  CHECK(Expressivity{{kShare, 0.5}} == Expressivity{});
  const Expressivity sum = Expressivity{{kShare, 0.7}} + Expressivity{{kShare, 0.6}};
  CHECK(sum[kShare] == Approx(0.8));
  CHECK(Expressivity{{kPower, 0.5}} + Expressivity{{kPower, -0.5}} == Expressivity{});
  CHECK((Expressivity{{kShare, 0.7}} + Expressivity{{kPower, 1}})[kShare] == Approx(0.7));
}

TEST_CASE("what a scope writes hides what outer ones say, usual values as well", "[expressivity]") {
  Expressivity inner;
  inner.write(kPower, 0);
  CHECK(inner.says(kPower));
  CHECK_FALSE(inner == Expressivity{});
  const Expressivity both = overridden({{kPower, 1}, {kFluidity, -1}}, inner);
  CHECK(both[kPower] == 0);
  CHECK(both[kFluidity] == -1);
  CHECK(overridden({{kPower, 1}}, {})[kPower] == 1);
  inner.set(kPower, 0);
  CHECK(inner == Expressivity{});
}

TEST_CASE("each parameter has a name of its own, a range round 0 and a meaning", "[expressivity]") {
  std::set<std::string_view> names;
  for (const MannerElement element :
       {MannerElement::Nucleus, MannerElement::Shape, MannerElement::Timing, MannerElement::Idle,
        MannerElement::Clarity}) {
    for (const Parameter* const parameter : parameters(element)) {
      CAPTURE(parameter->name);
      CHECK(names.insert(parameter->name).second);
      CHECK(parameter->element == element);
      CHECK(parameter->least <= 0);
      CHECK(parameter->most > 0);
      CHECK(parameter->least <= parameter->usual);
      CHECK(parameter->most >= parameter->usual);
      CHECK_FALSE(parameter->meaning.empty());
      CHECK_FALSE(parameter->at_zero.empty());
    }
  }
}

TEST_CASE("an element has what it says, and no other", "[expressivity]") {
  const Expressivity all{{kPower, 1}, {kPosture, -1}, {kTempo, 0.5}};
  CHECK(part_of(all, MannerElement::Nucleus) == Expressivity{{kPower, 1}});
  CHECK(part_of(all, MannerElement::Shape) == Expressivity{{kPosture, -1}});
  CHECK(part_of(all, MannerElement::Idle) == Expressivity{});
}

}  // namespace kine::script::expressivity_test
