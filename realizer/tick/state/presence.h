// A Presence: somebody on the stage as the others see them who walk, as of the last tick.
#pragma once

#include <memory>
#include <optional>

#include "realizer/cast/cast.h"
#include "realizer/core/ids.h"
#include "realizer/core/time.h"
#include "realizer/math/vec3.h"
#include "realizer/pose/keys.h"

namespace kine {

struct Presence {
  CharacterId id;
  std::shared_ptr<const Cast> cast;  // never null
  pose::Spot stands_m = {};          // where the root is
  double room_m = 0;                 // how much room it takes: a radius

  std::shared_ptr<const pose::Keys> keys = {};         // by which it walks; null: it stays
  Tick block_start = {};                               // of which their times count
  Tick started = {};                                   // when the walk did
  std::optional<CharacterId> walks_to = std::nullopt;  // nothing: to no character
};

inline pose::Spot spot_under(const Vec3& at_m) {
  return {static_cast<float>(at_m.x), static_cast<float>(at_m.z)};
}

}  // namespace kine
