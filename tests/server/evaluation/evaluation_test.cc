// Tests for server/evaluation/evaluation.h.
#include "server/evaluation/evaluation.h"

#include "server/scene/casts.h"
#include "tests/support/catch.h"
#include "tests/support/gesture/gesture_models.h"

namespace kine::evaluation_test {

using namespace kine;

namespace {

/// Two takes in which nothing moves, and something is heard four times a second.
std::vector<server::EvaluationTake> still_takes() {
  server::EvaluationTake take;
  take.motion = {.rate_hz = 30, .frames = std::vector<gesture::Rotations>(8 * 30 + 1)};
  take.truth.phrases = {{.from_s = 0, .to_s = 4, .arousal = 1}, {.from_s = 4, .to_s = 8}};
  for (int i = 1; i < 32; ++i) {
    take.sound.push_back({.symbol = 4, .context = 0, .known_s = 0.25 * i});
    take.truth.nuclei_s.push_back(0.25 * i);
  }
  return {take, take};
}

std::vector<server::EvaluatedRow> evaluated(std::size_t seeds) {
  const auto casts = server::make_casts({{.name = "ada", .body = "ada", .placement = {}}});
  return server::evaluate(test::small_gesture_model(), still_takes(), casts.value().front(),
                          {.profiles = {server::find_profile("default")}, .seeds = seeds});
}

}  // namespace

TEST_CASE("profiles have names, and the paper's own is one of them", "[evaluation]") {
  REQUIRE(server::find_profile("levine2009") != nullptr);
  CHECK(server::find_profile("levine2009")->profile == gesture::kLevine2009);
  CHECK(server::find_profile("default")->profile == gesture::Profile{});
  CHECK(server::find_profile("levine2010") == nullptr);
}

TEST_CASE("an evaluation has a row for truth, original, a profile and each of its controls",
          "[evaluation]") {
  std::vector<std::string> names;
  for (const auto& row : evaluated(2)) {
    names.push_back(row.name);
    CHECK(row.scores.size() == (names.size() <= 2 ? 1 : 2));
  }
  CHECK(names == std::vector<std::string>{"truth", "original", "default", "default shuffled",
                                          "default unsynced", "default random",
                                          "default random synced"});
}

TEST_CASE("a motion that is played to its end is ended by no syllable", "[evaluation]") {
  for (const auto& row : evaluated(1)) {
    if (row.name == "default unsynced" || row.name == "default random") {
      CHECK(row.scores.front().early == 0);
    }
    if (row.name == "truth") CHECK(row.scores.front().speed_m_s == 0);
    if (row.name == "default") CHECK(row.scores.front().speed_m_s > 0);
  }
}

TEST_CASE("rows are printed as means and deviations, and kept by seed", "[evaluation]") {
  std::vector<server::EvaluatedRow> rows(1);
  rows[0].name = "default";
  rows[0].scores.resize(2);
  rows[0].scores[0].auc = 0.5;
  rows[0].scores[1].auc = 0.7;
  CHECK(server::lines_of(rows).starts_with("default auc=0.6 sd=0.141 ratio=0 sd=0 "));
  const std::string csv = server::csv_of(rows);
  CHECK(csv.starts_with("row,seed,auc,ratio,"));
  CHECK(csv.find("\ndefault,1,0.5,0,") != std::string::npos);
  CHECK(csv.find("\ndefault,2,0.7,0,") != std::string::npos);
}

}  // namespace kine::evaluation_test
