// What a character that moves by its muscles keeps from tick to tick.
#pragma once

#include <optional>
#include <vector>

#include "realizer/body/placement.h"
#include "realizer/core/time.h"
#include "realizer/dynamics/physical/torso.h"
#include "realizer/dynamics/wanted_motion.h"

namespace kine {

struct PhysicalBody {
  dynamics::WantedMotion wanted = {};
  body::Placement placement;  // of the last tick
  Tick last = {};
  std::optional<dynamics::physical::TorsoState> torso = {};  // from its second tick on: before, its
                                                             // speed is not known
  double share = 1;      // of the way from the wanted pose to that of the muscles
  bool refused = false;  // there were too many already: it moves as planned

  friend bool operator==(const PhysicalBody&, const PhysicalBody&) = default;
};

/// One, or none: most characters have none.
using PhysicalMemory = std::vector<PhysicalBody>;

}  // namespace kine
