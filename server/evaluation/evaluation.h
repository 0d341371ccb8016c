// Body language on speech that it has not heard, beside what it is compared with.
//
//   a model, a corpus, profiles --evaluate--> a row of scores for each of them and each control
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/gesture/training/gesture_model.h"
#include "server/evaluation/evaluation_takes.h"
#include "server/evaluation/gesture_scores.h"

namespace kine::server {

/// A way to perform a model that has a name: "default", "levine2009".
struct NamedProfile {
  std::string_view name;
  gesture::Profile profile;
  double ahead_s = 0;  // by how much hearing is ahead of the sound: strokes can meet syllables
};
std::span<const NamedProfile> named_profiles();

/// Null where there is none of this name.
const NamedProfile* find_profile(std::string_view name);

struct EvaluationWish {
  std::vector<const NamedProfile*> profiles;  // none null
  std::size_t seeds = 5;                      // 1 at least

  /// Called with the name of each row before it is performed; may be empty.
  std::function<void(const std::string& row)> on_row = {};
};

/// By seeds; of what does not depend on one, a single one.
struct EvaluatedRow {
  std::string name;  // "default", "default shuffled", "truth"
  std::vector<GestureScores> scores;
};

/// First `truth`, what the speaker did, and `original`, what the same speaker did to something
/// else. Then each profile, and its controls: `shuffled`, with what was heard in a random order;
/// `unsynced`, whose motions are played to their end; `random`, any motion to its end; `random
/// synced`, any motion that syllables end. Pre: two takes at least.
std::vector<EvaluatedRow> evaluate(const gesture::GestureModel& model,
                                   const std::vector<EvaluationTake>& takes,
                                   const std::shared_ptr<const Cast>& cast,
                                   const EvaluationWish& wish);

/// A line a row, "default auc=0.84 sd=0.01 …": means, and the deviation of each over seeds.
std::string lines_of(const std::vector<EvaluatedRow>& rows);

/// A row a row and seed, with the names of the columns first.
std::string csv_of(const std::vector<EvaluatedRow>& rows);

}  // namespace kine::server
