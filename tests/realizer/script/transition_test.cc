// Tests for realizer/script/transition.h: what a transition can say, and what it means where it is
// silent.
#include "realizer/script/transition.h"

#include <algorithm>

#include "tests/support/catch.h"

namespace kine::script::transition_test {

TEST_CASE("a transition has eight numbers, five of which are shares", "[transition]") {
  CHECK(parameters(MannerElement::Transition).size() == 8);
  for (const Parameter* const each : parameters(MannerElement::Transition)) {
    CAPTURE(each->name);
    const bool is_share = each == &kTremble || each == &kWaves || each == &kAccents ||
                          each == &kSpasms || each == &kIncomplete;
    CHECK(each->least == (is_share ? 0 : -1));
    CHECK(each->most == 1);
    CHECK(each->usual == 0);
  }
}

TEST_CASE("curves that have a name begin and end their way in time", "[transition]") {
  for (const NamedCurve& each : kNamedCurves) {
    CAPTURE(each.name);
    CHECK(each.curve.at(0) == 0);
    CHECK(each.curve.at(1) == 1);
    CHECK(std::max(each.curve.start_dt, each.curve.end_dt) <= kCurveTimeTangentMax);
  }
}

TEST_CASE("a transition that says nothing is of all movements and all joints", "[transition]") {
  const Transition silent;
  CHECK_FALSE(silent.phase);
  CHECK(silent.group.empty());
  CHECK_FALSE(silent.curve);
  CHECK_FALSE(silent.halt);
  CHECK(silent.parameters.values().empty());
}

}  // namespace kine::script::transition_test
