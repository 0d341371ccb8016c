#include "avatars/face_parts.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "avatars/face_mesh.h"
#include "avatars/surface.h"

namespace kine::avatars {
namespace {

using Row = std::vector<std::uint32_t>;

/// Faces between rows, the first one below the next, columns to the left as one looks at the face.
void add_rows(HalfFace& half, const std::vector<Row>& rows, Material material) {
  for (std::size_t k = 0; k + 1 < rows.size(); ++k) {
    for (std::size_t i = 0; i + 1 < rows[k].size(); ++i) {
      half.add_face(rows[k][i], rows[k][i + 1], rows[k + 1][i + 1], rows[k + 1][i], material);
    }
  }
}

/// The middle of the brow and half its height, from 0 at the nose to 1 at the temple.
struct BrowPlace {
  double x;
  double y;
  double half_height;
};

BrowPlace brow_at(const Face& face, double h) {
  const double x = mixed(0.0120, 0.0480, h);
  const double arch =
      0.1130 + 0.0048 * std::sin(std::numbers::pi * std::pow(h, 1.3) * 0.95) - 0.0022 * h * h;
  const double blunt = std::sqrt(std::min(1.0, 0.45 + 5 * h));
  const double height = 0.0030 * (1 - 0.70 * std::pow(h, 1.9)) * blunt;
  return {x, arch, face.brow_thickness * height};
}

}  // namespace

void add_brow(HalfFace& half, const Field& form, const Face& face) {
  constexpr int kColumns = 11;
  constexpr std::array kUp = {-1.0, -0.1, 1.0};
  constexpr std::array kOff = {0.0003, 0.0016, 0.0003};
  std::vector<Row> rows(kUp.size());
  for (int i = 0; i < kColumns; ++i) {
    const BrowPlace brow = brow_at(face, i / (kColumns - 1.0));
    for (std::size_t k = 0; k < kUp.size(); ++k) {
      const Vec3 skin = on_surface(form, front(form, brow.x, brow.y + kUp[k] * brow.half_height));
      FacePoint point;
      point.place = skin + kOff[k] * unit(gradient(form, skin));
      rows[k].push_back(half.add(point));
    }
  }
  add_rows(half, rows, Material::Brows);
}

void add_lashes(HalfFace& half, const Face& face) {
  constexpr int kColumns = 14;
  std::array<Row, 3> rows;  // on the lid, at its margin, at the tips
  for (int i = 0; i < kColumns; ++i) {
    const double angle =
        std::numbers::pi - std::numbers::pi * i / (kColumns - 1.0);  // from the nose outwards
    const Vec3 flat = lid_margin(face, angle);
    const double middle = std::pow(std::max(0.0, std::sin(angle)), 0.5);
    const double outer = 0.5 + 0.5 * std::cos(angle);
    const double wing = (0.35 + 0.65 * outer) * face.lash_length_m;
    const double line = (0.0006 + 0.0004 * outer) * (0.35 + 0.65 * middle);
    const Vec3 margin = on_lids(kEye.x + flat.x, kEye.y + flat.y, kLidRadius + 0.0003);
    const Vec3 above = on_lids(kEye.x + flat.x * 1.01, kEye.y + flat.y + line, kLidRadius + 0.0003);
    const Vec3 tip = margin + Vec3{0.42 * wing * std::cos(angle) + 0.25 * wing * outer, 0.40 * wing,
                                   (0.25 + 0.55 * middle) * wing};
    for (std::size_t k = 0; k < 3; ++k) {
      FacePoint point;
      point.place = k == 0 ? above : k == 1 ? margin - Vec3{0, 0.0002, 0} : tip;
      point.upper_lid = 1;
      rows[k].push_back(half.add(point));
    }
  }
  add_rows(half, {rows[1], rows[0]}, Material::Lashes);
  add_rows(half, {rows[1], rows[2]}, Material::Lashes);
  add_rows(half, {rows[2], rows[1]}, Material::Lashes);
}

namespace {

/// A band along the arch of the jaw, from its free edge to the gum.
void add_arch(HalfFace& half, const Vec3& middle, double half_width, double edge_y, double gum_y,
              double jaw) {
  constexpr int kColumns = 8;
  constexpr double kThick = 0.0035;
  std::vector<Row> rows(3);
  for (int i = 0; i < kColumns; ++i) {
    const double angle = 0.5 * std::numbers::pi * i / (kColumns - 1.0) * 0.80;
    const double x = i == 0 ? 0 : half_width * std::sin(angle);
    const double z = middle.z - 0.021 * (1 - std::cos(angle));
    const Vec3 inwards = Vec3{-std::sin(angle), 0, -std::cos(angle)};
    const bool upper = edge_y < gum_y;
    for (std::size_t k = 0; k < 3; ++k) {
      FacePoint point;
      point.place = {x, k == 2 ? gum_y : edge_y, z};
      if (k == 0) point.place = point.place + kThick * inwards;
      if (i == 0) point.place.x = 0;
      point.normal = unit(-inwards + Vec3{0, k == 0 ? (upper ? -2.0 : 2.0) : 0.0, 0});
      point.jaw = jaw;
      point.inside = 1;
      const double side = mixed(1.0, 0.35, std::pow(i / (kColumns - 1.0), 1.5));
      point.tint = (k == 0 ? 0.75 : 1.0) * side * Vec3{1, 1, 1};
      rows[k].push_back(half.add(point));
    }
  }
  if (edge_y > gum_y) std::reverse(rows.begin(), rows.end());
  add_rows(half, rows, Material::Teeth);
}

}  // namespace

void add_teeth(HalfFace& half, const Field& form) {
  const Vec3 lips = front(form, 0, kMouthY);
  add_arch(half, lips + Vec3{0, 0, -0.0068}, 0.0200, kMouthY - 0.0016, kMouthY + 0.0080, 0);
  add_arch(half, lips + Vec3{0, 0, -0.0092}, 0.0188, kMouthY - 0.0024, kMouthY - 0.0100, 1);
}

void add_tongue(HalfFace& half) {
  constexpr int kAround = 9;
  constexpr int kAlong = 6;
  const Vec3 centre{0, kMouthY - 0.0078, 0.0660};
  const Vec3 radii{0.0145, 0.0052, 0.0235};
  std::vector<Row> rows;
  for (int j = 0; j <= kAlong; ++j) {
    Row row;
    const double back = std::numbers::pi * (0.04 + 0.90 * j / kAlong);  // 0 at the tip
    for (int i = 0; i < kAround; ++i) {
      const double round = std::numbers::pi * i / (kAround - 1.0) -
                           std::numbers::pi / 2;  // from below over the left to above
      const bool in_middle = i == 0 || i == kAround - 1;
      const Vec3 q{in_middle ? 0 : std::sin(back) * std::cos(round),
                   std::sin(back) * std::sin(round), std::cos(back)};
      FacePoint point;
      point.place = centre + Vec3{radii.x * q.x, radii.y * q.y, radii.z * q.z};
      if (in_middle && round > 0) point.place.y -= 0.0012 * std::sin(back);
      point.jaw = 1;
      point.inside = 1;
      point.tongue = smooth_step(-0.9, 0.8, q.z);
      row.push_back(half.add(point));
    }
    rows.push_back(row);
  }
  for (std::size_t j = 0; j + 1 < rows.size(); ++j) {
    for (std::size_t i = 0; i + 1 < kAround; ++i) {
      half.add_face(rows[j][i], rows[j + 1][i], rows[j + 1][i + 1], rows[j][i + 1],
                    Material::Tongue);
    }
  }
}

namespace {

Vertex on_eyeball(double tilt, double round, double radius_m) {
  const Vec3 n{std::sin(tilt) * std::cos(round), std::sin(tilt) * std::sin(round), std::cos(tilt)};
  return {kEye + radius_m * n, n, {1, 1, 1}, Skinning::all_by(body::Joint::LeftEye)};
}

/// What the lids' shade and the depth of the iris do to colours.
Vec3 eye_tint(Material material, double tilt, double round) {
  const double y = std::sin(tilt) * std::sin(round);
  const double lid_shade = mixed(1.0, 0.58, smooth_step(0.08, 0.45, y));
  if (material == Material::EyeWhite) {
    const double corner = smooth_step(0.5, 0.95, tilt);
    return lid_shade * Vec3{1, mixed(1.0, 0.86, corner), mixed(1.0, 0.83, corner)};
  }
  const double out = std::sin(tilt) * kEyeRadius / kIrisRadius;
  const double rim = mixed(1.0, 0.25, smooth_step(0.78, 1.0, out));
  return lid_shade * rim * mixed(0.95, 0.62, smooth_step(-0.3, 0.35, y / std::sin(0.43))) *
         Vec3{1, 1, 1};
}

/// A band of the eyeball between two tilts from where it looks.
void add_band(Mesh& mesh, Material material, double from_tilt, double to_tilt) {
  constexpr std::uint32_t kAround = 20;
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  for (const double tilt : {from_tilt, to_tilt}) {
    for (std::uint32_t i = 0; i < kAround; ++i) {
      const double round = 2 * std::numbers::pi * i / kAround;
      Vertex vertex = on_eyeball(tilt, round, kEyeRadius);
      vertex.tint = material == Material::Pupil ? Vec3{1, 1, 1} : eye_tint(material, tilt, round);
      mesh.vertices.push_back(vertex);
    }
  }
  for (std::uint32_t i = 0; i < kAround; ++i) {
    const std::uint32_t next = (i + 1) % kAround;
    mesh.triangles.push_back({{first + i, first + kAround + i, first + kAround + next}, material});
    mesh.triangles.push_back({{first + i, first + kAround + next, first + next}, material});
  }
}

/// A cap about the direction (tilt, round).
void add_cap(Mesh& mesh, Material material, const Vec3& towards, double radius_m, double width_m,
             std::uint32_t corners) {
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  const Vec3 side = unit(cross({0, 1, 0}, towards));
  const Vec3 up = cross(towards, side);
  const auto vertex = [&](const Vec3& direction) {
    return Vertex{
        kEye + radius_m * direction, direction, {1, 1, 1}, Skinning::all_by(body::Joint::LeftEye)};
  };
  mesh.vertices.push_back(vertex(towards));
  for (std::uint32_t i = 0; i < corners; ++i) {
    const double angle = 2 * std::numbers::pi * i / corners;
    const Vec3 out = std::cos(angle) * side + std::sin(angle) * up;
    mesh.vertices.push_back(vertex(unit(radius_m * towards + width_m * out)));
  }
  for (std::uint32_t i = 0; i < corners; ++i) {
    mesh.triangles.push_back({{first, first + 1 + i, first + 1 + (i + 1) % corners}, material});
  }
}

}  // namespace

Mesh make_eyeball() {
  const double pupil = std::asin(0.0031 / kEyeRadius);
  const double iris = std::asin(kIrisRadius / kEyeRadius);
  Mesh eye;
  add_cap(eye, Material::Pupil, {0, 0, 1}, kEyeRadius, 0.0031, 16);
  for (const auto& [from, to] :
       {std::pair{pupil, 0.7 * iris}, {0.7 * iris, 0.84 * iris}, {0.84 * iris, iris}}) {
    add_band(eye, Material::Iris, from, to);
  }
  for (const auto& [from, to] : {std::pair{iris, 0.62}, {0.62, 0.85}, {0.85, 1.15}, {1.15, 1.55}}) {
    add_band(eye, Material::EyeWhite, from, to);
  }
  return eye;
}

Mesh make_glint() {
  Mesh glint;
  add_cap(glint, Material::Glint, unit({0.15, 0.19, 1}), kEyeRadius + 0.0004, 0.0011, 8);
  return glint;
}

Mesh make_ear(std::size_t triangles) {
  constexpr double kCell = 0.0028;
  const Field form = ear_form();
  Mesh ear = make_surface(form, {{0.05, 0.03, -0.05}, {0.11, 0.115, 0.03}}, kCell, Part::All);
  std::vector<Vec3> places;
  for (Vertex& vertex : ear.vertices) {
    places.push_back(vertex.position);
    const double open = openness(form, vertex.position, vertex.normal, 0.010);
    vertex.tint = mixed(0.66, 1.0, open) * Vec3{1, 0.95, 0.94};
    vertex.skinning = Skinning::all_by(body::Joint::Head);
  }
  return thinned(ear, places, triangles);
}

}  // namespace kine::avatars
