// Power in the hands: the stronger, the nearer to a fist.
#pragma once

#include <cstddef>

#include "realizer/body/body.h"
#include "realizer/plan/plan.h"

namespace kine::plan {

/// Brings the hand shapes of strong poses of one sequence part of the way to a fist, so that they
/// keep what they mean; a hand whose fingers nobody moves closes by itself where much power is
/// asked of its arm.
void close_hands(Plan& plan, std::size_t sequence, const body::Body& body);

}  // namespace kine::plan
