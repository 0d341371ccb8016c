// A torso that moves by its muscles: what a tick does to it.
//
//   wanted motion, tensions --Torso::advance--> TorsoState --show--> the pose as physics has it
//
// A Torso is scratch of a shard for one body; characters of that body take turns in it.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "realizer/body/body.h"
#include "realizer/body/placement.h"
#include "realizer/core/result.h"
#include "realizer/core/time.h"
#include "realizer/dynamics/physical/body_map.h"
#include "realizer/dynamics/physical/engine.h"
#include "realizer/dynamics/physical/figure.h"
#include "realizer/dynamics/shown_pose.h"
#include "realizer/dynamics/wanted_motion.h"
#include "realizer/math/tension.h"

namespace kine::dynamics::physical {

/// What a character keeps of its torso.
struct TorsoState {
  EngineState engine;
  friend bool operator==(const TorsoState&, const TorsoState&) = default;
};

/// Parts of a torso that are tense in their own way.
struct TorsoTensions {
  Tension trunk;
  std::array<Tension, body::kSides.size()> arms;
};

/// What is asked of a tick.
struct TorsoTick {
  const WantedMotion& wanted;
  body::Placement from;  // at its start
  body::Placement to;    // and at its end
  TorsoTensions tensions;
  Seconds step;
};

class Torso {
 public:
  static Result<std::unique_ptr<Torso>> make(const body::Body& body);

  /// The wanted pose at the end of the tick, at the speed at which it is wanted to move.
  TorsoState begin(const TorsoTick& tick) const;

  /// Through the tick, in even steps of at most 2 ms. False where numbers went wrong, and the state
  /// is as before.
  bool advance(const TorsoTick& tick, TorsoState& state);

  /// Puts the torso in the place of the wanted one. What it cannot turn stays as it is wanted.
  void show(const TorsoState& state, const ShownPose& wanted) const;

 private:
  Torso(Figure figure, std::unique_ptr<Engine> engine);

  void take_wanted(const TorsoTick& tick, double share);
  void take_tensions(const TorsoTensions& tensions);
  void pull(std::span<const double> coordinates);

  Figure figure_;
  std::unique_ptr<Engine> engine_;
  std::array<double, kCoordinatesMax> wanted_ = {};
  std::array<double, kDegreesMax> tension_Nm_rad_ = {};
  std::array<double, kDegreesMax> gravity_Nm_ = {};
  std::vector<Spring> springs_;
};

}  // namespace kine::dynamics::physical
