// When a motion is over, from what was seen: logistic regression.
#pragma once

#include <span>

#include "realizer/gesture/motion_model.h"

namespace kine::gesture {

/// An observation in a motion.
struct CompletionSample {
  double fraction = 0;   // of the segment that is over then
  bool goes_on = false;  // another observation follows in the segment
};

/// The bounds of a slope: a motion that is nearly over is never likelier to go on.
inline constexpr double kSlopeLeast = 0.1;
inline constexpr double kSlopeMost = 50;

/// The likeliest completion, with a penalty of half `prior_weight` times the squared distance of
/// `slope half` and `slope` from those of `prior`.
Completion fit_completion(std::span<const CompletionSample> samples, const Completion& prior,
                          double prior_weight);

}  // namespace kine::gesture
