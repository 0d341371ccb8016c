// Tests for realizer/plan/tension/phase_spans.h.
#include "realizer/plan/tension/phase_spans.h"

#include "tests/support/catch.h"

namespace kine::phase_spans_test {

using namespace kine;
using namespace std::chrono_literals;
using plan::PhaseSpan;
using script::ArmSet;
using script::Phase;

TEST_CASE("phases are read a line each", "[phase_spans]") {
  const auto phases = plan::read_phases(
      "\xEF\xBB\xBF# of a wave\r\n"
      "  0 0.25 preparation\r\n"
      "\n"
      "250ms\t.5s stroke left # up\n"
      "0.3 0.5 stroke right\n"
      "0.5 1 post-stroke-hold both\n"
      "1 2 retraction");
  REQUIRE(phases);
  CHECK(*phases ==
        std::vector<PhaseSpan>{{Seconds(0), Seconds(0.25), Phase::Preparation, ArmSet::Both},
                               {Seconds(0.25), Seconds(0.5), Phase::Stroke, ArmSet::Left},
                               {Seconds(0.3), Seconds(0.5), Phase::Stroke, ArmSet::Right},
                               {Seconds(0.5), Seconds(1), Phase::PostStrokeHold, ArmSet::Both},
                               {Seconds(1), Seconds(2), Phase::Retraction, ArmSet::Both}});
  CHECK(plan::read_phases(plan::to_text(*phases)).value() == *phases);
  CHECK(plan::read_phases("")->empty());
}

TEST_CASE("phases that make no sense are refused where they stand", "[phase_spans]") {
  struct Case {
    std::string text;
    Where where;
    std::string message;
  };
  const Case cases[] = {
      {"0 1 stroke\n1 soon stroke", {2, 3}, "a time is a number of seconds, not 'soon'"},
      {"0 nan stroke", {1, 3}, "a time is a number of seconds, not 'nan'"},
      {"0", {1, 2}, "a time is a number of seconds, not ''"},
      {"-1 1 stroke", {1, 1}, "a time lies between 0 and 600 s, not at '-1'"},
      {"0 1e9 stroke", {1, 3}, "a time lies between 0 and 600 s, not at '1e9'"},
      {"1 1 stroke", {1, 3}, "a phase ends after its start, not at '1'"},
      {"0 1 strike",
       {1, 5},
       "a phase is one of preparation, pre-stroke-hold, stroke, post-stroke-hold, retraction, not "
       "'strike'"},
      {"0 1 stroke tail", {1, 12}, "an arm is one of left, right, both, not 'tail'"},
      {"0 1 stroke left 2",
       {1, 17},
       "a line has a start, an end, a phase and an arm, not also '2'"},
      {"1 2 stroke\n0 1 stroke",
       {2, 1},
       "phases stand in the order of their starts, not behind '0'"},
      {"0 2 stroke left\n1 3 stroke",
       {2, 1},
       "an arm is in one phase at a time, the one before has not ended at '1'"}};
  for (const Case& each : cases) {
    CAPTURE(each.text);
    const auto phases = plan::read_phases(each.text);
    REQUIRE_FALSE(phases);
    CHECK(phases.error().message == each.message);
    CHECK(phases.error().where == each.where);
  }
}

TEST_CASE("there are only so many phases", "[phase_spans]") {
  std::string text;
  for (std::size_t i = 0; i < plan::kPhaseSpansMax; ++i) {
    text += std::to_string(0.01 * static_cast<double>(i)) + " " +
            std::to_string(0.01 * static_cast<double>(i + 1)) + " stroke\n";
  }
  CHECK(plan::read_phases(text));
  const auto phases = plan::read_phases(text + "500 501 stroke\n");
  REQUIRE_FALSE(phases);
  CHECK(phases.error().code == ErrorCode::LimitExceeded);
}

TEST_CASE("a time is in the phase that has begun and not ended", "[phase_spans]") {
  const std::vector<PhaseSpan> phases = {{1s, 2s, Phase::Stroke, ArmSet::Left},
                                         {1s, 3s, Phase::Preparation, ArmSet::Right},
                                         {2s, 3s, Phase::PostStrokeHold, ArmSet::Left}};
  CHECK_FALSE(plan::phase_at(phases, body::Side::Left, 0.9s));
  CHECK(plan::phase_at(phases, body::Side::Left, 1s) == Phase::Stroke);
  CHECK(plan::phase_at(phases, body::Side::Left, 2s) == Phase::PostStrokeHold);
  CHECK(plan::phase_at(phases, body::Side::Right, 2s) == Phase::Preparation);
  CHECK_FALSE(plan::phase_at(phases, body::Side::Right, 3s));
}

}  // namespace kine::phase_spans_test
