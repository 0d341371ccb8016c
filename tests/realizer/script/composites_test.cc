// Tests for realizer/script/composites.h.
#include "realizer/script/composites.h"

#include <cmath>
#include <string>

#include "realizer/core/number.h"
#include "realizer/script/sketch.h"
#include "tests/support/catch.h"
#include "tests/support/source_files.h"

namespace kine::script::composites_test {
namespace {

/// The table: what 1 of a composite says of a parameter.
double at_one(const Parameter& composite, const Parameter& parameter) {
  return expanded({{composite, 1}})[parameter];
}

TEST_CASE("a half of strong effort is a half of its weights", "[composites]") {
  const Expressivity strong = expanded({{kEffortWeight, 0.5}});
  CHECK(strong.values().size() == 3);
  CHECK(strong[kPower] == Approx(0.4));
  CHECK(strong[kAnticipation] == Approx(0.2));
  CHECK(strong[kReaction] == Approx(0.2));
}

// Pohl 2010, tables 2.2, 2.3 and 3.1: which of our four an attribute of the others moves, and which
// way. In table 3.1 weight and flow are of power, time is of temporal extent (HPM's grows faster,
// ours grows longer), flow and space are of fluidity, shape and space of spatial extent.
TEST_CASE("composites move what their sources say, the way that they say", "[composites]") {
  CHECK(at_one(kEffortWeight, kPower) > 0);         // strong
  CHECK(at_one(kEffortTime, kTemporalExtent) < 0);  // sudden
  CHECK(at_one(kEffortFlow, kFluidity) < 0);        // bound
  CHECK(at_one(kEffortFlow, kInvolvement) < kInvolvement.usual);
  CHECK(at_one(kEffortSpace, kSpatialExtent) < 0);  // direct
  CHECK(at_one(kEffortSpace, kFluidity) < 0);
  CHECK(at_one(kRising, kPosture) > 0);
  CHECK(at_one(kRising, kRaise) > 0);     // clavicles
  CHECK(at_one(kSpreading, kRound) < 0);  // spine and clavicles open
  CHECK(at_one(kSpreading, kElbows) > 0);
  CHECK(at_one(kSpreading, kSpatialExtent) > 0);
  CHECK(at_one(kAdvancing, kLean) > 0);
  CHECK(at_one(kAdvancing, kComAhead) > 0);
  CHECK(at_one(kOverallActivation, kPause) < 0);
  CHECK(expanded({{kOverallActivation, -1}})[kIdleAmount] == Approx(0.5));
  CHECK(at_one(kHpmSpatialExtent, kSpatialExtent) == 1);
  CHECK(at_one(kHpmTemporalExtent, kTemporalExtent) == -1);
  CHECK(at_one(kHpmFluidity, kFluidity) == 1);
  CHECK(at_one(kHpmPower, kPower) == 1);
  CHECK(at_one(kHpmRepetition, kRepetition) == 1);
}

TEST_CASE("composites of one parameter add up, and stop at the end of its range", "[composites]") {
  CHECK(expanded({{kEffortWeight, 0.5}, {kHpmPower, 0.25}})[kPower] == Approx(0.65));
  CHECK(expanded({{kEffortWeight, 1}, {kHpmPower, 1}})[kPower] == 1);
  // 0.4 + 0.75 - 0.2: only the sum is kept within the range.
  CHECK(expanded({{kEffortWeight, 0.5}, {kHpmPower, 0.75}, {kEffortFlow, 1}})[kPower] ==
        Approx(0.95));
  CHECK(expanded({{kOverallActivation, 1}})[kIdleAmount] == 1);
}

TEST_CASE("a composite of 0 says the usual value of all that it moves", "[composites]") {
  Expressivity still;
  still.write(kOverallActivation, 0);
  const Expressivity usual = expanded(still);
  CHECK(usual.says(kInvolvement));
  CHECK(usual[kInvolvement] == kInvolvement.usual);
  CHECK(usual[kIdleAmount] == kIdleAmount.usual);
  CHECK(expanded({}) == Expressivity{});
}

TEST_CASE("every composite moves parameters that motion reads, by no more than their range",
          "[composites]") {
  for (const MannerElement element : kCompositeElements) {
    CHECK(is_composite(element));
    for (const Parameter* const composite : parameters(element)) {
      CAPTURE(composite->name);
      CHECK(composite->element == element);
      CHECK_FALSE(weights_of(*composite).empty());
      for (const auto& [parameter, weight] : weights_of(*composite)) {
        CAPTURE(parameter->name);
        CHECK_FALSE(is_composite(parameter->element));
        CHECK(weight != 0);
        CHECK(std::abs(weight) <= parameter->most - parameter->least);
      }
      CHECK(valid(expanded({{*composite, 1}})));
      CHECK(valid(expanded({{*composite, -1}})));
    }
  }
  CHECK(weights_of(kPosture).empty());
  CHECK_FALSE(is_composite(MannerElement::Shape));
}

TEST_CASE("the reference page says what composites are sums of", "[composites][reference]") {
  const std::string page = test::text_of(test::source_path("schemas/README.md"));
  for (const MannerElement element : kCompositeElements) {
    for (const Parameter* const composite : parameters(element)) {
      std::string numbers;
      for (const auto& [parameter, weight] : weights_of(*composite)) {
        numbers += (numbers.empty() ? "" : ", ") + std::string(parameter->name) + " " +
                   format_number(weight);
      }
      const std::string row = "| `" + std::string(composite->name) + "` |";
      CAPTURE(row, numbers);
      CHECK(page.find(row) != std::string::npos);
      CHECK(page.find("| " + numbers + " |\n") != std::string::npos);
    }
  }
}

}  // namespace
}  // namespace kine::script::composites_test
