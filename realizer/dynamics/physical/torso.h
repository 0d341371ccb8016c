// A torso, or a whole body, that moves by its muscles: what a tick does to it.
//
//   Body --torso_model_of, whole_model_of--> TorsoModel, in preparation
//   wanted motion, tensions --Torso::advance--> TorsoState --show--> the pose as physics has it
//
// A Torso is scratch of a shard for one body; characters of that body take turns in it.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "realizer/body/body.h"
#include "realizer/body/placement.h"
#include "realizer/core/limits.h"
#include "realizer/core/result.h"
#include "realizer/core/time.h"
#include "realizer/dynamics/physical/antagonists.h"
#include "realizer/dynamics/physical/body_map.h"
#include "realizer/dynamics/physical/engine.h"
#include "realizer/dynamics/physical/falling.h"
#include "realizer/dynamics/physical/figure.h"
#include "realizer/dynamics/physical/firmness.h"
#include "realizer/dynamics/physical/leaving.h"
#include "realizer/dynamics/physical/legs.h"
#include "realizer/dynamics/physical/prediction.h"
#include "realizer/dynamics/physical/stepping.h"
#include "realizer/dynamics/shown_pose.h"
#include "realizer/dynamics/wanted_motion.h"
#include "realizer/math/tension.h"

namespace kine::dynamics::physical {

/// What all torsos of a body have in common. Const and shared by all threads.
struct TorsoModel {
  Figure figure;
  std::shared_ptr<const EngineModel> engine;
};

/// An error where the body makes no model, or there is no engine. It takes about a millisecond.
Result<std::shared_ptr<const TorsoModel>> torso_model_of(const body::Body& body);
Result<std::shared_ptr<const TorsoModel>> whole_model_of(const body::Body& body);

/// What a character keeps of its torso.
struct TorsoState {
  EngineState engine;
  Firmness firmness;                                   // on its way to what is asked for …
  Firmness leading;                                    // … behind this, which is on its way there
  std::array<float, kDegreesMax> inertias_kg_m2 = {};  // for which both are
  std::array<float, kDegreesMax> wanted_way_rad = {};  // of the last tick
  std::array<double, kDegreesMax> ground_Nm = {};      // what the ground does about joints, as felt
  bool stands = false;                                 // on its own, in the last tick
  Stepping stepping;                                   // of one that stands on its own
  Fall fall;                                           // the same
  std::optional<Leaving> leaving = {};                 // of one that did, and is told where to be
  double planned = 1;                                  // of planned_share(), before it is eased
  double slow_s = 0;  // how long nothing of it has moved fast, or as long as it takes to sleep

  /// On its own legs, and on the way somewhere: it cannot be told where to be as yet.
  bool is_unsettled() const;

  /// How much of its gaze, and of the turns that its figure lacks, is as planned: nothing of them
  /// where it fell, lies and rolls over.
  double planned_share() const;

  friend bool operator==(const TorsoState&, const TorsoState&) = default;
};

/// What is no faster, in rad/s and m/s, is slow.
inline constexpr double kSlow = 0.1;

/// It falls asleep after so long.
inline constexpr Seconds kSleepsIn{2};

/// Of the two springs of one of its degrees of freedom.
SetPoints set_points_of(const FigureJoint& joint, std::size_t degree);

/// Forces on it at once: as many as are asked for, and those of other bodies.
inline constexpr std::size_t kTorsoPushesMax = kPushesAtOnceMax + 16;

/// A spring from a joint to a place in the world.
struct TorsoDrag {
  Vec3 to_m;
  double stiffness_N_m = 0;
  double most_N = 0;  // it pulls no more
};

/// A force on a joint within a tick.
struct TorsoPush {
  body::Joint joint = body::Joint::UpperChest;  // that the torso turns
  Vec3 force_N;                                 // in the world
  double from = 0;                              // shares of the tick
  double to = 1;
  std::optional<TorsoDrag> drag = {};  // in place of the force: as the joint moves
};

/// What a hand carries.
struct HandLoad {
  double mass_kg = 0;
  double believed_kg = 0;  // what the muscles hold against

  friend bool operator==(const HandLoad&, const HandLoad&) = default;
};

/// Of the left hand, and of the right one.
using HandLoads = std::array<HandLoad, body::kSides.size()>;

/// What is asked of a tick.
struct TorsoTick {
  const WantedMotion& wanted;
  body::Placement from;  // at its start
  body::Placement to;    // and at its end
  const JointTensions& tensions;
  const JointTensions* left_tensions = nullptr;  // where a share is below 1: what it leaves
  Seconds step;
  const JointWays* ways = nullptr;         // of joints whose tension predicts
  std::span<const TorsoPush> pushes = {};  // at most kTorsoPushesMax
  HandLoads loads = {};
  bool may_sleep = false;   // no push, new load or predicted gains
  bool stands = false;      // on its own, where the figure has legs; else its hips are told
  Seconds leaves_after{0};  // where it stood on its own before: how long it stays so, …
  Seconds leaves_over{0};   // … and how long it takes to be where it is told
};

/// Where the hips are wanted, in the world, at a share of the tick.
HipsPlace base_at(const TorsoTick& tick, double share);

/// Evenly from one place to the next.
BaseMotion motion_between(const HipsPlace& from, const HipsPlace& to, double step_s);

class Torso {
 public:
  explicit Torso(std::shared_ptr<const TorsoModel> model);

  /// The wanted pose at a share of the tick, at the speed at which it is wanted to move.
  TorsoState begin(const TorsoTick& tick, double share = 1);

  /// Through the tick, in even steps of at most 2 ms, or 5 ms of one that has been slow for a while
  /// and that nothing pushes. One that has been slow for longer takes none, where it may sleep.
  /// False where numbers went wrong, and the state is as before.
  bool advance(const TorsoTick& tick, TorsoState& state);

  /// Puts the torso in the place of the wanted one, and where it stands on its own the whole body.
  /// What it cannot turn stays as it is wanted. `at` is where the character is.
  void show(const TorsoState& state, const body::Placement& at, const ShownPose& wanted) const;

 private:
  EngineState wanted_state(const TorsoTick& tick, double share) const;
  void take_wanted(const TorsoTick& tick, const FigureJoint& joint, double share,
                   EngineState& state) const;
  void take_wanted(const TorsoTick& tick);
  void want(double share, const TorsoState& state);
  void keep_way(TorsoState& state) const;

  bool sleeps_on(const TorsoTick& tick, TorsoState& state);
  void go_along(const TorsoTick& tick, TorsoState& state);

  bool advance_told(const TorsoTick& tick, TorsoState& state);
  void tell_legs(const TorsoTick& tick, TorsoState& state) const;
  void step_together(const TorsoTick& tick, TorsoState& state) const;
  bool advance_free(const TorsoTick& tick, TorsoState& state);
  void keep_up(const MassPoint& wanted, Seconds step, TorsoState& state);
  void feel_ground(Seconds step, TorsoState& state);

  void foresee(const TorsoTick& tick, BaseMode base);
  void see_ends(const TorsoTick& tick, BaseMode base, Quat JointWay::*end,
                HeldAngle PredictedDegree::*pose);
  void take_prediction(const TorsoTick& tick);

  void load(const TorsoTick& tick, const EngineState& state, BaseMode base);
  std::span<const Force> forces_of(const TorsoTick& tick, double from, double to);
  /// How tension comes about.
  enum class Onset { Now, AsAsked };
  void take_tensions(const TorsoTick& tick, Onset onset, TorsoState& state);
  void become_firm(const Firmness& by_end, double share);
  void take_springs();
  void grow_along(const TorsoTick& tick, TorsoState& state) const;
  void see_inertias(const TorsoTick& tick, bool is_first);
  void pull(const TorsoState& state);

  void show_hips(const TorsoState& state, const body::Placement& at, const ShownPose& shown) const;

  const Figure& figure() const { return model_->figure; }

  std::shared_ptr<const TorsoModel> model_;
  std::unique_ptr<Engine> engine_;
  std::array<double, kCoordinatesMax> wanted_from_ = {};      // at the start of the tick
  std::array<double, kCoordinatesMax> wanted_to_ = {};        // at its end
  std::array<double, kDegreesMax> wanted_way_rad_ = {};       // from there to there
  std::array<double, kCoordinatesMax> wanted_ = {};           // now
  Firmness firmness_before_;                                  // at the start of the tick
  Firmness firmness_;                                         // now
  bool is_changing_ = false;                                  // whether they differ
  std::array<double, kDegreesMax> inertias_seen_kg_m2_ = {};  // in its first step, with loads
  std::array<double, kDegreesMax> grown_ = {};                // since then, where that counts
  std::array<double, kDegreesMax> inertias_kg_m2_ = {};
  std::array<double, kDegreesMax> strength_Nm_ = {};
  std::array<double, kDegreesMax> gravity_Nm_ = {};
  std::array<double, kDegreesMax> leaning_rad_ = {};  // what balance adds to what is wanted
  PredictedDegrees predicted_ = {};
  std::vector<Spring> springs_;
  std::array<Force, kTorsoPushesMax> forces_ = {};
};

}  // namespace kine::dynamics::physical
