#include "tests/support/motion/tracked_figures.h"

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
  const Vec3 moved = hips_m - body->offsets_m[body::index_of(body::Joint::Hips)];
  return body->compute_model(shown_turns()).positions_m[body::index_of(joint)] + moved;
}

namespace {

Vec3 wrist_in_chest(const body::Body::Model& model, body::Side side) {
  const std::size_t chest = body::index_of(body::Joint::UpperChest);
  const std::size_t hand = body::index_of(body::arm_chain(side).hand);
  return conjugate(model.character_from_joint[chest]) *
         (model.positions_m[hand] - model.positions_m[chest]);
}

}  // namespace

Vec3 TrackedFigure::wrist_m(body::Side side) const {
  return wrist_in_chest(body->compute_model(shown_turns()), side);
}

Vec3 TrackedFigure::untracked_m(body::Side side) const {
  return wrist_in_chest(body->compute_model(turns), side);
}

TrackedFigure figure_of(const body::Body& body) {
  return {.body = &body,
          .turns = body.base_pose,
          .hips_m = body.offsets_m[body::index_of(body::Joint::Hips)]};
}

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
    const Vec3& hips = figure.hips_m;
    hips_m.push_back(
        {static_cast<float>(hips.x), static_cast<float>(hips.y), static_cast<float>(hips.z)});
    dynamics::put(*figure.body, characters.size(), *bones);
    characters.push_back({.shown = {&figure.shown, &hips_m.back()},
                          .arms = {figure.arms[0] ? &*figure.arms[0] : nullptr,
                                   figure.arms[1] ? &*figure.arms[1] : nullptr}});
  }
  dynamics::FollowJob{characters, bones.get(), step, scratch.get()}.run();
}

}  // namespace kine::test
