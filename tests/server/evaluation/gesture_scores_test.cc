// Tests for server/evaluation/gesture_scores.h.
#include "server/evaluation/gesture_scores.h"

#include <cmath>
#include <numbers>

#include "server/scene/casts.h"
#include "tests/support/catch.h"
#include "tests/support/gesture/models.h"

namespace kine::gesture_scores_test {

using namespace kine;
using server::GestureScores;

namespace {

/// Lively and calm phrases of 2 s in turn, with a stressed syllable each half second.
server::TakeTruth truth() {
  server::TakeTruth truth;
  for (int i = 0; i < 20; ++i) {
    truth.phrases.push_back(
        {.from_s = 2.0 * i, .to_s = 2.0 * i + 2, .arousal = i % 2 == 0 ? 1.0 : 0});
  }
  for (int i = 1; i < 80; ++i) truth.nuclei_s.push_back(0.5 * i);
  return truth;
}

/// Both forearms go to and fro, and rest on each nucleus; wider in lively phrases by this factor.
gesture::RecordedMotion beating(double wider) {
  gesture::RecordedMotion motion{.rate_hz = 30, .frames = {}};
  for (int i = 0; i <= 40 * 30; ++i) {
    const double time_s = i / 30.0;
    const bool lively = std::fmod(time_s, 4) < 2;
    const double angle = 0.3 * (lively ? wider : 1) * std::cos(2 * std::numbers::pi * time_s);
    gesture::Rotations frame{};
    for (const auto joint : {body::Joint::LeftLowerArm, body::Joint::RightLowerArm}) {
      frame[body::index_of(joint)] = rotation_about({0, 1, 0}, angle);
    }
    motion.frames.push_back(frame);
  }
  return motion;
}

GestureScores score(const gesture::RecordedMotion& motion, const gesture::RecordedMotion& true_one,
                    const gesture::SectionRepertoire* arms = nullptr,
                    std::vector<server::PlayedMotion> played = {}) {
  const auto casts = server::make_casts({{.name = "ada", .body = "ada", .placement = {}}});
  Random random({.seed = 1});
  return server::score({.takes = {{.motion = motion, .played = std::move(played)}},
                        .true_motions = {true_one},
                        .truths = {truth()},
                        .offsets_m = casts.value().front()->body->offsets_m,
                        .arms = arms},
                       random);
}

}  // namespace

TEST_CASE("hands that are wider in lively phrases go with the speech", "[evaluation]") {
  const GestureScores coupled = score(beating(2), beating(2));
  CHECK(coupled.auc == 1);
  CHECK(coupled.ratio == Approx(2).margin(0.15));
  const GestureScores plain = score(beating(1), beating(2));
  CHECK(plain.ratio == Approx(1).margin(0.05));
}

TEST_CASE("hands that rest on syllables are in time with them", "[evaluation]") {
  const GestureScores scores = score(beating(1), beating(1));
  CHECK(scores.beat_z > 1);
}

TEST_CASE("a motion is like itself", "[evaluation]") {
  const GestureScores same = score(beating(2), beating(2));
  CHECK(same.frechet == Approx(0).margin(1e-6));
  CHECK(same.hellinger == Approx(0).margin(1e-6));
  CHECK(same.coverage == 1);
  const GestureScores other = score(beating(1), beating(2));
  CHECK(other.frechet > same.frechet);
  CHECK(other.hellinger > 0.1);
}

TEST_CASE("arms' motions are counted as they were played", "[evaluation]") {
  using gesture::BodySection;
  using gesture::Termination;
  gesture::SectionRepertoire arms{
      .section = BodySection::Arms, .model = test::random_model(2, 1), .segments = {}};
  for (auto& motion : arms.model.motions) motion.start_share = motion.going_on_share = 0.25;
  const GestureScores scores = score(beating(1), beating(1), &arms,
                                     {{BodySection::Arms, 0, 0, 1, 2, Termination::Early},
                                      {BodySection::Head, 1, 0, 1, 2, Termination::Early},
                                      {BodySection::Arms, 1, 1, 2, 1, Termination::Late}});
  CHECK(scores.completion == Approx(0.5));
  CHECK(scores.early == Approx(0.5));
  CHECK(scores.effective == Approx(2));
  CHECK(scores.occupancy_kl == Approx(0).margin(1e-9));
  CHECK(scores.repeat == 1);
}

}  // namespace kine::gesture_scores_test
