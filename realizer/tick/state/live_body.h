// What somebody has set about the body of a character while it moves: its muscles, pushes, loads.
#pragma once

#include <memory>
#include <vector>

#include "realizer/core/ids.h"
#include "realizer/core/time.h"
#include "realizer/dynamics/physical/torso.h"
#include "realizer/live/live_forces.h"

namespace kine {

/// A push that acts, or has acted in the last tick.
struct PushUnderWay {
  ClientId client;
  Tick zero;  // its time zero: the end of the tick before its first one
  LivePush push;

  friend bool operator==(const PushUnderWay&, const PushUnderWay&) = default;
};

struct LiveBody {
  std::shared_ptr<const dynamics::physical::TorsoModel> muscles = {};  // null: nobody set any
  std::vector<PushUnderWay> pushes = {};     // in the order in which they came
  dynamics::physical::HandLoads loads = {};  // where no script puts another load

  friend bool operator==(const LiveBody&, const LiveBody&) = default;
};

/// One, or none: most characters have none.
using LiveBodies = std::vector<LiveBody>;

}  // namespace kine
