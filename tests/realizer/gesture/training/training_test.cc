// Tests for realizer/gesture/training/training.h.
#include "realizer/gesture/training/training.h"

#include "realizer/gesture/training/model_file.h"
#include "tests/support/catch.h"
#include "tests/support/gesture/takes.h"

namespace kine::gesture::training_test {
namespace {

Trained trained(std::vector<TrainingTake> takes, const TrainingWish& wish = test::training_wish()) {
  auto learnt = train(std::move(takes), wish);
  REQUIRE(learnt.has_value());
  return *std::move(learnt);
}

}  // namespace

TEST_CASE("what moves as it sounds is learnt, and the report says how well", "[gesture]") {
  const Trained learnt = trained(test::spoken_takes(4, 40));
  CHECK(fault_of(learnt.model).empty());
  CHECK(learnt.model.licence == "made by a test");
  const TrainingReport& report = learnt.report;
  CHECK(report.takes == 4);
  CHECK(report.still == std::vector{BodySection::Head, BodySection::Lower});
  REQUIRE(report.sections.size() == 1);
  const SectionReport& arms = report.sections.front();
  CHECK(arms.section == BodySection::Arms);
  CHECK(arms.segments > 250);
  CHECK(arms.motions == arms.segments / 30);
  CHECK(arms.information_bits >= 0.08);
  REQUIRE(arms.purity.has_value());
  CHECK(*arms.purity >= 0.7);
  CHECK(warnings_of(report) ==
        std::vector<std::string>{"head: nothing moves, so the model leaves it out",
                                 "lower body: nothing moves, so the model leaves it out"});
}

TEST_CASE("a report warns where prosody says nothing about the motion", "[gesture]") {
  const Trained learnt = trained(test::spoken_takes(4, 40, test::Sounds::AtRandom));
  REQUIRE(learnt.report.sections.size() == 1);
  CHECK(learnt.report.sections.front().information_bits < kInformationLeast_bits);
  REQUIRE(warnings_of(learnt.report).size() == 3);
  CHECK(warnings_of(learnt.report)[2].starts_with("arms: prosody says nothing about the motion"));
}

TEST_CASE("prosody is that of the takes", "[gesture]") {
  const Trained learnt = trained(test::spoken_takes(2, 20));
  // Loud and soft ones are 10 dB apart, each within 1 dB.
  CHECK(learnt.model.prosody.level_db.mean > -18);
  CHECK(learnt.model.prosody.level_db.mean < -12);
  CHECK(learnt.model.prosody.level_db.deviation == Approx(5).margin(0.5));
  CHECK(learnt.model.prosody.duration_s.mean == Approx(0.16));
}

TEST_CASE("the same takes and seed give the same model, another seed keeps other segments",
          "[gesture]") {
  const auto takes = test::spoken_takes(3, 30);
  const std::string once = encode_model(trained(takes).model);
  CHECK(encode_model(trained(takes).model) == once);
  CHECK(encode_model(trained(takes, test::training_wish(2)).model) != once);
}

TEST_CASE("takes that nothing can be learnt from are refused", "[gesture]") {
  const auto refusal = [](std::vector<TrainingTake> takes) {
    const auto learnt = train(std::move(takes), test::training_wish());
    REQUIRE_FALSE(learnt.has_value());
    return learnt.error().message;
  };
  CHECK(refusal({}) == "there is no take to learn from");
  TrainingTake mute = test::spoken_take(1, 5);
  mute.heard.clear();
  CHECK(refusal({mute}) == "no syllable is heard in any take");
  TrainingTake still = test::spoken_take(1, 5);
  for (Rotations& frame : still.motion.frames) frame = still.motion.frames.front();
  CHECK(refusal({still}) == "nothing moves in any take");
}

TEST_CASE("the table has a row a section", "[gesture]") {
  TrainingReport report{.takes = 2, .length_s = 60.04, .syllables = 240};
  report.sections.push_back({.section = BodySection::Lower,
                             .segments = 60,
                             .motions = 2,
                             .kept = 24,
                             .mean_length_s = 1.004,
                             .without_syllable = 0.125,
                             .information_bits = 0.1});
  CHECK(table_of(report) ==
        "2 takes, 60 s, 240 syllables\n"
        "section         segments     motions        kept      mean_s   unheard_%    info_bit"
        "      purity     cuts_f1\n"
        "lower body            60           2          24           1        12.5         0.1"
        "           -           -\n");
}

}  // namespace kine::gesture::training_test
