// The strokes of a plan: the movements that carry a gesture's force, and which way each goes.
#pragma once

#include <cstddef>
#include <vector>

#include "realizer/body/body.h"
#include "realizer/body/placement.h"
#include "realizer/plan/plan.h"

namespace kine::plan {

/// The movement of one track to a key in which a hand has a target.
struct Stroke {
  struct Way {
    body::Joint hand;
    Vec3 way_m;  // from where the hand comes to its target, in the sequence's frame
  };
  std::size_t track = 0;
  std::size_t key = 0;
  Seconds from{0};
  Seconds to{0};
  Seconds hold{0};
  bool from_key = false;  // of the track, with a target for a hand: where it begins is known
  bool last = false;      // of its track
  std::vector<Way> ways;  // never empty; a hand that comes from nowhere comes from the base pose
};

/// Whether a pose has a power that is not 0, or anticipates or reacts.
bool is_forceful(const Plan& plan, const Sequence& sequence, const Pose& pose);

/// The strokes of a sequence that has forceful poses. A pose that is named a stroke
/// is one; where a nucleus names none, it is the last of its poses that places a hand.
std::vector<Stroke> strokes_of(const Plan& plan, const Sequence& sequence, const body::Body& body,
                               const body::Placement& placement);

/// The target of a hand in a key, or nullptr.
const Reach* find_reach(const Key& key, body::Joint hand);

}  // namespace kine::plan
