// Stances: how one sits, crouches and lies, and where legs go that are open or crossed.
//
//   Bends (how far one has sat down …), a Footing --bend--> the Footing with hips and feet so
//
// Feet that carry stay where they are, or are lifted from one place to the other.
#pragma once

#include <array>
#include <span>

#include "realizer/core/time.h"
#include "realizer/motion/ground/footing.h"
#include "realizer/pose/ground_keys.h"

namespace kine::motion {

/// What the bends make of somebody who stands.
void bend(const pose::Bends& bends, const pose::StandingBody& body, Footing& footing);

/// The arms as they are when it has sat down: the hands on the thighs, however long they are.
std::array<pose::ArmAtRest, 2> seated_arms(const body::Body& body,
                                           const pose::StandingBody& stands);

/// One bend at a time, and how fast it changes.
struct BendNow {
  double value = 0;
  double velocity = 0;
};
BendNow bend_at(std::span<const pose::BendMove> moves, double time_s);
pose::Bends bends_at(const pose::GroundKeys& keys, double time_s);

/// How long a person likes to take from one stance to the other, at least.
Seconds usual_length(const pose::Bends& from, const pose::Bends& to);

}  // namespace kine::motion
