#include "avatars/hair.h"

#include <algorithm>
#include <cmath>

#include "avatars/head_form.h"
#include "avatars/surface.h"

namespace kine::avatars {
namespace {

/// Locks run away from the parting at the crown: a furrow every few degrees round it.
double furrows_m(const Vec3& p, const Vec3& crown, double count, double depth_m) {
  const Vec3 q = p - crown;
  const double round = std::atan2(q.x, q.z);
  const double away = std::hypot(q.x, q.z);
  const double bend = 18 * (p.y - crown.y);
  return depth_m * smooth_step(0.02, 0.06, away) *
         (0.6 * std::sin(count * round + bend) + 0.4 * std::sin(1.7 * count * round - 1.3 * bend));
}

/// To the chin, parted on its left, out of the face.
double bob_m(const Vec3& p) {
  const double side = std::abs(p.x);
  const Vec3 q{side, p.y, p.z};
  double d = distance_m(Egg{{0, 0.119, -0.010}, {0.0870, 0.0960, 0.1080}}, p);
  d = joined(d, distance_m(Cone{{0.058, 0.115, -0.022}, {0.062, 0.004, -0.020}, 0.034, 0.026}, q),
             0.030);
  d = joined(d, distance_m(Cone{{0.025, 0.090, -0.066}, {0.030, -0.004, -0.066}, 0.045, 0.034}, q),
             0.030);
  // The ends turn in under a rounded edge.
  d = common(d, -0.022 - p.y + 0.10 * p.z, 0.012);
  const Vec3 face{0.006, 0.050, 0.105};
  d = without(d, distance_m(Egg{face, {0.0680, 0.0960, 0.0900}}, p), 0.010);
  d = without(d, distance_m(Egg{{0, -0.02, 0.06}, {0.085, 0.075, 0.060}}, p), 0.012);
  // The fringe, swept from the parting over the forehead.
  d = joined(d, distance_m(Cone{{0.030, 0.194, 0.050}, {-0.038, 0.156, 0.084}, 0.014, 0.015}, p),
             0.012);
  d = joined(d, distance_m(Cone{{-0.038, 0.156, 0.084}, {-0.074, 0.105, 0.050}, 0.015, 0.012}, p),
             0.012);
  d = joined(d, distance_m(Cone{{0.034, 0.194, 0.048}, {0.066, 0.150, 0.066}, 0.013, 0.013}, p),
             0.012);
  d = joined(d, distance_m(Cone{{0.066, 0.150, 0.066}, {0.080, 0.100, 0.036}, 0.013, 0.011}, p),
             0.012);
  return d + furrows_m(p, {0.020, 0.20, 0.0}, 17, 0.0014);
}

/// Short at the sides, brushed up and aside in front.
double short_m(const Vec3& p) {
  double d = distance_m(Egg{{0, 0.121, -0.007}, {0.0805, 0.0875, 0.1040}}, p);
  // The hairline: across the forehead, down before the ears, round them, to the nape.
  const double ahead = smooth_step(0.00, 0.05, p.z);
  const double behind = smooth_step(-0.01, -0.05, p.z);
  const double side = smooth_step(0.035, 0.070, std::abs(p.x));
  double line = mixed(0.098, 0.156 - 0.018 * side, ahead);
  line = mixed(line, 0.026, behind);
  d = common(d, 0.75 * (line - p.y), 0.006);
  d = joined(d, distance_m(Egg{{0.004, 0.176, 0.010}, {0.064, 0.036, 0.082}}, p), 0.020);
  d = joined(d, distance_m(Cone{{0.034, 0.184, 0.062}, {-0.026, 0.190, 0.074}, 0.017, 0.021}, p),
             0.016);
  d = joined(d, distance_m(Cone{{-0.026, 0.190, 0.074}, {-0.056, 0.172, 0.050}, 0.019, 0.014}, p),
             0.016);
  return d + furrows_m(p, {0.0, 0.15, -0.03}, 19, 0.0013);
}

}  // namespace

Mesh make_hair(Hair hair) {
  constexpr double kCell = 0.0062;
  constexpr std::size_t kTriangles = 1500;
  const Field form = hair == Hair::Bob ? Field(bob_m) : Field(short_m);
  Mesh mesh = make_surface(form, {{-0.12, -0.06, -0.15}, {0.12, 0.25, 0.14}}, kCell, Part::All);
  std::vector<Vec3> places;
  for (Vertex& vertex : mesh.vertices) {
    places.push_back(vertex.position);
    const double open = openness(form, vertex.position, vertex.normal, 0.012);
    vertex.tint = mixed(0.45, 1.0, open) * Vec3{1, 1, 1};
    vertex.skinning = Skinning::all_by(body::Joint::Head);
  }
  mesh = thinned(mesh, places, kTriangles);
  for (Triangle& triangle : mesh.triangles) triangle.material = Material::Hair;
  return mesh;
}

}  // namespace kine::avatars
