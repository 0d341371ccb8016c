// What steps 4 to 6 of a tick hand on for one character. No part of its state.
#pragma once

#include <optional>
#include <vector>

#include "realizer/pose/blend.h"
#include "realizer/pose/pose.h"
#include "realizer/solve/body_shift.h"
#include "realizer/tick/state/character_state.h"

namespace kine {

struct TickScratch {
  std::vector<pose::Layer> layers;
  std::vector<const ActiveSegment*> blended;  // whose layers they are
  std::vector<pose::Layer> relative;          // what lies on top of them
  std::vector<pose::LayerSample> samples;
  std::optional<solve::BodyShift> shift;  // of the body under them
  pose::Pose pose;                        // blended and solved, before the shift and the filters
  pose::Pose shown;                       // with what lies on top of it
};

}  // namespace kine
