// How long going back takes by itself, from what the poses of a script ask. A hand does not fall:
// going back takes longer than coming, and more so for a longer way.
#pragma once

#include <optional>

#include "realizer/body/body.h"
#include "realizer/core/time.h"
#include "realizer/plan/names/names.h"
#include "realizer/script/sequence.h"

namespace kine::plan {

/// How long a face, a look or a trunk takes to go back where nobody says it.
inline constexpr Seconds kUsualFadeOut{0.3};

/// How long the arms of a sequence take to go back: 1.5 to 2.1 times what they took to come.
/// Nothing where its poses move no arm.
std::optional<Seconds> usual_way_back(const script::Sequence& written, const Names& names,
                                      const body::Body& body);

/// What counts as a preparation when going back is measured by it.
Seconds counted_preparation(Seconds preparation);

}  // namespace kine::plan
