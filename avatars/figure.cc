#include "avatars/figure.h"

#include <algorithm>
#include <numbers>
#include <optional>

#include "avatars/surface.h"

namespace kine::avatars {
namespace {

using body::Joint;

constexpr double kRadians = std::numbers::pi / 180;

using Rotations = std::array<Quat, body::kJointCount>;

/// A turn of a left joint, and the mirrored one of its right joint.
void turn(Rotations& pose, Joint left, const Vec3& degrees) {
  const Quat q = from_rotation_vector(kRadians * degrees);
  pose[index_of(left)] = q;
  pose[index_of(body::mirrored(left))] = {q.x, -q.y, -q.z, q.w};
}

Joint after(Joint joint, std::size_t count) { return body::joint_at(index_of(joint) + count); }

constexpr std::array kFingers = {Joint::LeftIndexProximal, Joint::LeftMiddleProximal,
                                 Joint::LeftRingProximal, Joint::LeftLittleProximal};

Rotations modelling_posture() {
  Rotations pose{};
  turn(pose, Joint::LeftUpperArm, {0, 0, -48});
  turn(pose, Joint::LeftLowerArm, {0, -18, 0});
  constexpr std::array kSpread = {-9.0, -2.0, 5.0, 13.0};
  for (std::size_t i = 0; i < kFingers.size(); ++i) {
    turn(pose, kFingers[i], {0, kSpread[i], -12});
    turn(pose, after(kFingers[i], 1), {0, 0, -18});
    turn(pose, after(kFingers[i], 2), {0, 0, -12});
  }
  return pose;
}

/// Everything bent as far as it shall keep its shape.
Rotations bent_posture() {
  Rotations pose{};
  turn(pose, Joint::LeftUpperArm, {0, -30, -60});
  turn(pose, Joint::LeftLowerArm, {0, -90, 0});
  turn(pose, Joint::LeftHand, {0, 0, -40});
  turn(pose, Joint::LeftUpperLeg, {-60, 0, 8});
  turn(pose, Joint::LeftLowerLeg, {75, 0, 0});
  turn(pose, Joint::LeftFoot, {15, 0, 0});
  turn(pose, Joint::LeftToes, {-25, 0, 0});
  pose[index_of(Joint::Spine)] = from_rotation_vector({0.35, 0, 0});
  pose[index_of(Joint::UpperChest)] = from_rotation_vector({0.2, 0, 0});
  for (const Joint finger : kFingers) {
    for (std::size_t i = 0; i < 3; ++i) turn(pose, after(finger, i), {0, 0, -55});
  }
  turn(pose, Joint::LeftThumbProximal, {0, 35, 0});
  turn(pose, Joint::LeftThumbDistal, {0, 45, 0});
  return pose;
}

/// The chain of a finger that a joint is in: its first joint; none for all others.
std::optional<Joint> finger_of(Joint joint) {
  for (const Joint side : {Joint::LeftThumbMetacarpal, Joint::RightThumbMetacarpal}) {
    const std::size_t first = index_of(side);
    if (index_of(joint) < first || index_of(joint) >= first + 15) continue;
    return body::joint_at(first + (index_of(joint) - first) / 3 * 3);
  }
  return {};
}

double radius_m(const Solid& solid) {
  if (const auto* cone = std::get_if<Cone>(&solid)) {
    return (cone->from_radius_m + cone->to_radius_m) / 2;
  }
  const Vec3& r = std::get<Egg>(solid).radii_m;
  return std::min({r.x, r.y, r.z});
}

struct BonePull {
  Joint joint;
  double share;
};

/// The four strongest, adding up to 1.
Skinning skinning_of(std::vector<BonePull> pulls) {
  constexpr double kLeast = 0.01;  // of the whole; less is not seen
  std::stable_sort(pulls.begin(), pulls.end(),
                   [](const BonePull& a, const BonePull& b) { return a.share > b.share; });
  Skinning skinning{{}, {0, 0, 0, 0}};
  double sum = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(4, pulls.size()); ++i) {
    if (pulls[i].share < kLeast * pulls[0].share) break;
    skinning.joints[i] = pulls[i].joint;
    skinning.shares[i] = pulls[i].share;
    sum += pulls[i].share;
  }
  for (double& share : skinning.shares) share /= sum;
  return skinning;
}

/// How strongly each bone pulls at `p`, of the fingers only the nearest.
Skinning skinning_at(const Vec3& p, const std::vector<Flesh>& bones, const Solids& solids) {
  std::vector<double> gaps(bones.size());
  std::optional<Joint> nearest;
  double nearest_m = 1e9;
  for (std::size_t i = 0; i < bones.size(); ++i) {
    gaps[i] = distance_m(solids[i], p);
    const auto finger = finger_of(bones[i].joint);
    if (finger && gaps[i] < nearest_m) {
      nearest_m = gaps[i];
      nearest = finger;
    }
  }
  std::vector<BonePull> pulls;
  for (std::size_t i = 0; i < bones.size(); ++i) {
    const auto finger = finger_of(bones[i].joint);
    if (finger && finger != nearest) continue;
    const double r = radius_m(solids[i]);
    const double share = std::exp(-(gaps[i] + 0.25 * r) / (0.28 * r));
    const auto same = std::find_if(pulls.begin(), pulls.end(), [&](const BonePull& pull) {
      return pull.joint == bones[i].joint;
    });
    if (same == pulls.end()) {
      pulls.push_back({bones[i].joint, share});
    } else {
      same->share = std::max(same->share, share);
    }
  }
  return skinning_of(std::move(pulls));
}

/// A turn with shears: what skinning does to the surroundings of a vertex.
struct Blend {
  std::array<Vec3, 3> columns;
  Vec3 offset;
};

Blend inverse(const Blend& m) {
  const auto& [a, b, c] = m.columns;
  const double volume = dot(a, cross(b, c));
  const Vec3 r0 = cross(b, c) / volume;
  const Vec3 r1 = cross(c, a) / volume;
  const Vec3 r2 = cross(a, b) / volume;
  const Vec3 offset{-dot(r0, m.offset), -dot(r1, m.offset), -dot(r2, m.offset)};
  return {{{{r0.x, r1.x, r2.x}, {r0.y, r1.y, r2.y}, {r0.z, r1.z, r2.z}}}, offset};
}

Vec3 turned(const Blend& m, const Vec3& v) {
  return v.x * m.columns[0] + v.y * m.columns[1] + v.z * m.columns[2];
}

/// A normal is turned by the transposed inverse of what turns the surface.
Vec3 turned_normal(const Blend& inverse_of_turn, const Vec3& n) {
  const auto& [a, b, c] = inverse_of_turn.columns;
  return unit({dot(a, n), dot(b, n), dot(c, n)});
}

Blend blend_of(const Skinning& skinning, const body::Body::Model& rest,
               const body::Body::Model& model) {
  Blend sum{};
  for (std::size_t i = 0; i < 4; ++i) {
    const double share = skinning.shares[i];
    const std::size_t joint = index_of(skinning.joints[i]);
    const Quat& q = model.character_from_joint[joint];
    sum.columns[0] = sum.columns[0] + share * (q * Vec3{1, 0, 0});
    sum.columns[1] = sum.columns[1] + share * (q * Vec3{0, 1, 0});
    sum.columns[2] = sum.columns[2] + share * (q * Vec3{0, 0, 1});
    sum.offset = sum.offset + share * (model.positions_m[joint] - q * rest.positions_m[joint]);
  }
  return sum;
}

}  // namespace

Figure::Figure(const body::Body& body)
    : rest_(body.compute_model({})),
      modelled_(body.compute_model(modelling_posture())),
      bent_(body.compute_model(bent_posture())) {}

Vec3 Figure::carried(const Model& model, Joint joint, const Vec3& place) const {
  const std::size_t i = index_of(joint);
  return model.positions_m[i] + model.character_from_joint[i] * (place - rest_.positions_m[i]);
}

Vec3 Figure::modelled(Joint joint, const Vec3& place) const {
  return carried(modelled_, joint, place);
}

Solid Figure::modelled(const Flesh& flesh) const {
  if (const auto* cone = std::get_if<Cone>(&flesh.solid)) {
    Cone there = *cone;
    there.from = modelled(flesh.joint, cone->from);
    there.to = modelled(flesh.joint, cone->to);
    return there;
  }
  Egg there = std::get<Egg>(flesh.solid);
  there.centre = modelled(flesh.joint, there.centre);
  there.turn = modelled_.character_from_joint[index_of(flesh.joint)] * there.turn;
  return there;
}

Mesh Figure::skinned(const Mesh& modelled_mesh, const std::vector<Flesh>& bones) const {
  Solids solids;
  for (const Flesh& bone : bones) solids.push_back(modelled(bone));
  Mesh mesh = modelled_mesh;
  for (Vertex& vertex : mesh.vertices) {
    vertex.skinning = skinning_at(vertex.position, bones, solids);
    const bool in_middle = vertex.position.x == 0;
    const Blend forward = blend_of(vertex.skinning, rest_, modelled_);
    const Blend back = inverse(forward);
    vertex.position = turned(back, vertex.position) + back.offset;
    vertex.normal = turned_normal(forward, vertex.normal);
    if (in_middle) vertex.position.x = 0;
  }
  return mesh;
}

std::vector<Vec3> Figure::posed(const Model& model, const Mesh& rest) const {
  std::vector<Vec3> places;
  for (const Vertex& vertex : rest.vertices) {
    const Blend blend = blend_of(vertex.skinning, rest_, model);
    Vec3 place = turned(blend, vertex.position) + blend.offset;
    if (vertex.position.x == 0) place.x = 0;
    places.push_back(place);
  }
  return places;
}

Mesh Figure::thinned(const Mesh& rest, std::size_t triangles, Edges edges) const {
  return avatars::thinned(rest, posed(bent_, rest), triangles, edges);
}

}  // namespace kine::avatars
