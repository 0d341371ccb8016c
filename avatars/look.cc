#include "avatars/look.h"

#include <cmath>

namespace kine::avatars {
namespace {

Look adas() {
  Look look;
  look.build = {.chest_half_width_m = 0.132,
                .chest_half_depth_m = 0.096,
                .waist_half_width_m = 0.112,
                .waist_half_depth_m = 0.088,
                .hip_half_width_m = 0.152,
                .hip_half_depth_m = 0.108,
                .bust_m = 0.017,
                .neck_radius_m = 0.044,
                .shoulder_radius_m = 0.043,
                .elbow_radius_m = 0.034,
                .forearm_radius_m = 0.035,
                .wrist_radius_m = 0.0215,
                .thigh_radius_m = 0.080,
                .knee_radius_m = 0.053,
                .ankle_radius_m = 0.038,
                .finger_thickness = 0.95};
  look.face = {.jaw_width = 0.94,
               .brow_thickness = 0.85,
               .lash_length_m = 0.0027,
               .lip_fullness = 1.1,
               .nose_size = 0.92,
               .eye_opening = 1.08};
  look.hair = Hair::Bob;
  look.sleeves = Sleeves::ThreeQuarter;
  look.colours = {.skin = from_srgb(0xe6b596),
                  .lips = from_srgb(0xc77f74),
                  .hair = from_srgb(0x5a3524),
                  .brows = from_srgb(0x4a2c1f),
                  .iris = from_srgb(0x667d58),
                  .shirt = from_srgb(0x2f7f86),
                  .trousers = from_srgb(0x3a3f55),
                  .shoes = from_srgb(0xd9d2c4)};
  return look;
}

Look bens() {
  Look look;
  look.build = {.chest_half_width_m = 0.165,
                .chest_half_depth_m = 0.122,
                .waist_half_width_m = 0.145,
                .waist_half_depth_m = 0.110,
                .hip_half_width_m = 0.163,
                .hip_half_depth_m = 0.118,
                .neck_radius_m = 0.058,
                .shoulder_radius_m = 0.056,
                .elbow_radius_m = 0.044,
                .forearm_radius_m = 0.046,
                .wrist_radius_m = 0.029,
                .thigh_radius_m = 0.083,
                .knee_radius_m = 0.060,
                .ankle_radius_m = 0.046,
                .finger_thickness = 1.1};
  look.face = {.jaw_width = 1.02,
               .cheeks = 0.88,
               .chin_drop_m = 0.003,
               .brow_thickness = 1.25,
               .lash_length_m = 0.0014,
               .lip_fullness = 0.9,
               .nose_size = 1.08,
               .eye_opening = 0.94};
  look.colours = {.skin = from_srgb(0xb98263),
                  .lips = from_srgb(0x9c6252),
                  .hair = from_srgb(0x2a201c),
                  .brows = from_srgb(0x241b18),
                  .iris = from_srgb(0x5b3a22),
                  .shirt = from_srgb(0x44658f),
                  .trousers = from_srgb(0x6a6154),
                  .shoes = from_srgb(0x4a3a30)};
  return look;
}

Look plain() {
  Look look;
  look.colours = bens().colours;
  return look;
}

}  // namespace

Look look_of(std::string_view body) {
  if (body == "ada") return adas();
  if (body == "ben") return bens();
  return plain();
}

Vec3 from_srgb(unsigned rgb) {
  const auto linear = [](unsigned byte) {
    const double c = byte / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return {linear(rgb >> 16 & 0xff), linear(rgb >> 8 & 0xff), linear(rgb & 0xff)};
}

}  // namespace kine::avatars
