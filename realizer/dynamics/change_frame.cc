#include "realizer/dynamics/change_frame.h"

#include "realizer/dynamics/arm_tension.h"

namespace kine::dynamics {
namespace {

using body::Joint;

struct Place {
  Quat turn;
  Vec3 at;
};

Place place_of(const body::Body::Model& model, Joint joint) {
  const std::size_t i = body::index_of(joint);
  return {model.character_from_joint[i], model.positions_m[i]};
}

Place place_of(const body::Body::Model& model, FrameOf frame) {
  if (frame == FrameOf::World) return {};
  return place_of(model, frame == FrameOf::Hips ? Joint::Hips : Joint::UpperChest);
}

body::Body::Model model_of(const body::Body& body, const ShownPose& shown) {
  std::array<Quat, body::kJointCount> turns;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    const auto& [x, y, z, w] = (*shown.parent_from_joint)[i];
    turns[i] = normalized({x, y, z, w});
  }
  body::Body::Model model = body.compute_model(turns);
  const std::array<float, 3>& hips_m = *shown.hips_m;
  const Vec3 moved =
      Vec3{hips_m[0], hips_m[1], hips_m[2]} - body.offsets_m[body::index_of(Joint::Hips)];
  for (Vec3& position : model.positions_m) position = position + moved;
  return model;
}

Vec3 to_vec3(const TrackedArm::Three& v) { return {v[0], v[1], v[2]}; }

TrackedArm::Three to_three(const Vec3& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

}  // namespace

void change_frame(const body::Body& body, const ShownPose& shown, body::Side side, Seconds step,
                  FrameOf to, TrackedArm& tracked) {
  const TrackedArm before = tracked;
  begin_anew(tracked);
  tracked.frame = static_cast<float>(to);
  if (before.ticks == 0) return;

  const body::Body::Model model = model_of(body, shown);
  const Place from = place_of(model, static_cast<FrameOf>(before.frame));
  const Place hand = place_of(model, body::arm_chain(side).hand);
  const double rate = 1 / step.count();
  const Vec3 wrist_m = conjugate(from.turn) * (hand.at - from.at);
  const auto& [x, y, z, w] = before.hand_target;
  const Quat turned = conjugate(from.turn) * hand.turn * conjugate(normalized({x, y, z, w}));

  // Counted from the target all of it keeps its meaning, turned into other axes.
  const bool counted_from_target = before.ticks < 2;
  const Vec3 pace_m_s = counted_from_target ? Vec3{} : rate * (wrist_m - to_vec3(before.target_m));
  const Vec3 pace_rad_s = counted_from_target ? Vec3{} : rate * rotation_vector(turned);
  const Quat to_from = conjugate(place_of(model, to).turn) * from.turn;
  const auto carried_over = [&](const Vec3& v) { return to_three(to_from * v); };
  tracked.position_m = carried_over(to_vec3(before.position_m) - to_vec3(before.target_m));
  tracked.velocity_m_s = carried_over(to_vec3(before.velocity_m_s) - pace_m_s);
  tracked.hand_lead_rad = carried_over(to_vec3(before.hand_lead_rad));
  tracked.hand_velocity_rad_s = carried_over(to_vec3(before.hand_velocity_rad_s) - pace_rad_s);
}

}  // namespace kine::dynamics
