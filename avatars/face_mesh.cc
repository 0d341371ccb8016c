#include "avatars/face_mesh.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "avatars/delaunay.h"

namespace kine::avatars {
namespace {

// ---- The eye: closed rings from the lid's inner edge to the rim of the socket.

constexpr std::size_t kEyeColumns = 26;
constexpr std::array kEyeRings = {0.0, 0.10, 0.24, 0.42, 0.62, 0.82, 1.0};
constexpr double kCrease = 0.70;  // of the way from the margin to the last ring: lids move up to it

Vec3 socket_rim(double angle) {
  return {0.0235 * std::cos(angle), (std::sin(angle) > 0 ? 0.0165 : 0.0155) * std::sin(angle), 0};
}

FacePoint lid_point(const Field& form, const Face& face, double angle, double out) {
  const Vec3 flat = mixed(lid_margin(face, angle), socket_rim(angle), out);
  FacePoint point;
  point.place = front(form, kEye.x + flat.x, kEye.y + flat.y);
  if (out < 0.2) {
    const Vec3 lid = on_lids(kEye.x + flat.x, kEye.y + flat.y, kLidRadius);
    point.place.z = mixed(lid.z, point.place.z, out / 0.2);
  }
  const double nearness = 1 - smooth_step(0.0, kCrease, out);
  const double side = std::sin(angle);
  constexpr double kCorner = 1e-9;
  if (side > kCorner) point.upper_lid = nearness;
  if (side < -kCorner) point.lower_lid = nearness;
  const double shadow = out < 0.05 ? 0.86 : 1;
  point.tint = {shadow, shadow * 0.95, shadow * 0.94};
  return point;
}

using Ring = std::vector<std::uint32_t>;

/// The vertices of the outermost ring.
Ring add_eye(HalfFace& half, const Field& form, const Face& face) {
  std::vector<Ring> rings;
  const auto angle = [](std::size_t i) {
    return 2 * std::numbers::pi * static_cast<double>(i) / kEyeColumns;
  };
  Ring edge;  // the lid's thickness, down to the eyeball
  for (std::size_t i = 0; i < kEyeColumns; ++i) {
    FacePoint point = lid_point(form, face, angle(i), 0);
    const Vec3 flat = lid_margin(face, angle(i));
    point.place = on_lids(kEye.x + flat.x, kEye.y + flat.y, kEyeRadius - 0.0002);
    point.tint = {0.80, 0.62, 0.58};
    edge.push_back(half.add(point));
  }
  rings.push_back(edge);
  for (const double out : kEyeRings) {
    Ring ring;
    for (std::size_t i = 0; i < kEyeColumns; ++i) {
      ring.push_back(half.add(lid_point(form, face, angle(i), out)));
    }
    rings.push_back(ring);
  }
  for (std::size_t k = 0; k + 1 < rings.size(); ++k) {
    for (std::size_t i = 0; i < kEyeColumns; ++i) {
      const std::size_t next = (i + 1) % kEyeColumns;
      half.add_face(rings[k][i], rings[k + 1][i], rings[k + 1][next], rings[k][next],
                    Material::Skin);
    }
  }
  return rings.back();
}

// ---- The mouth: half rings from the lower middle round the corner to the upper middle.

constexpr std::size_t kMouthColumns = 17;
constexpr std::size_t kCornerColumn = 8;

double mouth_angle(std::size_t column) {
  return std::numbers::pi * (static_cast<double>(column) / (kMouthColumns - 1) - 0.5);
}

double cosine(std::size_t column) {
  return column == 0 || column + 1 == kMouthColumns ? 0 : std::cos(mouth_angle(column));
}

/// How far the red of the lips reaches from the line where they meet.
double lip_height(const Face& face, std::size_t column) {
  const double side = std::sin(mouth_angle(column));
  const double x = kMouthHalfWidth * cosine(column);
  if (side > 0) {
    const double bow = 0.0012 * std::exp(-x * x / (0.0034 * 0.0034));
    return face.lip_fullness * (0.0058 * std::pow(side, 1.05) - bow);
  }
  return face.lip_fullness * 0.0070 * std::pow(-side, 0.95);
}

FacePoint lip_point(const Field& form, std::size_t column, double x, double y, double forward,
                    double lip) {
  const double side = std::sin(mouth_angle(column));
  FacePoint point;
  point.place = front(form, x, y) + Vec3{0, 0, forward};
  point.lip = side > 0 ? lip : -lip;
  const double near_lips = 0.5 - 0.5 * std::clamp(1.5 * side, -1.0, 1.0);
  point.jaw = mixed(jaw_share(point.place), near_lips, std::min(1.0, 1.3 * lip));
  return point;
}

/// From where the lips meet outwards; `k` counts rings: 0 there, 3 where the red ends.
FacePoint red_point(const Field& form, const Face& face, std::size_t column, std::size_t k) {
  constexpr std::array kOut = {0.0, 0.30, 0.68, 1.0};
  constexpr std::array kForward = {-0.0008, 0.0012, 0.0016, 0.0004};
  const double c = cosine(column);
  const double side = std::sin(mouth_angle(column));
  const double x = (kMouthHalfWidth + 0.0007 * static_cast<double>(k)) * c;
  const double height = lip_height(face, column) * kOut[k];
  const double y = mouth_line_y(x) + (side > 0 ? height : -height);
  const double fullness = std::pow(std::abs(side), 0.7) * face.lip_fullness;
  FacePoint point =
      lip_point(form, column, x, y, kForward[k] * fullness - (k == 0 ? 0.0006 : 0), 1);
  if (k == 0) point.tint = {0.62, 0.52, 0.52};
  return point;
}

FacePoint round_mouth_point(const Field& form, const Face& face, std::size_t column, double out) {
  const double side = std::sin(mouth_angle(column));
  const FacePoint edge = red_point(form, face, column, 3);
  const double x = mixed(edge.place.x, 0.0375 * cosine(column), out);
  const double y = mixed(edge.place.y, kMouthY + (side > 0 ? 0.0155 : 0.0190) * side, out);
  return lip_point(form, column, x, y, 0.0006 * std::abs(side) * (1 - out) * (1 - out), 1 - out);
}

/// Behind the lips; `k` is 0 just inside and 2 at the throat.
FacePoint pocket_point(const Field& form, const Face& face, std::size_t column, std::size_t k) {
  constexpr std::array kBack = {0.0042, 0.0058, 0.0360};
  constexpr std::array kOpen = {0.0003, 0.0105, 0.0115};
  constexpr std::array kWide = {0.985, 0.97, 0.80};
  constexpr std::array kDark = {0.8, 0.6, 0.10};
  FacePoint point = red_point(form, face, column, 0);
  const double side = std::sin(mouth_angle(column));
  point.place.x *= kWide[k];
  point.place.y += kOpen[k] * side;
  point.place.z -= kBack[k];
  point.lip *= k == 0 ? 1 : 0;
  point.inside = k == 0 ? 0.35 : 1;
  point.tint = kDark[k] * Vec3{1, 1, 1};
  return point;
}

/// The vertices of the outermost half ring.
Ring add_mouth(HalfFace& half, const Field& form, const Face& face) {
  std::vector<Ring> rings;
  const auto add_ring = [&](auto point_at) {
    Ring ring;
    for (std::size_t i = 0; i < kMouthColumns; ++i) ring.push_back(half.add(point_at(i)));
    rings.push_back(ring);
  };
  for (const std::size_t k : std::array<std::size_t, 3>{2, 1, 0}) {
    add_ring([&](std::size_t i) { return pocket_point(form, face, i, k); });
  }
  for (std::size_t k = 0; k < 4; ++k) {
    add_ring([&](std::size_t i) { return red_point(form, face, i, k); });
  }
  for (const double out : {0.25, 0.6, 1.0}) {
    add_ring([&](std::size_t i) { return round_mouth_point(form, face, i, out); });
  }
  for (std::size_t k = 0; k + 1 < rings.size(); ++k) {
    const Material material = k < 2 ? Material::Mouth : k < 6 ? Material::Lips : Material::Skin;
    for (std::size_t i = 0; i + 1 < kMouthColumns; ++i) {
      half.add_face(rings[k][i], rings[k + 1][i], rings[k + 1][i + 1], rings[k][i + 1], material);
    }
  }
  const Ring& throat = rings.front();
  for (std::size_t i = 0; i < kCornerColumn; ++i) {
    const std::size_t above = kMouthColumns - 1 - i;
    half.triangles.push_back({{throat[i], throat[i + 1], throat[above]}, Material::Mouth});
    if (above - 1 == i + 1) continue;
    half.triangles.push_back({{throat[i + 1], throat[above - 1], throat[above]}, Material::Mouth});
  }
  return rings.back();
}

// ---- All else: points as near to each other as the form needs, triangulated.

/// Mercator's map about kMiddle: angles stay what they are, so good triangles stay good.
Point mapped(const Vec3& place) {
  const Vec3 d = place - kMiddle;
  return {std::atan2(d.x, d.z), std::asinh(d.y / std::hypot(d.x, d.z))};
}

Vec3 direction_of(const Point& p) {
  const double y = std::tanh(p.y);
  const double flat = std::sqrt(1 - y * y);
  return {flat * std::sin(p.x), y, flat * std::cos(p.x)};
}

/// How far apart points are.
double spacing_m(const Vec3& p) {
  const double nose = length(p - Vec3{0, 0.050, 0.104});
  const double to_face = smooth_step(0.02, 0.07, p.z) * smooth_step(-0.045, -0.02, p.y);
  const double rough = mixed(0.0145, 0.0235, smooth_step(0.06, 0.12, p.y));
  const double fine = mixed(0.0078, 0.0125, smooth_step(0.10, 0.135, p.y));
  return std::min(mixed(rough, fine, to_face),
                  mixed(0.0040, 0.02, smooth_step(0.012, 0.055, nose)));
}

double halton(std::uint32_t i, std::uint32_t base) {
  double value = 0;
  double digit = 1;
  for (; i > 0; i /= base) {
    digit /= base;
    value += digit * (i % base);
  }
  return value;
}

class Surroundings {
 public:
  Surroundings(HalfFace& half, const Field& form, double bottom_y)
      : half_(half), form_(form), bottom_y_(bottom_y) {}

  void take(const Ring& ring) {
    for (const auto vertex : ring) {
      vertices_.push_back(vertex);
      points_.push_back(mapped(half_.points[vertex].place));
    }
  }

  /// The neck's end, and the front and the back in the middle.
  void add_borders(double mouth_low_y, double mouth_high_y) {
    constexpr int kAround = 9;
    for (int i = 0; i <= kAround; ++i) {
      add(end_of_neck(std::numbers::pi * i / kAround), i == 0 || i == kAround);
    }
    add_middle_line(
        0, [&](const Vec3& p) { return p.y < mouth_low_y - 0.004 || p.y > mouth_high_y + 0.003; });
    add_middle_line(std::numbers::pi, [](const Vec3&) { return true; });
    border_count_ = points_.size();
  }

  void add_inner(const std::vector<std::vector<Point>>& holes) {
    constexpr std::uint32_t kCandidates = 9000;
    for (std::uint32_t i = 1; i < kCandidates; ++i) {
      const Point p{std::numbers::pi * halton(i, 2), kLowest + (kHighest - kLowest) * halton(i, 3)};
      const bool in_hole = std::any_of(holes.begin(), holes.end(),
                                       [&](const auto& hole) { return is_within(hole, p); });
      if (in_hole) continue;
      const Vec3 place = outermost(form_, direction_of(p));
      if (place.y < bottom_y_ + 0.006 || place.x < 0.4 * spacing_m(place)) continue;
      if (is_free(place, 0.86)) add(place, false);
    }
  }

  void triangulate_outside(const std::vector<std::vector<Point>>& holes) {
    constexpr int kRounds = 6;
    for (int round = 0; round < kRounds; ++round) relax();
    for (const auto& corners : triangulate(points_)) {
      const auto& [a, b, c] = corners;
      const Point centre{(points_[a].x + points_[b].x + points_[c].x) / 3,
                         (points_[a].y + points_[b].y + points_[c].y) / 3};
      const bool in_hole = std::any_of(holes.begin(), holes.end(),
                                       [&](const auto& hole) { return is_within(hole, centre); });
      if (in_hole || twice_area(points_[a], points_[b], points_[c]) < 1e-7) continue;
      const bool all_low = half_.points[vertices_[a]].place.y < bottom_y_ + 1e-5 &&
                           half_.points[vertices_[b]].place.y < bottom_y_ + 1e-5 &&
                           half_.points[vertices_[c]].place.y < bottom_y_ + 1e-5;
      if (!all_low) half_.triangles.push_back({{vertices_[a], vertices_[b], vertices_[c]}});
    }
  }

 private:
  static constexpr double kLowest = -2.4;
  static constexpr double kHighest = 2.3;

  void add(Vec3 place, bool in_middle) {
    if (in_middle) place.x = 0;
    FacePoint point;
    point.place = place;
    point.jaw = jaw_share(place);
    vertices_.push_back(half_.add(point));
    Point flat = mapped(place);
    if (in_middle && flat.x > 1) flat.x = std::numbers::pi;
    points_.push_back(flat);
  }

  bool is_free(const Vec3& place, double share) const {
    const double least = share * spacing_m(place);
    return std::none_of(vertices_.begin(), vertices_.end(), [&](std::uint32_t vertex) {
      return length(half_.points[vertex].place - place) < least;
    });
  }

  /// Where the surface is at the height of the neck's end.
  Vec3 end_of_neck(double around) const {
    double low = kLowest - 1;
    double high = 0;
    for (int i = 0; i < 40; ++i) {
      const double middle = (low + high) / 2;
      const Vec3 place = outermost(form_, direction_of({around, middle}));
      (place.y < bottom_y_ ? low : high) = middle;
    }
    Vec3 place = outermost(form_, direction_of({around, high}));
    place.y = bottom_y_;
    return place;
  }

  template <class Wanted>
  void add_middle_line(double around, Wanted wanted) {
    for (double v = kLowest; v < kHighest; v += 0.004) {
      const Vec3 place = outermost(form_, direction_of({around, v}));
      if (place.y < bottom_y_ + 0.006 || !wanted(place)) continue;
      if (is_free({0, place.y, place.z}, 0.95)) add(place, true);
    }
  }

  /// Moves free points to the mean of their neighbours.
  void relax() {
    std::vector<Vec3> sums(points_.size());
    std::vector<int> counts(points_.size(), 0);
    for (const auto& corners : triangulate(points_)) {
      for (std::size_t i = 0; i < 3; ++i) {
        const auto from = corners[i];
        for (const auto to : {corners[(i + 1) % 3], corners[(i + 2) % 3]}) {
          sums[from] = sums[from] + half_.points[vertices_[to]].place;
          ++counts[from];
        }
      }
    }
    for (std::size_t i = border_count_; i < points_.size(); ++i) {
      const Vec3 mean = sums[i] / counts[i];
      FacePoint& point = half_.points[vertices_[i]];
      point.place = outermost(form_, unit(mean - kMiddle));
      point.jaw = jaw_share(point.place);
      points_[i] = mapped(point.place);
    }
  }

  HalfFace& half_;
  const Field& form_;
  double bottom_y_;
  std::vector<std::uint32_t> vertices_;  // of each point
  std::vector<Point> points_;
  std::size_t border_count_ = 0;
};

std::vector<Point> outline_of(const HalfFace& half, const Ring& ring) {
  std::vector<Point> outline;
  for (const auto vertex : ring) outline.push_back(mapped(half.points[vertex].place));
  return outline;
}

/// A blush, and the shade of what lies deep.
void paint(HalfFace& half, const Field& form) {
  for (FacePoint& point : half.points) {
    if (point.inside > 0.5) continue;
    const Vec3 normal = unit(gradient(form, point.place));
    const double open = openness(form, point.place + 0.001 * normal, normal, 0.022);
    const double shade = mixed(0.80, 1.0, open);
    const double cheek =
        std::exp(-std::pow(length(point.place - Vec3{0.040, 0.050, 0.078}) / 0.021, 2));
    const double tip =
        0.7 * std::exp(-std::pow(length(point.place - Vec3{0, 0.052, 0.112}) / 0.013, 2));
    const double blush = std::max(cheek, tip);
    point.tint = {point.tint.x * shade, point.tint.y * shade * (1 - 0.11 * blush),
                  point.tint.z * shade * (1 - 0.10 * blush)};
  }
}

}  // namespace

Vec3 lid_margin(const Face& face, double angle_rad) {
  const double c = std::cos(angle_rad);
  const double s = std::sin(angle_rad);
  const double up = 0.0070 * face.eye_opening;
  const double down = 0.0063 * face.eye_opening;
  // Fuller than an ellipse above, and the outer corner a little higher than the inner one.
  const double y = s > 0 ? up * std::pow(s, 0.80) : -down * std::pow(-s, 1.05);
  return {0.0150 * c, y + 0.0010 * c, 0};
}

Vec3 on_lids(double x, double y, double radius_m) {
  const double dx = x - kEye.x;
  const double dy = y - kEye.y;
  return {x, y, kEye.z + std::sqrt(std::max(0.0, radius_m * radius_m - dx * dx - dy * dy))};
}

double mouth_line_y(double x) {
  const double out = x / kMouthHalfWidth;
  return kMouthY + 0.0024 * std::pow(out, 4) - 0.0004 * out * out -
         0.0006 * std::exp(-x * x / (0.004 * 0.004));
}

HalfFace make_half_face(const Field& form, const Face& face, double neck_m) {
  HalfFace half;
  const Ring eye = add_eye(half, form, face);
  const Ring mouth = add_mouth(half, form, face);
  const std::vector<std::vector<Point>> holes = {outline_of(half, eye), outline_of(half, mouth)};
  Surroundings surroundings(half, form, -neck_m);
  surroundings.take(eye);
  surroundings.take(mouth);
  surroundings.add_borders(half.points[mouth.front()].place.y, half.points[mouth.back()].place.y);
  surroundings.add_inner(holes);
  surroundings.triangulate_outside(holes);
  paint(half, form);
  return half;
}

}  // namespace kine::avatars
