// A whole body that stands in its base pose and is pushed, without a shard.
#pragma once

#include <optional>
#include <vector>

#include "realizer/dynamics/physical/torso.h"
#include "tests/support/motion/step_log.h"

namespace kine::test {

struct Shove {
  Vec3 force_N;
  double at_s = 1;
  double lasts_s = 0.2;
};

/// What is asked of it, beside standing.
struct StandingWish {
  std::optional<Shove> shove = {};
  bool may_sleep = false;  // while it is not pushed
  double bows_rad_s = 0;   // its spine
  dynamics::physical::JointTensions tensions =
      dynamics::physical::same_at_all_joints({.rest_error_m = 0.01, .zeta = 0.7});
};

/// What its muscles make of it, tick by tick. Numbers that go wrong end it.
class StandingBody {
 public:
  explicit StandingBody(const body::Body& body);

  /// What it asks of its engine goes to a log, which outlives it.
  StandingBody(const body::Body& body, StepLog& log);

  /// At its upper chest, while it stands for so long, at 60 ticks a second.
  std::vector<dynamics::physical::TorsoState> stand(double length_s,
                                                    const std::optional<Shove>& shove = {}) {
    return stand(length_s, StandingWish{.shove = shove});
  }
  std::vector<dynamics::physical::TorsoState> stand(double length_s, const StandingWish& wish);

 private:
  const body::Body& body_;
  dynamics::physical::Torso torso_;
};

/// Where its hips are.
Vec3 hips_m(const dynamics::physical::TorsoState& state);

}  // namespace kine::test
