// One section of the body learns from takes.
//
//   takes --cut--> segments --segment_features, ward_clusters--> motions --learn--> MotionModel
//   segments of each motion --a few of them--> SectionRepertoire
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "realizer/core/result.h"
#include "realizer/gesture/repertoire.h"
#include "realizer/gesture/training/gesture_model.h"
#include "realizer/gesture/training/training_take.h"

namespace kine::gesture {

/// How well a section could learn.
struct SectionReport {
  BodySection section = BodySection::Head;
  std::size_t segments = 0;
  std::size_t motions = 0;
  std::size_t kept = 0;          // segments that the model has
  double mean_length_s = 0;      // of all segments
  double without_syllable = 0;   // the share of segments in which there is no nucleus
  double information_bits = 0;   // that a symbol says about the state
  std::optional<double> purity;  // the share of segments with the commonest label of their motion;
                                 // nothing: no segment has a label
  std::optional<double> boundary_f1 = {};  // of the cuts, by the spans that have labels; nothing:
                                           // there are none
};

struct TrainedSection {
  SectionRepertoire repertoire;
  SectionReport report;
};

/// Nothing where the section does not move in any take. An error where there are more segments than
/// clusters can be made of.
///
/// Pre: one take at least; what was heard is observed.
Result<std::optional<TrainedSection>> train_section(std::span<const TrainingTake> takes,
                                                    BodySection section,
                                                    const JointOffsets& offsets_m,
                                                    const TrainingSettings& settings);

}  // namespace kine::gesture
