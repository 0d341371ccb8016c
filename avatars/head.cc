#include "avatars/head.h"

#include <algorithm>
#include <cmath>

#include "avatars/face_mesh.h"
#include "avatars/face_parts.h"
#include "avatars/face_shapes.h"
#include "avatars/hair.h"
#include "realizer/body/channels.h"

namespace kine::avatars {
namespace {

using body::Joint;

/// Both halves.
struct WholeFace {
  std::vector<FacePoint> points;
  std::vector<Triangle> triangles;
};

WholeFace whole(const HalfFace& half) {
  WholeFace face{half.points, half.triangles};
  std::vector<std::uint32_t> image(half.points.size());
  for (std::uint32_t i = 0; i < half.points.size(); ++i) {
    const bool in_middle = half.points[i].place.x == 0;
    image[i] = in_middle ? i : static_cast<std::uint32_t>(face.points.size());
    if (in_middle) continue;
    FacePoint point = half.points[i];
    point.place = mirrored(point.place);
    point.normal = mirrored(point.normal);
    face.points.push_back(point);
  }
  for (const Triangle& triangle : half.triangles) {
    const auto& [a, b, c] = triangle.corners;
    face.triangles.push_back({{image[a], image[c], image[b]}, triangle.material});
  }
  return face;
}

std::vector<Vec3> places_of(const WholeFace& face) {
  std::vector<Vec3> places;
  for (const FacePoint& point : face.points) places.push_back(point.place);
  return places;
}

/// Chin and lower lip go with the jaw's joint, the throat with the neck's.
Skinning skinning_of(const FacePoint& point) {
  const Vec3& p = point.place;
  const double low =
      point.inside > 0.5 ? 0 : smooth_step(0.012, -0.055, p.y + 0.55 * std::max(0.0, p.z));
  const double chest = 0.7 * smooth_step(-0.070, -0.115, p.y);
  const double jaw = point.jaw * (1 - low);
  std::array<std::pair<Joint, double>, 4> parts = {{{Joint::Head, (1 - low) * (1 - point.jaw)},
                                                    {Joint::Jaw, jaw},
                                                    {Joint::Neck, low * (1 - chest)},
                                                    {Joint::UpperChest, low * chest}}};
  std::stable_sort(parts.begin(), parts.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  Skinning skinning{{}, {0, 0, 0, 0}};
  for (std::size_t i = 0; i < 4 && parts[i].second > 0; ++i) {
    skinning.joints[i] = parts[i].first;
    skinning.shares[i] = parts[i].second;
  }
  return skinning;
}

/// Normals when a shape is 1, less those at rest.
FaceShape shape_of(std::string_view name, const WholeFace& face, const Face& look,
                   const std::vector<Vec3>& rest_normals, double size) {
  constexpr double kLeast = 2e-5;  // metres; less is not seen
  std::vector<Vec3> moved = places_of(face);
  for (std::size_t i = 0; i < face.points.size(); ++i) {
    moved[i] = moved[i] + displacement(name, look, face.points[i]);
  }
  const std::vector<Vec3> normals = compute_normals(moved, face.triangles);
  FaceShape shape{name, {}};
  for (std::uint32_t i = 0; i < face.points.size(); ++i) {
    const Vec3 by = moved[i] - face.points[i].place;
    const Vec3 turned = normals[i] - rest_normals[i];
    if (length(by) < kLeast && length(turned) < 0.02) continue;
    shape.moves.push_back({i, size * by, turned});
  }
  return shape;
}

Mesh placed(Mesh mesh, const Vec3& head, double size) {
  for (Vertex& vertex : mesh.vertices) vertex.position = head + size * vertex.position;
  return mesh;
}

}  // namespace

double head_size(const body::Body& body) {
  return body.offsets_m[index_of(Joint::LeftEye)].y / kEye.y;
}

void add_head(Avatar& avatar, const body::Body& body, const Figure& figure) {
  const Face& look = avatar.look.face;
  const double size = head_size(body);
  const Vec3 head = figure.at(Joint::Head);
  const double neck_m = (head.y - figure.at(Joint::Neck).y + 0.024) / size;
  const Field form = head_form(look, avatar.look.build.neck_radius_m / size);

  HalfFace half = make_half_face(form, look, neck_m);
  add_brow(half, form, look);
  add_lashes(half, look);
  add_teeth(half, form);
  add_tongue(half);
  const WholeFace face = whole(half);

  const std::vector<Vec3> normals = compute_normals(places_of(face), face.triangles);
  for (std::size_t i = 0; i < face.points.size(); ++i) {
    const FacePoint& point = face.points[i];
    const bool has_own = dot(point.normal, point.normal) > 0;
    avatar.head.vertices.push_back({head + size * point.place, has_own ? point.normal : normals[i],
                                    point.tint, skinning_of(point)});
  }
  avatar.head.triangles = face.triangles;
  for (const std::string_view name : body::channel_names().first(body::kArkitChannelCount)) {
    avatar.shapes.push_back(shape_of(name, face, look, normals, size));
  }
  avatar.eyes = placed(with_mirror_image(make_eyeball()), head, size);
  Mesh glint = make_glint();
  append(avatar.eyes, placed(glint, head, size));
  for (Vertex& vertex : glint.vertices) {
    vertex.position.x -= 2 * kEye.x;
    vertex.skinning = Skinning::all_by(Joint::RightEye);
  }
  append(avatar.eyes, placed(glint, head, size));
  append(avatar.body, placed(with_mirror_image(make_ear(200)), head, size));
  append(avatar.body, placed(make_hair(avatar.look.hair, form), head, size));
}

}  // namespace kine::avatars
