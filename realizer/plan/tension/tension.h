// A TensionChange: from when on arms of a character are tense in another manner.
//
//   <tension> of a script --plan--> TensionChange --motion::Block--> the filter of the shard
//
// A tension holds on its arms until another takes its place, also past the end of what said it.
#pragma once

#include <optional>

#include "realizer/body/body.h"
#include "realizer/core/time.h"
#include "realizer/math/tension.h"
#include "realizer/script/tension.h"

namespace kine::plan {

using script::ArmSet;
using script::Lag;
using script::TensionFrame;

constexpr ArmSet arm_set_of(body::Side side) {
  return side == body::Side::Left ? ArmSet::Left : ArmSet::Right;
}
constexpr bool contains(ArmSet arms, body::Side side) {
  return (arms & arm_set_of(side)) != ArmSet::None;
}

/// How long tension takes to go off where nobody says it: an arm that hangs in its spring would
/// jump where its target is.
inline constexpr Seconds kTensionOffOver{0.3};

struct TensionChange {
  Seconds at{0};                   // from the block's start; none of a message, which is at once
  ArmSet arms = ArmSet::Both;      // never None
  std::optional<Tension> tension;  // valid; nothing: off, the arm is where it is asked to be
  Seconds over{0};                 // how long it takes, eased; 0: at once. Off takes longer than 0
  Lag lag = Lag::MakeUp;
  TensionFrame frame = TensionFrame::Chest;
  std::optional<Tension> from = {};  // valid: it leaves this one; nothing: what there is then

  friend bool operator==(const TensionChange&, const TensionChange&) = default;
};

}  // namespace kine::plan
