#include "realizer/solve/touch.h"

#include <cmath>

namespace kine::solve {
namespace {

/// How much of an axis lies along a normal.
double share_along(const ArmRequest::HandAim& aim, const Vec3& normal) {
  return std::abs(dot(unit(aim.axis), normal));
}

/// The direction that is most nearly square to the normal: it says the most beside that.
std::optional<ArmRequest::HandAim> squarest_of(const ArmRequest& request, const Vec3& normal) {
  if (!request.first_aim || !request.second_aim) return request.first_aim;
  const bool first =
      share_along(*request.first_aim, normal) <= share_along(*request.second_aim, normal);
  return first ? request.first_aim : request.second_aim;
}

}  // namespace

Surface surface_at(const body::SurfacePoint& point, const body::Body::Model& model) {
  const std::size_t joint = body::index_of(point.joint);
  const Quat& turn = model.character_from_joint[joint];
  return {model.positions_m[joint] + turn * point.place_m, turn * point.normal};
}

Vec3 place_before(const Surface& touched) {
  return touched.place_m + body::kTouchGap_m * touched.normal;
}

Surface hand_surface(const body::Body& body, const std::array<Quat, body::kJointCount>& rotations,
                     const body::SurfacePoint& point) {
  Surface surface{point.place_m, point.normal};
  const body::Joint left = body::arm_chain(body::Side::Left).hand;
  const body::Joint right = body::arm_chain(body::Side::Right).hand;
  for (body::Joint at = point.joint; at != left && at != right; at = *body::parent_of(at)) {
    const Quat& turn = rotations[body::index_of(at)];
    surface = {body.offsets_m[body::index_of(at)] + turn * surface.place_m, turn * surface.normal};
  }
  return surface;
}

void add_touch(const Surface& hand, bool flat, const Surface& touched, ArmRequest& request) {
  request.wrist_m = place_before(touched);
  request.offset_m = hand.place_m;
  if (!flat) return;
  const auto beside = squarest_of(request, hand.normal);
  request.first_aim = {{hand.normal, -touched.normal}};
  request.second_aim = beside;
}

}  // namespace kine::solve
