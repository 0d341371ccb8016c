#include "avatars/hair.h"

#include <algorithm>
#include <cmath>

#include "avatars/head_form.h"
#include "avatars/surface.h"

namespace kine::avatars {
namespace {

/// Locks run away from the crown: a furrow every few degrees round it.
double furrows_m(const Vec3& p, const Vec3& crown, double count, double depth_m) {
  const Vec3 q = p - crown;
  const double round = std::atan2(q.x, -q.z);
  const double away = std::hypot(q.x, q.z);
  const double bend = 9 * (p.y - crown.y);
  return depth_m * smooth_step(0.015, 0.06, away) *
         (0.65 * std::sin(count * round + bend) +
          0.35 * std::sin(2.3 * count * round - 1.3 * bend));
}

/// The window that hair leaves for the face, seen from ahead: straight sides, arched above.
struct Window {
  double half_width_m;
  double from_y;  // where the arch begins
  double top_y;
  double lean = 0;        // of its middle, to the left
  double squareness = 2;  // 2 for an ellipse
};

double distance_m(const Window& window, const Vec3& p) {
  const double above = std::max(0.0, p.y - window.from_y);
  const double x = std::abs(p.x - window.lean * above) / window.half_width_m;
  const double y = above / (window.top_y - window.from_y);
  const double n = window.squareness;
  return window.half_width_m * (std::pow(std::pow(x, n) + std::pow(y, n), 1 / n) - 1);
}

/// To the chin, parted on its left, out of the face.
double bob_m(const Field& form, const Vec3& p) {
  const Vec3 q{std::abs(p.x), p.y, p.z};
  double d = joined(common(form(p) - 0.007, 0.105 - p.y, 0.010),
                    distance_m(Egg{{0, 0.121, -0.010}, {0.0865, 0.0945, 0.1090}}, p), 0.010);
  d = joined(d, distance_m(Egg{{0.010, 0.165, 0.030}, {0.062, 0.048, 0.070}}, p), 0.03);
  const Cone side{{0.058, 0.110, -0.018}, {0.058, 0.016, -0.014}, 0.035, 0.029};
  d = joined(d, distance_m(side, q), 0.035);
  const Cone back{{0.022, 0.090, -0.066}, {0.026, 0.012, -0.062}, 0.046, 0.036};
  d = joined(d, distance_m(back, q), 0.035);
  d += furrows_m(p, {0.022, 0.20, -0.025}, 10, 0.0026);
  d = common(d, -0.020 - p.y - 0.08 * p.z, 0.010);
  const double window = distance_m(Window{0.0600, 0.080, 0.1640, 0.20}, p);
  const double face = common(window, 0.012 - p.z, 0.006);
  // Before the neck there is none either.
  const double throat = common(std::abs(p.x) - 0.058, 0.000 - p.z, 0.006);
  d = without(d, std::min(face, common(throat, p.y - 0.05, 0.004)), 0.009);
  // The fringe falls from the parting to the right over the forehead.
  const Cone fringe{{0.026, 0.188, 0.074}, {-0.034, 0.160, 0.090}, 0.013, 0.013};
  const Cone temple{{-0.034, 0.160, 0.090}, {-0.066, 0.112, 0.056}, 0.013, 0.011};
  d = joined(d, distance_m(fringe, p), 0.014);
  return joined(d, distance_m(temple, p), 0.012);
}

/// Short at the sides, brushed up and aside in front.
double short_m(const Field& form, const Vec3& p) {
  double d = form(p) - mixed(0.0042, 0.0085, smooth_step(0.085, 0.140, p.y));
  d = joined(d, distance_m(Egg{{0.002, 0.172, 0.012}, {0.066, 0.040, 0.084}}, p), 0.025);
  const Cone quiff{{0.036, 0.186, 0.058}, {-0.024, 0.193, 0.068}, 0.018, 0.022};
  const Cone swept{{-0.024, 0.193, 0.068}, {-0.058, 0.174, 0.040}, 0.021, 0.016};
  d = joined(d, distance_m(quiff, p), 0.020);
  d = joined(d, distance_m(swept, p), 0.020);
  d += furrows_m(p, {0.0, 0.15, -0.03}, 11, 0.0020);
  d = without(d, common(distance_m(Window{0.0625, 0.085, 0.1530, 0, 4}, p), 0.014 - p.z, 0.004),
              0.003);
  // The temples are bare up to a slanting line.
  const double temple = common(0.006 + 0.55 * (p.y - 0.074) - p.z, p.y - 0.130, 0.004);
  d = without(d, temple, 0.003);
  // Down before the ears, round them, to the nape.
  const double behind = smooth_step(-0.020, -0.050, p.z);
  const double line = mixed(0.074, 0.028, behind);
  const double ear = std::hypot(p.y - 0.078, p.z + 0.014) - 0.033;
  d = common(d, line - p.y, 0.004);
  return without(d, ear, 0.004);
}

}  // namespace

Mesh make_hair(Hair hair, const Field& head) {
  constexpr double kCell = 0.0044;
  constexpr std::size_t kTriangles = 1900;
  const Field form = [&](const Vec3& p) {
    return hair == Hair::Bob ? bob_m(head, p) : short_m(head, p);
  };
  Mesh mesh = make_surface(form, {{-0.12, -0.06, -0.15}, {0.12, 0.25, 0.14}}, kCell, Part::All);
  std::vector<Vec3> places;
  for (Vertex& vertex : mesh.vertices) {
    places.push_back(vertex.position);
    const double open = openness(form, vertex.position, vertex.normal, 0.012);
    vertex.tint = mixed(0.45, 1.0, open) * Vec3{1, 1, 1};
    vertex.skinning = Skinning::all_by(body::Joint::Head);
  }
  mesh = thinned(mesh, places, kTriangles);
  // The field's own normals follow furrows finer than the triangles that are left.
  places.clear();
  for (const Vertex& vertex : mesh.vertices) places.push_back(vertex.position);
  const std::vector<Vec3> normals = compute_normals(places, mesh.triangles);
  for (std::size_t i = 0; i < normals.size(); ++i) mesh.vertices[i].normal = normals[i];
  for (Triangle& triangle : mesh.triangles) triangle.material = Material::Hair;
  return mesh;
}

}  // namespace kine::avatars
