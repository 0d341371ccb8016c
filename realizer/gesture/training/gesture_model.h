// A model of somebody's body language, as it was learnt: what a file holds, and what a character
// plays.
//
//   TrainingTakes --train--> GestureModel --encode_model--> a .kinemodel --decode_model-->
//   GestureModel
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "realizer/gesture/repertoire.h"
#include "realizer/gesture/segment_features.h"
#include "realizer/gesture/segmentation.h"
#include "realizer/speech/hearing/observations.h"

namespace kine::gesture {

/// By which settings it is learnt.
struct TrainingSettings {
  std::uint64_t seed = 0;  // of which segments of a motion are kept
  CutSettings cut = {};
  FeatureWeights weights = {};

  /// Motions of each section, in the order of kBodySections, where there are enough segments. They
  /// are those of the paper.
  std::array<std::size_t, kBodySections.size()> motions_most = {20, 45, 5};

  /// Else a motion for so many segments.
  std::size_t segments_per_motion = 30;

  /// So many recorded segments of each motion are kept.
  std::size_t kept_per_motion = 20;

  friend bool operator==(const TrainingSettings&, const TrainingSettings&) = default;
};

struct GestureModel {
  std::string name;     // "synthetic-v1"; one line
  std::string licence;  // of the data that it was learnt from; one line, not empty
  TrainingSettings settings = {};
  speech::ProsodyStatistics prosody = {};  // of the sound that it was learnt from
  Repertoire repertoire = {};              // one section at least
};

/// What is wrong with one that was read: empty where nothing is.
std::string fault_of(const GestureModel& model);

}  // namespace kine::gesture
