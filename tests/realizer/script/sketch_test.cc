// Tests for realizer/script/sketch.h: what a sketch can say, and what it means where it is silent.
#include "realizer/script/sketch.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "tests/support/catch.h"

namespace kine::script::sketch_test {
namespace {

std::set<std::string_view> names_of(MannerElement element) {
  std::set<std::string_view> names;
  for (const Parameter* const each : parameters(element)) names.insert(each->name);
  return names;
}

}  // namespace

TEST_CASE("a sketch shapes the body, times it and quiets it", "[sketch]") {
  CHECK(names_of(MannerElement::Shape) ==
        std::set<std::string_view>{"posture",    "line",      "lean",       "chest", "abdomen",
                                   "head",       "raise",     "round",      "tilt",  "com-side",
                                   "com-ahead",  "load-left", "load-right", "legs",  "extent",
                                   "amplitude",  "elbows",    "width",      "toes",  "hold",
                                   "involvement"});
  CHECK(names_of(MannerElement::Timing) == std::set<std::string_view>{"tempo", "duration", "pause",
                                                                      "anticipation", "reaction",
                                                                      "repetition", "succession"});
  CHECK(names_of(MannerElement::Idle) == std::set<std::string_view>{"amount"});
  CHECK(names_of(MannerElement::Clarity) ==
        std::set<std::string_view>{"simplify", "exaggerate", "depth"});
}

TEST_CASE("most of a sketch goes from -1 to 1, and some of it has other ends", "[sketch]") {
  for (const MannerElement element : kSketchElements) {
    for (const Parameter* const each : parameters(element)) {
      CAPTURE(each->name);
      const bool is_share = each == &kHold || each == &kInvolvement || each == &kIdleAmount ||
                            each == &kSimplify || each == &kExaggerate || each == &kLoadLeft ||
                            each == &kLoadRight || each == &kRepetition;
      const double most = each == &kSuccession ? 0.2 : 1;
      CHECK(each->most == most);
      CHECK(each->least == (is_share ? 0 : -most));
    }
  }
}

TEST_CASE("a body takes part by half and moves of itself where nobody says it", "[sketch]") {
  const Sketch silent;
  CHECK(silent.parameters[kInvolvement] == 0.5);
  CHECK(silent.parameters[kIdleAmount] == 1);
  CHECK(silent.parameters[kPosture] == 0);
  CHECK(silent.parameters[kSuccession] == 0);
}

}  // namespace kine::script::sketch_test
