#include "realizer/motion/build/getting_up.h"

#include <cmath>
#include <utility>
#include <vector>

#include "realizer/motion/ground/footing.h"
#include "realizer/motion/ground/ground.h"
#include "realizer/motion/ground/stance.h"

namespace kine::motion {
namespace {

constexpr pose::Bends kStands = {};

pose::Bends lying() {
  pose::Bends bends = {};
  bends[static_cast<std::size_t>(pose::Bend::Lie)] = 1;
  return bends;
}

/// From the feet to the head, level. One that sits lies down backwards.
Vec3 towards_head(const Quat& world_from_hips) {
  constexpr double kUpright = 0.3;
  const Vec3 up = world_from_hips * Vec3{0, 1, 0};
  const Vec3 level{up.x, 0, up.z};
  if (length(level) > kUpright) return level;
  const Vec3 ahead = world_from_hips * Vec3{0, 0, 1};
  return {-ahead.x, 0, -ahead.z};
}

}  // namespace

body::Placement lying_place(const body::Body& body, const Vec3& hips_m,
                            const Quat& world_from_hips) {
  const pose::StandingBody stands = standing_body(body);
  Footing footing = standing(stands, {});
  bend(lying(), stands, footing);
  const Vec3 head = towards_head(world_from_hips);
  body::Placement place{.heading_rad = std::atan2(-head.x, -head.z)};
  const Vec3 from_root_m = place.world_from_character() * footing.hips_m;
  place.position_m = {hips_m.x - from_root_m.x, 0, hips_m.z - from_root_m.z};
  return place;
}

std::shared_ptr<const Block> make_getting_up(Seconds lies) {
  GroundMove down{.from = Seconds{0}, .to = Seconds{0}};
  GroundMove up{.from = lies, .to = lies + usual_length(lying(), kStands)};
  for (std::size_t i = 0; i < pose::kBendCount; ++i) {
    down.bends[i] = lying()[i];
    up.bends[i] = kStands[i];
  }
  auto block = std::make_shared<Block>();
  block->id = "getting-up";
  block->end = block->relaxed = up.to;
  block->segments.push_back(
      {.end = up.to, .actuator = std::make_shared<Ground>(std::vector{down, up}), .part = kNoPart});
  return block;
}

}  // namespace kine::motion
