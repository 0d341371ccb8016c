// What the steps of a tick work with beside a character's row.
#pragma once

#include "realizer/core/time.h"
#include "realizer/tick/state/said.h"
#include "realizer/tick/state/scene.h"

namespace kine {

/// The others are seen as of the last tick: no step changes the scene.
struct TickContext {
  TickRate rate;
  const Scene& scene;
  Said& said;
};

}  // namespace kine
