// What a frame of ada shows, in the world: where joints are, which way eyes and fingers go.
#pragma once

#include "realizer/body/skeleton.h"
#include "realizer/math/quat.h"
#include "realizer/tick/state/frame.h"

namespace kine::conformance {

/// Where `camera` is until somebody sets it.
constexpr Vec3 kCamera{0, 1.5, 3};

Vec3 place_of(const Frame& frame, body::Joint joint);
Quat turn_of(const Frame& frame, body::Joint joint);

double angle_deg(const Vec3& a, const Vec3& b);
double angle_deg(const Quat& a, const Quat& b);

/// Which way the left eye looks.
Vec3 sight(const Frame& frame);

/// By how much the left eye, or an index finger, misses a point.
double sight_misses_deg(const Frame& frame, const Vec3& point);
double finger_misses_deg(const Frame& frame, bool left, const Vec3& point);

}  // namespace kine::conformance
