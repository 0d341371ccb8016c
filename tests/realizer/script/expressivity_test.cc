// Tests for realizer/script/expressivity.h.
#include "realizer/script/expressivity.h"

#include <algorithm>
#include <limits>
#include <set>
#include <string_view>

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

TEST_CASE("each parameter has a name of its own, a range round 0 and a meaning", "[expressivity]") {
  std::set<std::string_view> names;
  for (const Parameter* const parameter : parameters()) {
    CHECK(names.insert(parameter->name).second);
    CHECK(parameter->least <= 0);
    CHECK(parameter->most > 0);
    CHECK_FALSE(parameter->meaning.empty());
    CHECK_FALSE(parameter->at_zero.empty());
  }
}

}  // namespace kine::script::expressivity_test
