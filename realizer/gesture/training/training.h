// Learning body language: takes of a speaker become a model, with a report on how well.
//
//   TrainingTakes --train--> GestureModel, TrainingReport
//
// The same takes and settings give the same model, bit for bit.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "realizer/core/result.h"
#include "realizer/gesture/training/gesture_model.h"
#include "realizer/gesture/training/section_training.h"
#include "realizer/gesture/training/training_take.h"

namespace kine::gesture {

/// Below so many bits prosody says nothing about the motion.
inline constexpr double kInformationLeast_bits = 0.05;

struct TrainingReport {
  std::size_t takes = 0;
  double length_s = 0;
  std::size_t syllables = 0;
  std::vector<SectionReport> sections;
  std::vector<BodySection> still;  // sections that do not move, and are not in the model
};

struct Trained {
  GestureModel model;
  TrainingReport report;
};

struct TrainingWish {
  std::string name;
  std::string licence;
  JointOffsets offsets_m;  // of a body: where hands and feet are seen
  TrainingSettings settings = {};
};

/// An error where there is no take, nothing moves in them, or nobody speaks.
Result<Trained> train(std::vector<TrainingTake> takes, const TrainingWish& wish);

/// A table for people: a row a section.
std::string table_of(const TrainingReport& report);

/// What a person should know of it, a sentence each.
std::vector<std::string> warnings_of(const TrainingReport& report);

}  // namespace kine::gesture
