// The solids that a body is put together from, as signed distances: negative inside, metres.
//
// Distances are near enough to true ones that a surface is found by stepping along them; only
// their zero is exact.
#pragma once

#include <functional>
#include <variant>
#include <vector>

#include "realizer/math/quat.h"
#include "realizer/math/vec3.h"

namespace kine::avatars {

/// A stretch between two balls.
struct Cone {
  Vec3 from;
  Vec3 to;
  double from_radius_m = 0;
  double to_radius_m = 0;
};
double distance_m(const Cone& cone, const Vec3& p);

/// An ellipsoid.
struct Egg {
  Vec3 centre;
  Vec3 radii_m;
  Quat turn = {};  // character_from_egg
};
double distance_m(const Egg& egg, const Vec3& p);

using Solid = std::variant<Cone, Egg>;
using Solids = std::vector<Solid>;
double distance_m(const Solid& solid, const Vec3& p);

/// Union and difference, rounded over about `round_m` where the two meet.
double joined(double a, double b, double round_m);
double without(double a, double b, double round_m);
double common(double a, double b, double round_m);

/// The union of all of them, at most 1.
double joined_distance_m(const Solids& solids, const Vec3& p, double round_m);

/// A surface is where it is 0.
using Field = std::function<double(const Vec3&)>;

Vec3 gradient(const Field& field, const Vec3& p);

/// The point of the surface near `p`, by steps along the gradient.
Vec3 on_surface(const Field& field, Vec3 p);

/// 0 up to `from`, 1 past `to` (which may be the smaller), smooth between.
double smooth_step(double from, double to, double x);

double mixed(double a, double b, double h);
Vec3 mixed(const Vec3& a, const Vec3& b, double h);

}  // namespace kine::avatars
