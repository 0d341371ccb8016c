// How what was learnt of a section agrees with what is known of its takes.
//
//   segments, LabelledSpans --purity_of--> whether a motion is one thing
//   where segments begin, LabelledSpans --boundary_f1_of--> whether cuts are where motion changes
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "realizer/gesture/learnt.h"
#include "realizer/gesture/training/training_take.h"

namespace kine::gesture {

/// A boundary that is known is found where there is a cut so near to it.
inline constexpr double kBoundaryNear_s = 0.1;

/// The share of segments with the commonest label of their motion. A segment's label is that which
/// covers most of it. Nothing: no segment has one. Pre: as many cut takes as takes.
std::optional<double> purity_of(std::span<const TrainingTake> takes, const std::vector<Take>& cut,
                                BodySection section, std::size_t motions);

/// How many of `found` have one of `known` within kBoundaryNear_s, each for itself. Both ascend.
std::size_t count_near(std::span<const double> found, std::span<const double> known);

/// Twice the boundaries that are known and found, over those that are known and those that are
/// found. Known are where spans begin and end; `found_s` are those of each take, ascending.
/// Nothing: no span is known.
std::optional<double> boundary_f1_of(std::span<const TrainingTake> takes,
                                     std::span<const std::vector<double>> found_s,
                                     BodySection section);

}  // namespace kine::gesture
