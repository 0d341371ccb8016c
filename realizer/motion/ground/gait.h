// Gait: steps along a way on flat ground, planned when a walk begins.
//
//   way, body --plan_gait--> pose::Gait --walk--> Footing at any time of it
//
// A foot that stands turns about its ball or its heel and goes nowhere. The root goes half a step
// behind the foot that lands, so that both are together at the end.
#pragma once

#include <limits>
#include <optional>

#include "realizer/body/placement.h"
#include "realizer/body/walking_pace.h"
#include "realizer/core/time.h"
#include "realizer/motion/ground/footing.h"
#include "realizer/pose/ground_keys.h"

namespace kine::motion {

/// The steps of a way, in `length` as far as a person can; its own start is 0. Nothing where there
/// is no way to go.
std::optional<pose::Gait> plan_gait(const body::Way& way, const body::Placement& from,
                                    Seconds length, const pose::StandingBody& body);

/// The gait as it is when somebody stops in it at a time: the step that is being made and two more.
pose::Gait stopped(const pose::Gait& gait, double time_s);

/// How many steps of it have landed by a time.
int landed_by(const pose::Gait& gait, double time_s);

/// Behind which step its way may change at a time, so that all up to then is as it was: the one in
/// the air, until it carries all the weight, and then the next.
int free_from(const pose::Gait& gait, double time_s);

/// The gait from a time on; what only tells how it came there is forgotten.
pose::Gait gone_on(const pose::Gait& gait, double time_s);

/// The gait as it goes on to somewhere else without a stop, by one more bend in its way behind a
/// step, or where the bend before is over, in no more than so many steps in all, which are as long
/// as those of one walk may be. Nothing where there is no room for the bend, or legs are too short.
std::optional<pose::Gait> led_on(const pose::Gait& gait, int behind_step, const Vec3& point_m,
                                 double short_of_m, const pose::StandingBody& body,
                                 int most_steps = std::numeric_limits<int>::max());

/// Where the root is at a time, and where when all is over.
body::Placement root_at(const pose::Gait& gait, double time_s);
body::Placement end_of(const pose::Gait& gait);

/// The footing at a time from the gait's start on.
Footing walk(const pose::Gait& gait, const pose::StandingBody& body, double time_s);

}  // namespace kine::motion
