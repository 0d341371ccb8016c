// Repertoires for tests.
#pragma once

#include <memory>
#include <vector>

#include "realizer/gesture/repertoire.h"
#include "realizer/tick/body_language.h"
#include "tests/support/gesture/models.h"

namespace kine::test {

/// One motion of the head. Each segment lasts a second and begins with such a nod of the head.
inline gesture::SectionRepertoire nodding_repertoire(const std::vector<double>& nods_rad) {
  gesture::SectionRepertoire repertoire{
      .section = gesture::BodySection::Head, .model = random_model(1, 1), .segments = {}};
  for (const double nod_rad : nods_rad) {
    auto turns = std::make_shared<pose::RecordedTurns>();
    turns->joints = gesture::played_joints(gesture::BodySection::Head);
    turns->rate_hz = 10;
    for (int i = 0; i <= 10; ++i) {
      turns->frames.push_back({Quat{}, rotation_about({1, 0, 0}, nod_rad + 0.01 * i)});
    }
    repertoire.segments.push_back({.motion = 0, .turns = turns});
  }
  return repertoire;
}

/// One motion of the lower body: the hips go aside by a tenth of their height within a second.
inline gesture::SectionRepertoire shifting_repertoire() {
  auto turns = std::make_shared<pose::RecordedTurns>();
  turns->joints = gesture::played_joints(gesture::BodySection::Lower);
  turns->rate_hz = 10;
  for (int i = 0; i <= 10; ++i) {
    turns->frames.emplace_back(turns->joints.size());
    turns->hips.push_back({0.01 * i, 0, 0});
  }
  return {.section = gesture::BodySection::Lower,
          .model = random_model(1, 1),
          .segments = {{.motion = 0, .turns = turns}}};
}

/// The nods, by their name.
inline std::shared_ptr<const PlayableRepertoire> playable_nodding() {
  static const auto repertoire =
      make_playable({nodding_repertoire({0.1, 0.3})}, {.name = "nodding"});
  return repertoire;
}

}  // namespace kine::test
