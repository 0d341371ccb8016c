// Tests for realizer/gesture/training/section_truth.h.
#include "realizer/gesture/training/section_truth.h"

#include "tests/support/catch.h"

namespace kine::gesture::section_truth_test {
namespace {

/// Ten seconds in which arms have these spans.
TrainingTake take_with(std::vector<LabelledSpan> spans) {
  TrainingTake take{.name = "take", .motion = {}, .heard = {}};
  take.motion.rate_hz = 30;
  take.motion.frames.resize(300);
  take.truth[static_cast<std::size_t>(BodySection::Arms)] = std::move(spans);
  return take;
}

}  // namespace

TEST_CASE("a boundary is found once, by a cut within a tenth of a second", "[gesture]") {
  CHECK(count_near(std::vector{1.0, 2.0}, std::vector{1.05, 2.2}) == 1);
  CHECK(count_near(std::vector{1.0, 1.04}, std::vector{1.02}) == 1);
  CHECK(count_near(std::vector{1.0, 1.04}, std::vector{0.95, 1.1}) == 2);
  CHECK(count_near(std::vector<double>{}, std::vector{1.0}) == 0);
}

TEST_CASE("the F1 of cuts counts what is missed and what is cut in vain", "[gesture]") {
  // Boundaries that are known are at 1, 2 and 3 s; the beginning of the take is none.
  const std::vector<TrainingTake> takes = {take_with({{.from_s = 0, .to_s = 1, .label = "rest"},
                                                      {.from_s = 1, .to_s = 2, .label = "out"},
                                                      {.from_s = 2, .to_s = 3, .label = "back"}}),
                                           take_with({})};  // of which nothing is known
  // Two of three are found, and two cuts are in vain: 2 * 2 / (3 + 4).
  const std::vector<std::vector<double>> found = {{1.05, 1.5, 2.95, 6}, {4, 5}};
  CHECK(boundary_f1_of(takes, found, BodySection::Arms).value() == Approx(4.0 / 7));
  CHECK_FALSE(boundary_f1_of(takes, found, BodySection::Head).has_value());
}

TEST_CASE("the purity is the share of segments with the commonest label of their motion",
          "[gesture]") {
  const std::vector<TrainingTake> takes = {
      take_with({{.from_s = 0, .to_s = 2, .label = "a"}, {.from_s = 2, .to_s = 5, .label = "b"}})};
  // Of motion 0 two are a and one is b; of motion 1 one is b. The last one has no label.
  const std::vector<Take> cut = {{.heard = {},
                                  .segments = {{.from_s = 0, .to_s = 1, .motion = 0},
                                               {.from_s = 1, .to_s = 2.4, .motion = 0},
                                               {.from_s = 2.4, .to_s = 3, .motion = 0},
                                               {.from_s = 3, .to_s = 5, .motion = 1},
                                               {.from_s = 5, .to_s = 9, .motion = 1}}}};
  CHECK(purity_of(takes, cut, BodySection::Arms, 2).value() == Approx(3.0 / 4));
  CHECK_FALSE(purity_of(takes, cut, BodySection::Head, 2).has_value());
}

}  // namespace kine::gesture::section_truth_test
