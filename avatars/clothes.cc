#include "avatars/clothes.h"

#include <algorithm>
#include <cmath>

#include "avatars/surface.h"

namespace kine::avatars {
namespace {

using body::Joint;

constexpr double kHemThickness = 0.010;

Vec3 between(const Figure& figure, Joint a, Joint b, double h) {
  return mixed(figure.at(a), figure.at(b), h);
}

/// The trunk from hips to shoulders, clothed.
Solids trunk(const Figure& figure, const Build& build, double cloth_m) {
  const Vec3 hips = figure.at(Joint::Hips);
  const Vec3 ribs = between(figure, Joint::Chest, Joint::UpperChest, 0.62);
  const Vec3 waist = between(figure, Joint::Spine, Joint::Chest, 0.45);
  const Vec3 clavicle = figure.at(Joint::LeftShoulder);
  const Vec3 shoulder = figure.at(Joint::LeftUpperArm);
  const Vec3 neck = figure.at(Joint::Neck);
  const double r = build.shoulder_radius_m;
  // It hangs over the thighs too.
  const double hip_half_width_m = std::max(
      build.hip_half_width_m, figure.at(Joint::LeftUpperLeg).x + build.thigh_radius_m - 0.006);
  Solids solids = {
      Egg{{0, ribs.y, ribs.z + 0.004},
          {build.chest_half_width_m + cloth_m, 0.165 + cloth_m,
           build.chest_half_depth_m + cloth_m}},
      Egg{{0, waist.y, waist.z},
          {build.waist_half_width_m + 0.006 + cloth_m, 0.15,
           build.waist_half_depth_m + 0.004 + cloth_m}},
      Egg{{0, hips.y + 0.015, hips.z - 0.006},
          {hip_half_width_m + 0.014 + cloth_m, 0.15, build.hip_half_depth_m + 0.012 + cloth_m}},
      Egg{{0, neck.y - 0.030, neck.z - 0.012},
          {0.085, 0.050 + cloth_m, build.neck_radius_m + 0.014 + cloth_m}},
      Cone{{0, clavicle.y - 0.036, clavicle.z - 0.014},
           {shoulder.x - 0.03, shoulder.y - 0.022, shoulder.z - 0.002},
           r + 0.002 + cloth_m,
           r - 0.006 + cloth_m},
      Cone{{0.020, neck.y + 0.002, neck.z - 0.010},
           {shoulder.x * 0.80, shoulder.y - 0.006, shoulder.z - 0.008},
           0.026 + cloth_m,
           0.026 + cloth_m},
  };
  if (build.bust_m > 0) {
    solids.emplace_back(Egg{{0, ribs.y - 0.020, build.chest_half_depth_m - 0.032},
                            {0.104, 0.062, 0.034 + build.bust_m + cloth_m}});
  }
  return solids;
}

Solids sleeve(const Figure& figure, const Build& build, double cloth_m) {
  const Vec3 shoulder = figure.at(Joint::LeftUpperArm);
  const Vec3 elbow = figure.at(Joint::LeftLowerArm);
  const Vec3 wrist = figure.at(Joint::LeftHand);
  const double r = build.shoulder_radius_m;
  const double at_elbow = build.elbow_radius_m;
  return {
      figure.modelled(Flesh{Joint::LeftUpperArm,
                            Cone{shoulder + Vec3{0.006, -0.011, 0}, mixed(shoulder, elbow, 0.45),
                                 r + cloth_m, mixed(r, at_elbow, 0.42) + cloth_m}}),
      figure.modelled(
          Flesh{Joint::LeftUpperArm, Cone{mixed(shoulder, elbow, 0.45), elbow,
                                          mixed(r, at_elbow, 0.42) + cloth_m, at_elbow + cloth_m}}),
      figure.modelled(
          Flesh{Joint::LeftLowerArm, Cone{elbow, mixed(elbow, wrist, 0.3), at_elbow + cloth_m,
                                          build.forearm_radius_m + cloth_m}}),
      figure.modelled(Flesh{Joint::LeftLowerArm,
                            Cone{mixed(elbow, wrist, 0.3), wrist, build.forearm_radius_m + cloth_m,
                                 build.wrist_radius_m + 0.006 + cloth_m}}),
  };
}

/// The same on both sides, and without an edge in the middle.
Vec3 from_left(const Vec3& p) {
  constexpr double kRound = 0.012;
  return {std::hypot(p.x, kRound), p.y, p.z};
}

/// A ring round a collar, its axis leaning forward with the neck.
double collar_m(const Vec3& p, const Vec3& centre, double radius_m, double thickness_m) {
  constexpr double kDown = 0.03;  // how far it reaches down into the shirt
  const Vec3 axis = unit({0, 1, 0.24});
  const Vec3 q = p - centre;
  const double up = dot(q, axis);
  const double out = length(q - up * axis) - radius_m;
  const double off = up > 0 ? up : std::min(0.0, up + kDown);
  return std::hypot(out, 0.75 * off) - thickness_m;
}

Mesh with_material(Mesh mesh, Material material) {
  for (auto& triangle : mesh.triangles) triangle.material = material;
  return mesh;
}

}  // namespace

double sleeve_end(Sleeves sleeves) { return sleeves == Sleeves::ThreeQuarter ? 0.52 : 0.60; }

std::vector<Flesh> trunk_and_limbs(const Figure& figure, const Build& build) {
  const auto wide = [&](Joint joint, const Vec3& centre, double half_width_m, double r) {
    const double x = std::max(half_width_m - r, 0.001);
    return Flesh{joint, Cone{centre - Vec3{x, 0, 0}, centre + Vec3{x, 0, 0}, r, r}};
  };
  const auto limb = [&](Joint joint, Joint to, double r, double to_r) {
    return Flesh{joint, Cone{figure.at(joint), figure.at(to), r, to_r}};
  };
  std::vector<Flesh> bones = {
      wide(Joint::Hips, figure.at(Joint::Hips) + Vec3{0, 0.02, 0}, build.hip_half_width_m, 0.10),
      wide(Joint::Spine, between(figure, Joint::Spine, Joint::Chest, 0.5), build.waist_half_width_m,
           0.09),
      wide(Joint::Chest, between(figure, Joint::Chest, Joint::UpperChest, 0.45),
           build.chest_half_width_m, 0.09),
      wide(Joint::UpperChest, between(figure, Joint::UpperChest, Joint::Neck, 0.4),
           build.chest_half_width_m - 0.012, 0.085),
      Flesh{Joint::Neck, Cone{figure.at(Joint::Neck) + Vec3{0, 0.02, 0}, figure.at(Joint::Head),
                              build.neck_radius_m, build.neck_radius_m}},
  };
  const std::vector<Flesh> left = {
      limb(Joint::LeftShoulder, Joint::LeftUpperArm, 0.045, 0.045),
      limb(Joint::LeftUpperArm, Joint::LeftLowerArm, build.shoulder_radius_m, build.elbow_radius_m),
      limb(Joint::LeftLowerArm, Joint::LeftHand, build.elbow_radius_m, build.wrist_radius_m),
      limb(Joint::LeftUpperLeg, Joint::LeftLowerLeg, build.thigh_radius_m, build.knee_radius_m),
      limb(Joint::LeftLowerLeg, Joint::LeftFoot, build.knee_radius_m, build.ankle_radius_m),
  };
  for (const Flesh& flesh : left) {
    Cone other = std::get<Cone>(flesh.solid);
    other.from = mirrored(other.from);
    other.to = mirrored(other.to);
    bones.push_back(flesh);
    bones.push_back({body::mirrored(flesh.joint), other});
  }
  return bones;
}

Mesh make_shirt(const Figure& figure, const Look& look) {
  constexpr double kCloth = 0.009;
  constexpr double kCell = 0.0115;
  constexpr std::size_t kTriangles = 1150;  // of the left half
  const Build& build = look.build;
  const Solids torso = trunk(figure, build, kCloth);
  const Solids arm = sleeve(figure, build, kCloth);
  const Vec3 elbow = figure.modelled(Joint::LeftLowerArm, figure.at(Joint::LeftLowerArm));
  const Vec3 wrist = figure.modelled(Joint::LeftLowerArm, figure.at(Joint::LeftHand));
  const Vec3 cuff = mixed(elbow, wrist, sleeve_end(look.sleeves));
  const Vec3 down_arm = unit(wrist - elbow);
  const double hem_y = figure.at(Joint::Hips).y - 0.012;
  const Vec3 neck = figure.at(Joint::Neck) + Vec3{0, 0.027, -0.005};

  const Field field = [&](const Vec3& at) {
    const Vec3 p = from_left(at);
    const double body = joined_distance_m(torso, p, 0.055);
    const double sleeve = joined_distance_m(arm, p, 0.012);
    const double neckline = collar_m(p, neck, build.neck_radius_m + 0.009, 0.0095);
    return joined(joined(body, sleeve, 0.034), neckline, 0.014);
  };
  const Box box{{0, hem_y - 0.20, -0.25}, {wrist.x + 0.08, neck.y + 0.06, 0.3}};
  Mesh modelled = make_surface(field, box, kCell, Part::LeftHalf);
  modelled = cut(cut(modelled, {0, hem_y, 0}, {0, -1, 0}), cuff, down_arm);
  const Mesh rest = figure.skinned(modelled, trunk_and_limbs(figure, build));
  const Mesh left = with_rims(figure.thinned(rest, kTriangles, Edges::Kept), kHemThickness);
  return with_material(with_mirror_image(left), Material::Shirt);
}

Mesh make_trousers(const Figure& figure, const Look& look) {
  constexpr double kCloth = 0.008;
  constexpr double kCell = 0.012;
  constexpr std::size_t kTriangles = 900;  // of the left half
  const Build& build = look.build;
  const Vec3 hips = figure.at(Joint::Hips);
  const Vec3 hip = figure.at(Joint::LeftUpperLeg);
  const Vec3 knee = figure.at(Joint::LeftLowerLeg);
  const Vec3 ankle = figure.at(Joint::LeftFoot);
  const Solids leg = {
      Cone{hip + Vec3{-0.004, -0.03, 0.004}, knee, build.thigh_radius_m + kCloth,
           build.knee_radius_m + kCloth},
      Cone{knee, ankle + Vec3{0, -0.01, 0.006}, build.knee_radius_m + kCloth,
           build.ankle_radius_m + 0.012},
      Egg{mixed(knee, ankle, 0.28) + Vec3{0, 0, -0.016},
          {build.knee_radius_m, 0.13, build.knee_radius_m}},
  };
  const Solids pelvis = {
      Egg{{0, hips.y + 0.010, hips.z - 0.006},
          {build.hip_half_width_m + 0.004, 0.125, build.hip_half_depth_m + 0.002}},
      Egg{{0.062, hips.y - 0.045, hips.z - 0.040}, {0.074, 0.082, 0.078}},
  };
  const double waist_y = hips.y + 0.05;
  const double hem_y = ankle.y - 0.022;
  const Field field = [&](const Vec3& at) {
    const Vec3 p = from_left(at);
    return joined(joined_distance_m(leg, p, 0.03), joined_distance_m(pelvis, p, 0.03), 0.045);
  };
  const Box box{{0, hem_y - 0.13, -0.3}, {0.35, waist_y + 0.13, 0.25}};
  Mesh modelled = make_surface(field, box, kCell, Part::LeftHalf);
  modelled = cut(cut(modelled, {0, hem_y, 0}, {0, -1, 0}), {0, waist_y, 0}, {0, 1, 0});
  const Mesh rest = figure.skinned(modelled, trunk_and_limbs(figure, build));
  const Mesh left = with_rims(figure.thinned(rest, kTriangles), kHemThickness);
  return with_material(with_mirror_image(left), Material::Trousers);
}

namespace {

struct Shoe {
  Solids solids;
  double sole_y;
};

Shoe shoe_of(const Figure& figure, const Build& build) {
  const Vec3 ankle = figure.at(Joint::LeftFoot);
  const Vec3 toes = figure.at(Joint::LeftToes);
  const double size = (toes.z - ankle.z) / 0.12;
  const double x = ankle.x;
  const double out = x + 0.006;
  return {{
              Cone{{x, 0.034 * size, ankle.z - 0.030 * size},
                   {out, 0.032 * size, toes.z - 0.010},
                   0.036 * size,
                   0.041 * size},
              Cone{{out, 0.030 * size, toes.z - 0.010},
                   {out - 0.002, 0.024 * size, toes.z + 0.038},
                   0.041 * size,
                   0.031 * size},
              Cone{{x, ankle.y + 0.022, ankle.z},
                   {x, 0.045, ankle.z + 0.010},
                   build.ankle_radius_m + 0.001,
                   0.038 * size},
              Cone{{x, ankle.y - 0.004, ankle.z + 0.022},
                   {out, 0.042 * size, toes.z - 0.03},
                   0.032 * size,
                   0.031 * size},
          },
          0.020 * size};
}

std::vector<Flesh> foot_bones(const Figure& figure) {
  const Vec3 ankle = figure.at(Joint::LeftFoot);
  const Vec3 toes = figure.at(Joint::LeftToes);
  return {
      {Joint::LeftFoot, Cone{{ankle.x, 0.04, ankle.z - 0.03}, toes, 0.04, 0.035}},
      {Joint::LeftToes, Cone{toes, toes + Vec3{0, 0, 0.05}, 0.035, 0.03}},
  };
}

}  // namespace

Mesh make_shoes(const Figure& figure, const Look& look) {
  constexpr double kCell = 0.009;
  constexpr double kSoleCell = 0.015;
  constexpr std::size_t kUpperTriangles = 330;
  constexpr std::size_t kSoleTriangles = 80;
  constexpr double kSoleOut = 0.004;
  const Shoe shoe = shoe_of(figure, look.build);
  const double top_y = figure.at(Joint::LeftFoot).y + 0.02;
  const Field upper = [&](const Vec3& p) { return joined_distance_m(shoe.solids, p, 0.02); };
  // Its walls stand upright below the widest of the shoe.
  const Field sole = [&](const Vec3& p) { return upper({p.x, 0.028, p.z}) - kSoleOut; };
  const Vec3 ankle = figure.at(Joint::LeftFoot);
  const Box box{{ankle.x - 0.1, -0.03, ankle.z - 0.12}, {ankle.x + 0.1, top_y + 0.1, 0.35}};
  const Vec3 up{0, 1, 0};
  const Mesh leather = cut(cut(make_surface(upper, box, kCell, Part::All), {0, top_y, 0}, up),
                           {0, shoe.sole_y - 0.006, 0}, -up);
  const Mesh rubber =
      cut(cut(make_surface(sole, box, kSoleCell, Part::All), {0, shoe.sole_y, 0}, up),
          {0, 0.001, 0}, -up);
  const auto bones = foot_bones(figure);
  Mesh left = with_material(figure.thinned(figure.skinned(leather, bones), kUpperTriangles),
                            Material::Shoes);
  const Mesh sole_rest = figure.thinned(figure.skinned(rubber, bones), kSoleTriangles);
  append(left, with_material(with_rims(sole_rest, kHemThickness), Material::Soles));
  return with_mirror_image(left);
}

}  // namespace kine::avatars
