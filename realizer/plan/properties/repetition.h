// Repetition: strokes come again, as the <timing> of a sketch says. Hartmann, Mancini and
// Pelachaud (2006) call it the tendency to rhythmic repeats of the stroke.
//
//   ready, stroke, hold --> ready, stroke, ready, stroke, hold
//
// It comes before power, so that each stroke gets its force.
#pragma once

#include "realizer/plan/property.h"

namespace kine::plan {

const Property& repetition();

}  // namespace kine::plan
