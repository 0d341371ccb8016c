// Whether springs hold a pose (Neff and Fiume 2002, section 4.3): gravity pulls the more the
// farther a limb leans, and springs that are looser than that let it fall at the slightest touch.
//
//   pose, firmness --compute_stability--> whether it stays, and what each joint would need at least
//
// Springs hold it where diag(tension) - d(gravity's torque)/d(angle) is positive definite.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "realizer/dynamics/physical/engine.h"
#include "realizer/dynamics/physical/figure.h"
#include "realizer/dynamics/physical/torso.h"

namespace kine::dynamics::physical {

struct HeldDegree {
  double tension_Nm_rad = 0;  // of both springs together

  /// The least tension of this one that holds the pose where the others are as they are: 0 where
  /// any will do, nothing where none will.
  std::optional<double> critical_Nm_rad;
};

struct Stability {
  /// All tensions times this are on the verge: below 1 they hold the pose. 0: any will do.
  double critical_scale = 0;
  std::size_t weakest = 0;          // of degrees: where it gives way most on the verge
  std::vector<HeldDegree> degrees;  // those of the figure behind its base

  bool is_stable() const { return critical_scale < 1; }
};

/// What springs are asked to hold.
struct HeldPose {
  const EngineState& state;                 // only its positions count
  std::span<const FigureJoint> joints;      // all that the model has
  std::span<const double> tensions_Nm_rad;  // above 0; one a degree of freedom, the base's first
  std::span<const Load> loads = {};         // as heavy as they are, whatever they are taken for
};

Stability compute_stability(Engine& engine, const HeldPose& pose);

/// Of the pose of a torso, by springs as firm as it has them, which hold it there as long as nobody
/// renews their gains.
Stability compute_stability(const std::shared_ptr<const TorsoModel>& model, const TorsoState& torso,
                            const HandLoads& loads = {});

}  // namespace kine::dynamics::physical
