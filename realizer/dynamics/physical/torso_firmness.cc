// How firm the springs of a torso are within a tick.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "realizer/dynamics/physical/torso.h"

namespace kine::dynamics::physical {
namespace {

/// A joint that turns at 1 rad/s against its muscles is damped with all their strength.
constexpr double kGivesWay_s_rad = 1;

/// Muscles are as strong as those of people, but where a script says the stiffness of springs.
void find_strengths(const Figure& figure, const JointTensions& tensions,
                    std::span<double> most_Nm) {
  for (const FigureJoint& joint : figure.joints) {
    const bool is_said = tensions[body::index_of(joint.joint)].stiffness_Nm_rad.has_value();
    std::ranges::fill(most_Nm.subspan(joint.degree, joint.degrees()),
                      is_said ? std::numeric_limits<double>::infinity() : joint.strength_Nm);
  }
}

}  // namespace

/// Pre: the state was loaded.
void Torso::take_tensions(const TorsoTick& tick, Onset onset, TorsoState& state) {
  const auto inertias = std::span(inertias_kg_m2_).first(figure().degrees);
  engine_->inertias_kg_m2(inertias);
  if (onset == Onset::AsAsked) grow_along(tick, state);
  firmness_before_ = state.firmness;
  std::ranges::transform(inertias, state.inertias_kg_m2.begin(),
                         [](double inertia) { return static_cast<float>(inertia); });
  grown_.fill(1);
  follow_tensions(figure(), inertias,
                  {.asked = tick.tensions,
                   .left = tick.left_tensions,
                   .step = tick.step,
                   .at_once = onset == Onset::Now},
                  state.leading, state.firmness);
  find_strengths(figure(), tick.tensions, strength_Nm_);
  is_changing_ = onset == Onset::AsAsked && differ(firmness_before_, state.firmness);
  firmness_ = state.firmness;
  take_springs();
  take_prediction(tick);
}

/// Within the tick muscles become firm evenly, and as inertias of the pose ask.
void Torso::become_firm(const Firmness& by_end, double share) {
  if (is_changing_) {
    firmness_ = by_end;
    come_between(firmness_before_, 1 - share, firmness_);
  }
  take_springs();
}

/// What is predicted has its own springs.
void Torso::take_springs() {
  for (std::size_t i = kBaseDegrees; i < springs_.size(); ++i) {
    springs_[i].damping_Nms_rad =
        std::min(grown_[i] * firmness_.damping_Nms_rad[i], kGivesWay_s_rad * strength_Nm_[i]);
    springs_[i].inertia_kg_m2 = inertias_kg_m2_[i];
    if (predicted_[i]) continue;
    springs_[i].stiffness_Nm_rad = grown_[i] * firmness_.stiffness_Nm_rad[i];
  }
}

/// What swings by its own inertia has become as firm as that has grown since the last tick.
void Torso::grow_along(const TorsoTick& tick, TorsoState& state) const {
  std::array<double, kDegreesMax> grown;
  grown.fill(1);
  for (const FigureJoint& joint : figure().joints) {
    if (!swings_by_inertia(joint, tick.tensions[body::index_of(joint.joint)])) continue;
    for (std::size_t i = joint.degree; i < joint.degree + joint.degrees(); ++i) {
      grown[i] = inertias_kg_m2_[i] / static_cast<double>(state.inertias_kg_m2[i]);
    }
  }
  scale(grown, state.firmness);
  scale(grown, state.leading);
}

/// How inertias have grown since the first step of the tick.
void Torso::see_inertias(const TorsoTick& tick, bool is_first) {
  std::array<double, kDegreesMax> now_kg_m2;
  engine_->inertias_kg_m2(std::span(now_kg_m2).first(figure().degrees));
  if (is_first) inertias_seen_kg_m2_ = now_kg_m2;
  for (const FigureJoint& joint : figure().joints) {
    if (!swings_by_inertia(joint, tick.tensions[body::index_of(joint.joint)])) continue;
    for (std::size_t i = joint.degree; i < joint.degree + joint.degrees(); ++i) {
      grown_[i] = now_kg_m2[i] / inertias_seen_kg_m2_[i];
    }
  }
}

}  // namespace kine::dynamics::physical
