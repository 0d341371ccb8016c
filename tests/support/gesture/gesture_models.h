// Whole models of body language for tests: small, with tables that are drawn.
#pragma once

#include "realizer/gesture/training/gesture_model.h"
#include "tests/support/gesture/repertoires.h"

namespace kine::test {

/// A head with one motion of two nods, and arms that lift in one of two.
inline gesture::GestureModel small_gesture_model() {
  gesture::SectionRepertoire arms{
      .section = gesture::BodySection::Arms, .model = random_model(2, 7), .segments = {}};
  for (std::size_t motion = 0; motion < 2; ++motion) {
    auto turns = std::make_shared<pose::RecordedTurns>();
    turns->joints = gesture::played_joints(arms.section);
    turns->rate_hz = 30;
    for (int i = 0; i < 5; ++i) {
      auto& frame = turns->frames.emplace_back(turns->joints.size());
      frame[1] = rotation_about({0, 0, 1}, motion == 0 ? -1.2 : -1.2 + 0.1 * i);
    }
    arms.segments.push_back({.motion = motion, .turns = std::move(turns)});
  }
  return {.name = "small",
          .licence = "made by a test",
          .settings = {.seed = 5},
          .prosody = {.rise_st = {.mean = 0.25, .deviation = 2}},
          .repertoire = {nodding_repertoire({0.1, 0.3}), arms}};
}

}  // namespace kine::test
