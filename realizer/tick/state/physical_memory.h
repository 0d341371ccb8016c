// What a character that moves by its muscles keeps from tick to tick.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "realizer/body/placement.h"
#include "realizer/core/time.h"
#include "realizer/dynamics/physical/torso.h"
#include "realizer/dynamics/wanted_motion.h"
#include "realizer/plan/tension/muscle_tension.h"

namespace kine {

/// What was said last of a joint's muscles.
struct HeardTension {
  std::optional<plan::MuscleTension> tension;  // nothing: as the arm, or as usual, …
  Seconds over{0};
  Tick until = {};  // … which comes about over that time until then

  friend bool operator==(const HeardTension&, const HeardTension&) = default;
};

/// By plan::muscles(), in the order of joints; nothing: as the arm, or as usual, at once.
using HeardTensions = std::array<std::optional<HeardTension>, plan::kMuscleJoints>;

struct PhysicalBody {
  std::shared_ptr<const dynamics::physical::TorsoModel> model = {};  // null where it was refused
  dynamics::WantedMotion wanted = {};
  body::Placement placement;  // of the last tick
  Tick last = {};
  dynamics::physical::HandLoads loads = {};                  // of the last tick
  std::optional<dynamics::physical::TorsoState> torso = {};  // from its second tick on: before, its
                                                             // speed is not known
  HeardTensions heard = {};
  double share = 1;              // of the way from the wanted pose to that of the muscles
  double taken_over = 0;         // how much of what mass trackers did the muscles do
  bool told_of_numbers = false;  // that they went wrong
  bool told_of_pushes = false;   // that there were too many at once
  bool gets_up = false;          // since it fell
  bool steps_together = false;   // since it stepped
  bool moves_place = false;      // for one of both its place is another from the next tick on
  bool told_of_legs = false;     // that something else moves them
  bool refused = false;          // there were too many already: it moves as planned

  friend bool operator==(const PhysicalBody&, const PhysicalBody&) = default;
};

/// One, or none: most characters have none.
using PhysicalMemory = std::vector<PhysicalBody>;

}  // namespace kine
