// Why no times keep what is asked, in words that say what to change.
//
//   what a behaviour asks, or a circle of points --> "'g' would end 1 s before it starts"
//
// A fault of one behaviour is told by its numbers; behaviours that contradict each other are named
// before the points of their circle.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/work.h"
#include "realizer/plan/schedule/sync_demands.h"

namespace kine::plan {

/// Why a behaviour cannot be as it asks to be, whatever others do: one clause. Empty where what it
/// asks can be kept, or `work` is over; a null one has no end. `self` is its index, by which its
/// own appointments name it.
std::string words_of_fault(std::string_view id, std::size_t self, const BehaviourDemand& demand,
                           WorkBudget* work = nullptr);

/// A point of a circle that no times can keep. The block's start has no name.
struct CirclePoint {
  std::string_view behaviour;  // its id
  std::size_t index = 0;       // among its points
  std::string_view point;

  bool is_start() const { return behaviour.empty(); }
};

/// What contradicts what in it, one clause: that they wait for each other, or that their times or
/// lengths do not fit. Empty where it has the points of none.
std::string words_of_circle(std::span<const CirclePoint> circle);

/// "no times satisfy the circle of 'h1:start' -> 'h1:end' -> …": of points of a behaviour in a row
/// the first and the last, twelve at most.
std::string points_of_circle(std::span<const CirclePoint> circle);

}  // namespace kine::plan
