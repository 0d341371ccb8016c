#include "avatars/hands.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "avatars/clothes.h"
#include "avatars/surface.h"

namespace kine::avatars {
namespace {

using body::Joint;

/// One finger of the left hand: its joints, thickness and how far its tip is from the last joint.
struct Finger {
  std::array<Vec3, 4> places;  // three joints and the tip
  std::array<double, 4> radii_m;
  Joint first;
};

Joint joint_of(const Finger& finger, std::size_t i) {
  return body::joint_at(index_of(finger.first) + i);
}

Finger finger_of(const Figure& figure, Joint first, double size, const std::array<double, 4>& radii,
                 double tip_m) {
  Finger finger{{}, radii, first};
  for (std::size_t i = 0; i < 3; ++i) finger.places[i] = figure.at(joint_of(finger, i));
  const Vec3 along = unit(finger.places[2] - finger.places[1]);
  finger.places[3] = finger.places[2] + tip_m * size * along;
  for (double& r : finger.radii_m) r *= size;
  return finger;
}

struct Hand {
  double size;  // 1 for a hand of ada's
  Finger thumb;
  std::array<Finger, 4> fingers;
};

Hand hand_of(const Figure& figure, const Build& build) {
  const double reach = figure.at(Joint::LeftMiddleProximal).x - figure.at(Joint::LeftHand).x;
  const double size = reach / 0.099;
  const double t = build.finger_thickness;
  const auto finger = [&](Joint first, double thickness, double tip_m) {
    const double r = t * thickness;
    return finger_of(figure, first, size, {0.0096 * r, 0.0088 * r, 0.0080 * r, 0.0064 * r}, tip_m);
  };
  return {size,
          finger_of(figure, Joint::LeftThumbMetacarpal, size,
                    {0.0150 * t, 0.0118 * t, 0.0103 * t, 0.0078 * t}, 0.0225),
          {finger(Joint::LeftIndexProximal, 1.0, 0.0165),
           finger(Joint::LeftMiddleProximal, 1.02, 0.0175),
           finger(Joint::LeftRingProximal, 0.98, 0.0170),
           finger(Joint::LeftLittleProximal, 0.86, 0.0145)}};
}

/// The bones of a finger; the solids of its flesh too, for they are the same.
std::vector<Flesh> phalanges(const Finger& finger) {
  std::vector<Flesh> bones;
  for (std::size_t i = 0; i < 3; ++i) {
    bones.push_back({joint_of(finger, i), Cone{finger.places[i], finger.places[i + 1],
                                               finger.radii_m[i], finger.radii_m[i + 1]}});
  }
  return bones;
}

std::vector<Flesh> palm(const Figure& figure, const Hand& hand) {
  const Vec3 wrist = figure.at(Joint::LeftHand);
  const double s = hand.size;
  std::vector<Flesh> flesh;
  for (const Finger& finger : hand.fingers) {
    const Vec3 knuckle = finger.places[0];
    const Vec3 root = wrist + Vec3{0.012 * s, 0, 0.52 * (knuckle.z - wrist.z)};
    flesh.push_back({Joint::LeftHand, Cone{root, knuckle - Vec3{0, 0.0015 * s, 0}, 0.0150 * s,
                                           1.16 * finger.radii_m[0]}});
  }
  const Vec3 thumb_root = hand.thumb.places[0];
  flesh.push_back({Joint::LeftHand,
                   Cone{wrist + Vec3{0.012 * s, -0.004 * s, 0.012 * s},
                        mixed(thumb_root, hand.thumb.places[1], 0.3), 0.0155 * s, 0.0145 * s}});
  flesh.push_back({Joint::LeftHand,
                   Cone{wrist + Vec3{0.020 * s, -0.007 * s, -0.016 * s},
                        wrist + Vec3{0.072 * s, -0.006 * s, -0.021 * s}, 0.0125 * s, 0.0105 * s}});
  return flesh;
}

std::vector<Flesh> forearm(const Figure& figure, const Build& build) {
  const Vec3 elbow = figure.at(Joint::LeftLowerArm);
  const Vec3 wrist = figure.at(Joint::LeftHand);
  const Vec3 belly = mixed(elbow, wrist, 0.3);
  const double side = 0.30 * build.wrist_radius_m;
  std::vector<Flesh> flesh;
  for (const double z : {-side, side}) {
    flesh.push_back(
        {Joint::LeftLowerArm, Cone{elbow, belly, build.elbow_radius_m, build.forearm_radius_m}});
    flesh.push_back(
        {Joint::LeftLowerArm, Cone{belly, wrist + Vec3{0.006, 0, z}, build.forearm_radius_m,
                                   0.80 * build.wrist_radius_m}});
  }
  return flesh;
}

Solids modelled(const Figure& figure, const std::vector<Flesh>& flesh) {
  Solids solids;
  for (const Flesh& piece : flesh) solids.push_back(figure.modelled(piece));
  return solids;
}

/// A dome on the back of the last phalanx.
Mesh make_nail(const Finger& finger, bool thumb) {
  constexpr int kAround = 8;
  const Vec3 along = unit(finger.places[3] - finger.places[2]);
  // A thumb lies on its side: its nail looks up and ahead of the hand.
  const Vec3 up = unit(rejected(thumb ? Vec3{-0.25, 0.86, 0.45} : Vec3{0, 1, 0}, along));
  const Vec3 side = cross(up, along);
  const double r = mixed(finger.radii_m[2], finger.radii_m[3], 0.7);
  const Vec3 centre = mixed(finger.places[2], finger.places[3], 0.80) + 0.86 * r * up;
  const Vec3 radii{0.72 * r, 0.26 * r, 0.92 * r};  // across, up, along
  const auto vertex = [&](double out, double angle) {
    const double height = std::sqrt(1 - out * out);
    const Vec3 q{out * std::cos(angle), height, out * std::sin(angle)};
    const Vec3 place = centre + radii.x * q.x * side + radii.y * q.y * up + radii.z * q.z * along;
    const Vec3 normal = unit(q.x / radii.x * side + q.y / radii.y * up + q.z / radii.z * along);
    return Vertex{place, normal, {1, 1, 1}, Skinning::all_by(joint_of(finger, 2))};
  };
  Mesh nail;
  nail.vertices.push_back(vertex(0, 0));
  for (int i = 0; i < kAround; ++i) {
    nail.vertices.push_back(vertex(0.96, 2 * std::numbers::pi * i / kAround));
  }
  for (std::uint32_t i = 0; i < kAround; ++i) {
    nail.triangles.push_back({{0, 1 + (i + 1) % kAround, 1 + i}, Material::Nails});
  }
  return nail;
}

}  // namespace

Mesh make_hands(const Figure& figure, const Look& look) {
  constexpr double kCell = 0.0034;
  constexpr std::size_t kTriangles = 1190;  // of one arm
  const Hand hand = hand_of(figure, look.build);
  const Solids arm = modelled(figure, forearm(figure, look.build));
  const Solids palm_solids = modelled(figure, palm(figure, hand));
  const Solids thumb = modelled(figure, phalanges(hand.thumb));
  std::array<Solids, 4> fingers;
  for (std::size_t i = 0; i < 4; ++i) fingers[i] = modelled(figure, phalanges(hand.fingers[i]));

  const Vec3 elbow = figure.modelled(Joint::LeftLowerArm, figure.at(Joint::LeftLowerArm));
  const Vec3 wrist = figure.modelled(Joint::LeftLowerArm, figure.at(Joint::LeftHand));
  const Vec3 sleeve = mixed(elbow, wrist, sleeve_end(look.sleeves) - 0.14);
  const Vec3 up_arm = unit(elbow - wrist);
  const Field field = [&](const Vec3& p) {
    double d =
        joined(joined_distance_m(palm_solids, p, 0.012), joined_distance_m(thumb, p, 0.004), 0.016);
    d = joined(d, joined_distance_m(arm, p, 0.02), 0.022);
    double finger_d = 1;
    for (const Solids& finger : fingers) {
      finger_d = joined(finger_d, joined_distance_m(finger, p, 0.003), 0.0015);
    }
    return joined(d, finger_d, 0.007);
  };
  const Vec3 reach = figure.modelled(Joint::LeftMiddleDistal, hand.fingers[1].places[3]);
  const Box box{
      {std::min(sleeve.x, reach.x) - 0.09, std::min(wrist.y, reach.y) - 0.09, wrist.z - 0.10},
      {std::max(sleeve.x, reach.x) + 0.09, sleeve.y + 0.09, wrist.z + 0.16}};

  // As the sleeve is skinned, so that it stays round the arm.
  std::vector<Flesh> bones;
  for (const Flesh& bone : trunk_and_limbs(figure, look.build)) {
    if (bone.joint == Joint::LeftUpperArm || bone.joint == Joint::LeftLowerArm) {
      bones.push_back(bone);
    }
  }
  for (const Flesh& piece : palm(figure, hand)) bones.push_back(piece);
  for (const Flesh& piece : phalanges(hand.thumb)) bones.push_back(piece);
  for (const Finger& finger : hand.fingers) {
    for (const Flesh& piece : phalanges(finger)) bones.push_back(piece);
  }
  const Mesh modelled = cut(make_surface(field, box, kCell, Part::All), sleeve, up_arm);
  const Mesh rest = figure.skinned(modelled, bones);
  Mesh left = figure.thinned(rest, kTriangles);
  append(left, make_nail(hand.thumb, true));
  for (const Finger& finger : hand.fingers) append(left, make_nail(finger, false));
  return with_mirror_image(left);
}

}  // namespace kine::avatars
