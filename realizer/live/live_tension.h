// The tension that somebody sets while a character moves: what was wished, looked at.
//
//   a client's message --> TensionWish --make_tension_change--> SetTension, an input of the shard
#pragma once

#include <optional>
#include <string>

#include "realizer/core/result.h"
#include "realizer/plan/tension/tension.h"

namespace kine {

/// By a manner, or by both numbers. Nothing of it has been looked at.
struct TensionWish {
  plan::ArmSet arms = plan::ArmSet::Both;
  std::string manner;
  std::optional<double> rest_error_m = {};
  std::optional<double> zeta = {};
  std::optional<double> over_s = {};  // nothing: at once, or as long as off needs
  plan::Lag lag = plan::Lag::MakeUp;
  plan::TensionFrame frame = plan::TensionFrame::Chest;
};

/// In one clause what is wrong with it, else the change. Nobody knows in which phase the arm is, so
/// of a manner it is the value of its strokes.
Result<plan::TensionChange> make_tension_change(const TensionWish& wish);

}  // namespace kine
