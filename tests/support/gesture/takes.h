// Takes of a speaker of whom is known what moves when, and how it sounds.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "realizer/core/random.h"
#include "realizer/gesture/training/training.h"
#include "tests/support/gesture/recordings.h"

namespace kine::test {

/// A syllable with its nucleus at a time, known 0.3 s later.
inline speech::Heard syllable_at(double time_s, double level_db) {
  return {
      .kind = speech::Heard::Kind::Syllable,
      .at = Seconds(time_s),
      .found = Seconds(time_s + 0.3),
      .features = {.rise_st = 0.5, .fall_st = 1, .level_db = level_db, .duration = Seconds(0.16)}};
}

enum class Sounds : std::uint8_t { AsItMoves, AtRandom };

/// Arms rest and make three gestures, each with its name. Four syllables a second are loud before
/// and in a gesture, and soft before a rest; or at random.
inline gesture::TrainingTake spoken_take(std::uint64_t seed, std::size_t gestures,
                                         Sounds sounds = Sounds::AsItMoves) {
  constexpr double kSyllable_s = 0.25;
  constexpr double kKnownBefore_s = 0.3;
  Recorder recorder(gesture::BodySection::Arms, 30, 0.02, seed);
  Recorder shapes(gesture::BodySection::Arms, 30, 0, 1);
  const std::vector<gesture::Rotations> targets = {shapes.varied({}, 0.4), shapes.varied({}, 0.4),
                                                   shapes.varied({}, 0.4)};
  gesture::TrainingTake take{.name = std::to_string(seed), .motion = {}, .heard = {}};
  auto& truth = take.truth[static_cast<std::size_t>(gesture::BodySection::Arms)];
  double from_s = 0;
  double spoken_s = 0;
  Random random({.seed = seed});
  const auto end_part = [&](const std::string& label, double level_db) {
    truth.push_back({.from_s = from_s, .to_s = recorder.now_s(), .label = label});
    from_s = recorder.now_s();
    for (; spoken_s < from_s - kKnownBefore_s; spoken_s += kSyllable_s) {
      const bool is_loud = sounds == Sounds::AsItMoves ? level_db > -15 : random.number(0, 1) > 0.5;
      take.heard.push_back(syllable_at(spoken_s, (is_loud ? -10 : -20) + random.number(-1, 1)));
    }
  };
  for (std::size_t i = 0; i < gestures; ++i) {
    const std::size_t which = random.bits() % targets.size();
    recorder.hold(random.number(0.6, 1.8));
    end_part("rest", -20);
    recorder.go_to(recorder.varied(targets[which], 0.04), random.number(0.4, 0.7));
    end_part("out " + std::to_string(which), -10);
    recorder.go_to(recorder.varied({}, 0.04), random.number(0.4, 0.7));
    end_part("back " + std::to_string(which), -10);
  }
  take.motion = recorder.motion;
  return take;
}

inline std::vector<gesture::TrainingTake> spoken_takes(std::size_t takes, std::size_t gestures,
                                                       Sounds sounds = Sounds::AsItMoves) {
  std::vector<gesture::TrainingTake> all;
  for (std::size_t i = 0; i < takes; ++i) all.push_back(spoken_take(i + 1, gestures, sounds));
  return all;
}

/// Arms of half a metre.
inline gesture::JointOffsets arm_offsets_m() {
  gesture::JointOffsets offsets_m = {};
  for (const auto& [joint, x] :
       {std::pair{body::Joint::LeftLowerArm, 0.25}, std::pair{body::Joint::LeftHand, 0.25},
        std::pair{body::Joint::RightLowerArm, -0.25}, std::pair{body::Joint::RightHand, -0.25}}) {
    offsets_m[body::index_of(joint)] = {x, 0, 0};
  }
  return offsets_m;
}

inline gesture::TrainingWish training_wish(std::uint64_t seed = 1) {
  return {.name = "test",
          .licence = "made by a test",
          .offsets_m = arm_offsets_m(),
          .settings = {.seed = seed}};
}

}  // namespace kine::test
