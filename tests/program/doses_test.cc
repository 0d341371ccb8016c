// Dose and response of a sketch's parameters, over a few gestures: `movement doses` shows it over
// all of them.
#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/movement/dose_page.h"
#include "tests/support/movement/doses.h"
#include "tests/support/movement/styles_seen.h"
#include "tests/support/sanitized.h"

namespace kine::doses_test {
namespace {

using namespace test::movement;

const std::vector<std::string> kSample =
    test::kSanitized ? std::vector<std::string>{"beat", "welcome"}
                     : std::vector<std::string>{"beat", "nod", "offer", "point-up", "welcome"};
constexpr std::size_t kMeasured = test::kSanitized ? 1 : 2;  // of them, by each row at least

}  // namespace

TEST_CASE("each parameter of a sketch moves what it is meant to, and nothing that must stay",
          "[doses][sweep]") {
  for (const DoseRow& row : dose_rows()) {
    for (const auto& cast : two_casts()) {
      CAPTURE(row.parameter->name, cast->name);
      const DosesSummary seen = summarize(row, cast, kSample);
      CHECK(seen.faults == std::vector<std::string>{});
      CHECK(seen.gestures >= kMeasured);
      CHECK(seen.monotone == seen.gestures);
      CHECK(seen.far == seen.gestures);
      CHECK(seen.neutral == seen.gestures);
      CHECK(seen.strayed.hand_mm < kHandStays_mm);
      CHECK(seen.strayed.feet_mm < kFeetStay_mm);
      CHECK(seen.strayed.gaze_deg < kGazeStays_deg);
    }
  }
}

TEST_CASE("a row of the table says what was seen, and a plot is there for each", "[doses]") {
  const DoseRow& row = dose_rows().front();
  const auto& ada = two_casts().front();
  const DosesSummary seen = summarize(row, ada, std::vector<std::string>{"beat"});
  const std::string line = row_of_dose_table(row, "ada", seen);
  CHECK(line.starts_with("| `posture` | chest's pitch, degrees | ada | "));
  CHECK(line.find("| 1/1 | 1/1 | 1/1 |") != std::string::npos);
  const auto page = dose_page({{.row = &row, .bodies = {{"ada", seen}}}});
  REQUIRE(page.plots.size() == 1);
  CHECK(page.plots[0].curves.size() == 3);
}

TEST_CASE("doses are even, and the usual one is among them", "[doses]") {
  for (const DoseRow& row : dose_rows()) {
    CAPTURE(row.parameter->name);
    const auto doses = doses_of(row);
    CHECK(doses.size() == 5);
    CHECK(std::ranges::find(doses, row.parameter->usual) != doses.end());
  }
}

TEST_CASE("ranks correlate by their order alone", "[doses]") {
  CHECK(rank_correlation({1, 2, 3, 40}, {0.1, 0.2, 5, 6}) == Approx(1));
  CHECK(rank_correlation({1, 2, 3, 4}, {4, 3, 2, 1}) == Approx(-1));
}

TEST_CASE("whatever hands do, the centre of mass stays over the feet in every frame", "[doses]") {
  for (const auto& cast : two_casts()) {
    const auto inside_cm = [&](const std::string& gesture, std::string_view style) {
      const script::Lexeme& lexeme = cast->vocabulary->lexemes.find(gesture)->second;
      return figures_of(film_in_style(cast, lexeme, style), lexeme).inside_cm;
    };
    for (const std::string& gesture : kSample) {
      for (const std::string_view style : kThirteenStyles) {
        CAPTURE(cast->name, gesture, style);
        CHECK(inside_cm(gesture, style) > 2);
      }
    }
    const Film both = film(cast, R"(<sketch id="bent"><shape lean="0.5" load-left="1"/></sketch>
        <character sketch="bent"/><gesture lexeme="welcome" stroke="1.5"/>
        <gesture lexeme="point-right" hand="right" stroke="2"/>)");
    CHECK(figures_of(both, cast->vocabulary->lexemes.find("welcome")->second).inside_cm > 0);
  }
}

TEST_CASE("styles move the whole body: a tired chest sinks farther than a neutral one turns",
          "[doses]") {
  const auto& ben = two_casts().back();
  const script::Lexeme& beat = ben->vocabulary->lexemes.find("beat")->second;
  const auto neutral = figures_of(film_in_style(ben, beat, "neutral"), beat);
  const auto tired = figures_of(film_in_style(ben, beat, "tired"), beat);
  const auto angry = figures_of(film_in_style(ben, beat, "angry"), beat);
  CHECK(tired.chest_deg > 2 * neutral.chest_deg);
  CHECK(tired.length_s > 1.3 * neutral.length_s);
  CHECK(angry.length_s < neutral.length_s);
  CHECK(angry.peak_m_s > 2 * tired.peak_m_s);
}

}  // namespace kine::doses_test
