#include "tests/support/tracked_figures.h"

#include <memory>

#include "realizer/dynamics/arm_tension.h"

namespace kine::test {

Quat TrackedFigure::shown_turn(body::Joint joint) const {
  const auto& [x, y, z, w] = shown[body::index_of(joint)];
  return {x, y, z, w};
}

JointTurns TrackedFigure::shown_turns() const {
  JointTurns all;
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = normalized(shown_turn(body::joint_at(i)));
  return all;
}

Vec3 TrackedFigure::shown_m(body::Joint joint) const {
  return body->compute_model(shown_turns()).positions_m[body::index_of(joint)];
}

TrackedFigure figure_of(const body::Body& body) { return {.body = &body, .turns = body.base_pose}; }

dynamics::TrackedArm arm_with(const Tension& tension, const body::Body& body, Seconds step,
                              dynamics::FrameOf frame, double swings) {
  dynamics::TrackedArm arm;
  arm.frame = static_cast<float>(frame);
  arm.swings = static_cast<float>(swings);
  dynamics::set_springs(tension, dynamics::lengths_of(body, body::Side::Left), step, arm);
  return arm;
}

void follow(std::span<TrackedFigure> figures, Seconds step) {
  const auto scratch = std::make_unique<dynamics::FollowJob::Scratch>();
  const auto bones = std::make_unique<dynamics::BodyBones>();
  std::vector<std::array<float, 3>> hips_m;
  std::vector<dynamics::FollowJob::Character> characters;
  hips_m.reserve(figures.size());
  for (TrackedFigure& figure : figures) {
    for (std::size_t i = 0; i < figure.turns.size(); ++i) {
      const Quat& q = figure.turns[i];
      figure.shown[i] = {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
                         static_cast<float>(q.w)};
    }
    const Vec3& hips = figure.body->offsets_m[body::index_of(body::Joint::Hips)];
    hips_m.push_back(
        {static_cast<float>(hips.x), static_cast<float>(hips.y), static_cast<float>(hips.z)});
    dynamics::put(*figure.body, characters.size(), *bones);
    characters.push_back({.parent_from_joint = &figure.shown,
                          .hips_m = &hips_m.back(),
                          .arms = {figure.arms[0] ? &*figure.arms[0] : nullptr,
                                   figure.arms[1] ? &*figure.arms[1] : nullptr}});
  }
  dynamics::FollowJob{characters, bones.get(), step, scratch.get()}.run();
}

}  // namespace kine::test
