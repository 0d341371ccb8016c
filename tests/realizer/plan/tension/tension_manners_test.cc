// Tests for realizer/plan/tension/tension_manners.h.
#include "realizer/plan/tension/tension_manners.h"

#include <algorithm>

#include "realizer/plan/names/near_names.h"
#include "tests/support/catch.h"

namespace kine::plan::tension_manners_test {
namespace {

using script::Phase;

Tension in_phase(std::string_view name, Phase phase) {
  const auto manner = find_tension_manner(name);
  REQUIRE(manner);
  REQUIRE(manner->in(phase));
  return *manner->in(phase);
}

TEST_CASE("the manners are what the paper sets in practice", "[tension_manners]") {
  // Neff 2022, the end of section 5; shaking: figure 7; limp: study 1.
  CHECK(in_phase("tense", Phase::Stroke) == Tension{0.005, 0.3});
  CHECK(in_phase("tense", Phase::Retraction) == Tension{0.01, 0.4});
  CHECK(in_phase("loose", Phase::Stroke) == Tension{0.1, 0.5});
  CHECK(in_phase("loose", Phase::Retraction) == Tension{0.15, 0.4});
  CHECK(in_phase("shaking", Phase::Stroke) == Tension{0.005, 0.15});
  CHECK(in_phase("limp", Phase::Stroke) == Tension{0.3, 0.4});
  CHECK(in_phase("neutral", Phase::Stroke) == Tension{0.01, 0.4});
}

TEST_CASE("manners run from a statue to a puppet, each looser than the one before",
          "[tension_manners]") {
  double before = 0;
  for (const auto name : {"rigid", "tense", "neutral", "relaxed", "loose", "limp"}) {
    CAPTURE(name);
    const double rest_error = in_phase(name, Phase::Stroke).rest_error_m;
    CHECK(rest_error > before);
    before = rest_error;
  }
}

TEST_CASE("off is no tension in any phase", "[tension_manners]") {
  const auto off = find_tension_manner("off");
  REQUIRE(off);
  CHECK(std::ranges::none_of(off->by_phase, [](const auto& each) { return each.has_value(); }));
}

TEST_CASE("every manner is valid, and strokes are never looser than retractions",
          "[tension_manners]") {
  CHECK(tension_manner_names().size() == 8);
  for (const std::string_view name : tension_manner_names()) {
    CAPTURE(name);
    const auto manner = find_tension_manner(name);
    REQUIRE(manner);
    for (const auto& each : manner->by_phase) CHECK((!each || valid(*each)));
    if (!manner->in(Phase::Stroke)) continue;
    CHECK(in_phase(name, Phase::Stroke).rest_error_m <=
          in_phase(name, Phase::Retraction).rest_error_m);
    CHECK(in_phase(name, Phase::PostStrokeHold) == in_phase(name, Phase::Stroke));
  }
}

TEST_CASE("a name that is no manner is none", "[tension_manners]") {
  CHECK_FALSE(find_tension_manner("Loose"));
  CHECK_FALSE(find_tension_manner(""));
}

TEST_CASE("an unknown name is answered with those near to it, else with all", "[tension_manners]") {
  CHECK(known_names("losse", tension_manner_names()) == ", near to it are loose");
  CHECK(known_names("gelatinous", tension_manner_names()) ==
        ", there are off, rigid, tense, neutral, relaxed, loose, limp, shaking");
}

}  // namespace
}  // namespace kine::plan::tension_manners_test
