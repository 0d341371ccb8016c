// How blocks are expected to go, as envelopes. Pure functions.
//
//   motion::Block, where it starts --> Prediction
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "protocol/kinesphere.pb.h"
#include "realizer/core/ids.h"
#include "realizer/core/time.h"
#include "realizer/prepare/prepare.h"

namespace kine::server {

/// Whether such a block starts at the next tick, whatever else plays.
bool starts_at_once(plan::Composition composition, const plan::Entrance& entrance);

/// Of a block that is read and not planned yet. Nothing for a start that nobody knows.
kinesphere::Envelope prediction_of_planning(std::string_view block_id, CharacterId character,
                                            std::optional<Tick> start);

struct PlannedBlock {
  const motion::Block& block;
  CharacterId character;
  std::span<const BehaviourElement> behaviours;  // of its script
};

/// Its points are those of Accepted.timeline, and as many at most.
kinesphere::Envelope prediction(const PlannedBlock& planned, kinesphere::Prediction::Stage stage,
                                std::optional<Tick> start, TickRate rate);

}  // namespace kine::server
