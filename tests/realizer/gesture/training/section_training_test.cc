// Tests for realizer/gesture/training/section_training.h.
#include "realizer/gesture/training/section_training.h"

#include <algorithm>

#include "tests/support/catch.h"
#include "tests/support/gesture/takes.h"

namespace kine::gesture::section_training_test {
namespace {

std::optional<TrainedSection> trained(const std::vector<TrainingTake>& takes,
                                      const TrainingSettings& settings,
                                      BodySection section = BodySection::Arms) {
  auto learnt = train_section(takes, section, test::arm_offsets_m(), settings);
  REQUIRE(learnt.has_value());
  return *std::move(learnt);
}

std::size_t segments_of(const SectionRepertoire& repertoire, std::size_t motion) {
  return static_cast<std::size_t>(
      std::ranges::count(repertoire.segments, motion, &RepertoireSegment::motion));
}

}  // namespace

TEST_CASE("a section that does not move learns nothing", "[gesture]") {
  const auto takes = test::spoken_takes(1, 5);
  CHECK_FALSE(trained(takes, {}, BodySection::Head).has_value());
}

TEST_CASE("there are as many motions as settings say, and two at least", "[gesture]") {
  const auto takes = test::spoken_takes(2, 20);
  const auto motions = [&](std::size_t most, std::size_t segments_per_motion) {
    TrainingSettings settings;
    settings.motions_most[static_cast<std::size_t>(BodySection::Arms)] = most;
    settings.segments_per_motion = segments_per_motion;
    const auto learnt = trained(takes, settings);
    REQUIRE(learnt.has_value());
    CHECK(learnt->repertoire.model.size() == learnt->report.motions);
    return learnt->report.motions;
  };
  CHECK(motions(7, 1) == 7);
  CHECK(motions(45, 1'000'000) == 2);
  const auto learnt = trained(takes, {});
  CHECK(learnt->report.motions == learnt->report.segments / 30);
}

TEST_CASE("of each motion a few segments are kept, as they were recorded", "[gesture]") {
  const auto takes = test::spoken_takes(2, 30);
  const auto learnt = trained(takes, {.kept_per_motion = 3});
  REQUIRE(learnt.has_value());
  const SectionRepertoire& repertoire = learnt->repertoire;
  CHECK(fault_of(repertoire).empty());
  CHECK(repertoire.segments.size() == learnt->report.kept);
  for (std::size_t i = 0; i < repertoire.model.size(); ++i) {
    CHECK(segments_of(repertoire, i) >= 1);
    CHECK(segments_of(repertoire, i) <= 3);
  }
  const std::size_t arm = 1;  // the left upper arm is the second joint of the arms
  for (const RepertoireSegment& each : repertoire.segments) {
    CHECK(each.turns->rate_hz == 30);
    const bool is_recorded = std::ranges::any_of(takes, [&](const TrainingTake& take) {
      return std::ranges::any_of(take.motion.frames, [&](const Rotations& frame) {
        return angle_between(frame[body::index_of(body::Joint::LeftUpperArm)],
                             each.turns->frames.front()[arm]) < 1e-6;
      });
    });
    CHECK(is_recorded);
  }
}

TEST_CASE("segments do not span takes, and all of them together last as long as these",
          "[gesture]") {
  const auto takes = test::spoken_takes(3, 10);
  double length_s = 0;
  for (const TrainingTake& take : takes) {
    length_s += static_cast<double>(take.motion.frames.size()) / 30;
  }
  const auto learnt = trained(takes, {});
  CHECK(learnt->report.mean_length_s * static_cast<double>(learnt->report.segments) ==
        Approx(length_s));
}

TEST_CASE("a long segment is kept in part", "[gesture]") {
  // The arms circle for half a minute, so that nothing cuts their motion.
  TrainingTake take = test::spoken_take(1, 1);
  take.motion.frames.assign(900, {});
  for (std::size_t t = 0; t < take.motion.frames.size(); ++t) {
    take.motion.frames[t][body::index_of(body::Joint::LeftUpperArm)] =
        rotation_about({0, 1, 0}, 0.1 * static_cast<double>(t));
  }
  const auto learnt = trained({take}, {});
  REQUIRE(learnt.has_value());
  for (const RepertoireSegment& each : learnt->repertoire.segments) {
    CHECK(each.turns->frames.size() <= 300);
  }
}

TEST_CASE("segments without a syllable are counted, and labels judged by motion", "[gesture]") {
  auto takes = test::spoken_takes(1, 20);
  const auto learnt = trained(takes, {});
  CHECK(learnt->report.without_syllable < 0.5);
  CHECK(learnt->report.purity.value() > 1.0 / 7);  // there are seven labels
  CHECK(learnt->report.boundary_f1.value() > 0.7);
  takes[0].heard.clear();
  for (auto& truth : takes[0].truth) truth.clear();
  const auto mute = trained(takes, {});
  CHECK(mute->report.without_syllable == 1);
  CHECK_FALSE(mute->report.purity.has_value());
}

}  // namespace kine::gesture::section_training_test
