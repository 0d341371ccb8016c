// What a character that moves by its muscles keeps from tick to tick.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "realizer/body/placement.h"
#include "realizer/core/time.h"
#include "realizer/dynamics/physical/torso.h"
#include "realizer/dynamics/wanted_motion.h"
#include "realizer/plan/tension/muscle_tension.h"

namespace kine {

/// What a tension says of a joint's muscles, in a third of its room: all joints keep two.
class KeptTension {
 public:
  KeptTension() = default;
  explicit KeptTension(const std::optional<plan::MuscleTension>& said) {
    if (!said) return;
    says_ = said->stiffness_Nm_rad ? Says::Stiffness : said->tension ? Says::Swings : Says::Usual;
    const Tension swings = said->tension.value_or(Tension{});
    first_ = said->stiffness_Nm_rad.value_or(swings.rest_error_m);
    second_ = said->stiffness_Nm_rad ? said->damping_Nms_rad.value_or(0) : swings.zeta;
    is_damped_ = said->damping_Nms_rad.has_value();
    compensates_ = said->compensates;
    gains_ = said->gains;
  }

  /// Nothing: as the arm, or as usual.
  std::optional<plan::MuscleTension> said() const {
    if (is_empty()) return {};
    plan::MuscleTension said{.compensates = compensates_, .gains = gains_};
    if (says_ == Says::Swings) said.tension = Tension{first_, second_};
    if (says_ == Says::Stiffness) said.stiffness_Nm_rad = first_;
    if (says_ == Says::Stiffness && is_damped_) said.damping_Nms_rad = second_;
    return said;
  }
  bool is_empty() const { return says_ == Says::Nothing; }

  friend bool operator==(const KeptTension&, const KeptTension&) = default;

 private:
  enum class Says : std::uint8_t { Nothing, Usual, Swings, Stiffness };
  double first_ = 0;   // rest error, or stiffness
  double second_ = 0;  // zeta, or damping
  Says says_ = Says::Nothing;
  bool is_damped_ = false;
  bool compensates_ = true;
  script::GainUpdate gains_ = script::GainUpdate::Sampled;
};

/// What was said last of a joint's muscles.
struct HeardTension {
  KeptTension tension;
  Seconds over{0};
  KeptTension from;  // it is eased from this one, from `since` on; empty: from what there was
  Instant since = {};

  friend bool operator==(const HeardTension&, const HeardTension&) = default;
};

/// By plan::muscles(), in the order of joints; nothing: as the arm, or as usual, at once.
using HeardTensions = std::array<std::optional<HeardTension>, plan::kMuscleJoints>;

struct PhysicalBody {
  std::shared_ptr<const dynamics::physical::TorsoModel> model = {};  // null where it was refused
  dynamics::WantedMotion wanted = {};
  body::Placement placement;  // of the last tick
  Tick last = {};
  dynamics::physical::HandLoads loads = {};                  // of the last tick
  std::optional<dynamics::physical::TorsoState> torso = {};  // after its first tick
  HeardTensions heard = {};
  double share = 1;              // of the way from the wanted pose to that of the muscles
  double taken_over = 0;         // how much of what mass trackers did the muscles do
  bool told_of_numbers = false;  // that they went wrong
  bool told_of_pushes = false;   // that there were too many at once
  bool gets_up = false;          // since it fell
  bool steps_together = false;   // since it stepped
  bool moves_place = false;      // for one of both its place is another from the next tick on
  bool told_of_legs = false;     // that something else moves them
  bool refused = false;          // there were too many already: it moves as planned

  friend bool operator==(const PhysicalBody&, const PhysicalBody&) = default;
};

/// One, or none: most characters have none.
using PhysicalMemory = std::vector<PhysicalBody>;

}  // namespace kine
