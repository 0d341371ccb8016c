#include "realizer/plan/frames.h"

namespace kine::plan {
namespace {

FrameAtRest frame_of(body::Joint joint, const body::Body& body) {
  const body::Body::Model model = body.compute_model(body.base_pose);
  const std::size_t i = index_of(joint);
  return {.origin_m = model.positions_m[i], .character_from_frame = model.character_from_joint[i]};
}

}  // namespace

FrameAtRest frame_at_rest(script::Space space, const body::Body& body,
                          const body::Placement& placement) {
  switch (space) {
    case script::Space::Character:
      return {};
    case script::Space::Chest:
      return frame_of(body::Joint::UpperChest, body);
    case script::Space::Hips:
      return frame_of(body::Joint::Hips, body);
    case script::Space::World: {
      const Quat character_from_world = conjugate(placement.world_from_character());
      return {.origin_m = character_from_world * -placement.position_m,
              .character_from_frame = character_from_world};
    }
    case script::Space::HipsAtRest:
      break;
  }
  return {.origin_m = body.offsets_m[index_of(body::Joint::Hips)], .character_from_frame = {}};
}

}  // namespace kine::plan
