// What trembles beside the movements of key poses: ways back, walks and clips, above the waist.
#pragma once

#include "realizer/body/body.h"
#include "realizer/core/diagnostics.h"
#include "realizer/motion/block.h"
#include "realizer/plan/plan.h"

namespace kine::motion {

/// So long at most trembles a walk or a clip.
inline constexpr Seconds kTremorMost{30};

/// Segments on top of all others.
void add_tremors(const plan::Plan& plan, const plan::Sequence& sequence, const body::Body& body,
                 Diagnostics& diagnostics, Block& block);

}  // namespace kine::motion
