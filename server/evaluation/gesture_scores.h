// How body language scores: the measures of realizer/gesture/measures over all takes of a corpus.
//
//   PerformedTakes, what is true of them --score--> GestureScores
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "realizer/core/random.h"
#include "realizer/gesture/repertoire.h"
#include "realizer/gesture/segment_features.h"
#include "server/evaluation/performed_take.h"
#include "server/learning/truth.h"

namespace kine::server {

struct GestureScores {
  double auc = 0;             // of hand speed: lively phrases above calm ones
  double ratio = 0;           // of hand speed: lively phrases over calm ones
  double speed_m_s = 0;       // of hands, in the mean
  double beat_z = 0;          // of beats on stressed syllables, against beats at other times
  double in_time = 0;         // the share of beats from 150 ms before a stressed nucleus to it
  double frechet = 0;         // of the hands from those of the truth
  double hellinger = 0;       // likewise, of their speeds
  double acceleration = 0;    // of arms, rad/s^2: a thousandth is above it
  double jerk = 0;            // of arms, rad/s^3, in the mean
  double coverage = 0;        // of where hands are, with those of the truth
  double head_with_arms = 0;  // the share of arms' onsets with one of the head within 0.2 s
  double occupancy_kl = 0;    // of the arms' motions from how often they were learnt
  double effective = 0;       // as many of the arms' motions, seen equally often
  double repeat = 0;          // the most often that one of them came in a row
  double completion = 0;      // of arms' motions that a syllable ended: the share that was played
  double early = 0;           // the share of arms' motions that a syllable ended
};

/// A score by its name, in the order in which they are printed.
struct ScoreColumn {
  std::string_view name;
  double GestureScores::*score;
};
std::span<const ScoreColumn> score_columns();

struct Scored {
  const std::vector<PerformedTake>& takes;
  const std::vector<gesture::RecordedMotion>& true_motions;  // of each take
  const std::vector<TakeTruth>& truths;                      // likewise
  const gesture::JointOffsets& offsets_m;
  const gesture::SectionRepertoire* arms = nullptr;  // null: nothing was played by a model
};

/// Pre: as many truths as takes, one at least.
GestureScores score(const Scored& scored, Random& random);

}  // namespace kine::server
