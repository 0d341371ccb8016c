// How firm muscles are about joints, and from when on: what tensions say beyond the arms that mass
// trackers move, for characters that muscles move (Neff and Fiume 2002).
#pragma once

#include <cstddef>
#include <optional>

#include "realizer/body/body.h"
#include "realizer/core/time.h"
#include "realizer/math/tension.h"
#include "realizer/script/tension.h"

namespace kine::plan {

/// Joints that muscles move: those of the trunk …
body::JointSet trunk_muscles();

/// … those of legs, which carry a body that stands by its muscles …
body::JointSet leg_muscles();

/// … and all of them, arms as well.
body::JointSet muscles();
inline constexpr std::size_t kMuscleJoints = 19;

/// Joints that can be pushed: those, and the hips.
body::JointSet pushed_joints();

/// For errors: what cannot.
inline constexpr const char* kPushedJoints =
    "trunk, head, arms, hips and legs can be pushed, and nothing smaller, not";

/// What a tension of arms is for a trunk, which has to hold itself up: less firm where arms are
/// firm, for it is heavy, and firmer where they are limp. At 1 cm its spine has some 1,200 Nm /
/// rad.
Tension of_trunk(const Tension& of_arms);

/// What it is at a joint. A clavicle is as firm as the arm that it carries where arms move as
/// usual; beyond that it changes as little as the trunk does.
Tension tension_at(body::Joint joint, const Tension& of_arms);

struct MuscleTension {
  std::optional<Tension> tension = {};          // as firm as swings like that; nothing: as usual
  std::optional<double> stiffness_Nm_rad = {};  // in place of it
  std::optional<double> damping_Nms_rad = {};   // of a stiffness; nothing: critical, and of legs
                                                // 0.1 s times the stiffness
  bool compensates = true;                      // whether they hold what gravity pulls down
  script::GainUpdate gains = script::GainUpdate::Sampled;

  friend bool operator==(const MuscleTension&, const MuscleTension&) = default;
};

struct MuscleChange {
  Seconds at{0};                           // from the block's start
  body::JointSet joints;                   // never empty
  std::optional<MuscleTension> tension;    // nothing: as firm as where no tension says anything
  Seconds over{0};                         // nearly there by then; 0: at once
  std::optional<MuscleTension> from = {};  // it leaves this one, whatever there is, and is there by
                                           // then, eased; nothing: it leaves what there is

  friend bool operator==(const MuscleChange&, const MuscleChange&) = default;
};

}  // namespace kine::plan
