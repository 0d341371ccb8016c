// When arms become tense in another manner: what the tensions of a plan come to, phase by phase.
//
//   a plan as its properties left it --> changes, one after the other
//
// They are asked for when properties have retimed the plan, and not kept in it: so a change is at
// the start of its phase wherever that has gone to.
#pragma once

#include <cstddef>
#include <vector>

#include "realizer/body/body.h"
#include "realizer/plan/names/faults.h"
#include "realizer/plan/plan.h"
#include "realizer/plan/tension/named_tension.h"
#include "realizer/plan/tension/tension.h"

namespace kine::plan {

/// What a hold after this phase counts as.
script::Phase phase_of_hold(script::Phase phase);

/// The arms that a sequence moves: by keys of the upper arm, the forearm or the hand, or by a clip.
ArmSet arms_of(const Sequence& sequence, const body::Body& body);

/// A movement of an arm whose end is an appointment. One that goes through poses without a hold,
/// as a wave does, is one stroke, and its last leg is the one that comes to the appointment.
struct ArmStroke {
  body::Side side = body::Side::Right;
  Seconds start{0};     // start <= last_leg < end
  Seconds last_leg{0};  // when that begins
  Seconds end{0};
  int priority = 0;      // of its sequence
  std::size_t part = 0;  // of a block: its sequence, where that is known

  friend bool operator==(const ArmStroke&, const ArmStroke&) = default;
};

/// Of a sequence, by times as written, one arm after the other. What counts as a stroke does here,
/// too: a movement without a phase.
std::vector<ArmStroke> arm_strokes(const Sequence& sequence, const body::Body& body);

/// What is said of tension, and by what. Each change is of one arm.
struct TensionChanges {
  std::vector<TensionChange> of_character;               // from the script's start
  std::vector<std::vector<TensionChange>> of_sequences;  // in the order of the plan
};

/// By times as written: warps are for the caller to bend them by. A movement without a phase counts
/// as a stroke, a hold after a preparation or a stroke as the hold of that phase, and what comes
/// after the last hold as a retraction.
TensionChanges tension_changes(const Plan& plan, const body::Body& body);

/// All of `changes` one after the other. On each arm the sequence that is seen there is heard, and
/// heard again when what hid it is over; what changes nothing is left out, and arms that change
/// alike do it together.
std::vector<TensionChange> in_order(const Plan& plan, const body::Body& body,
                                    const TensionChanges& changes);

}  // namespace kine::plan
