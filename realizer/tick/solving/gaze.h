// Step 6 of a tick: the look-ats that play, solved on the blended pose one over the other.
//
//   blended Pose, gaze keys, Scene --solve_gaze--> Pose whose eyes meet what they look at
//
// It keeps nothing from tick to tick: the same pose, keys, time and scene give the same gaze.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "realizer/body/body.h"
#include "realizer/body/placement.h"
#include "realizer/core/time.h"
#include "realizer/pose/blend.h"
#include "realizer/pose/gaze_keys.h"
#include "realizer/pose/pose.h"
#include "realizer/solve/body_shift.h"
#include "realizer/solve/look_at.h"
#include "realizer/tick/state/character_state.h"
#include "realizer/tick/state/row.h"
#include "realizer/tick/state/scene.h"
#include "realizer/tick/state/tick_context.h"

namespace kine {

/// What all looks of a character are solved in, at one tick.
struct GazeStage {
  const body::Body& body;
  const body::Placement& placement;
  const Scene& scene;
  Tick tick;
  TickRate rate;
  solve::BodyShift shift = {};  // what the pose is moved by when it is shown
};

GazeStage gaze_stage_of(const TickContext& context, const CharacterRow& row, Tick tick);

struct GazeLayer {
  const pose::GazeKeys* keys = nullptr;       // not empty
  std::span<const Scene::Place> places = {};  // of each key, where its target has a name
  double time_s = 0;                          // as its keys count it
  double weight = 1;                          // of the layer, in [0, 1]

  /// What the layers over it leave of the joints, in [0, 1].
  std::array<double, solve::kColumnLength> column_freedom = {1, 1, 1, 1, 1, 1};
  std::array<double, solve::kColumnLength> column_felt = {1, 1, 1, 1, 1, 1};  // see solve::Column
  double eyes_freedom = 1;
};

/// Turns what the layer moves of `pose`. `on_top` are the turns that life and posture will lay over
/// each joint of the column, so that the eyes stay on their target.
void solve_gaze(const GazeStage& stage, const GazeLayer& layer,
                const std::array<Quat, solve::kColumnLength>& on_top, pose::Pose& pose);

/// Where a time stands among the keys.
struct GazeMoment {
  std::size_t key = 0;
  double h = 1;  // how much of the time of the movement to it has passed
};
GazeMoment moment_at(const pose::GazeKeys& keys, double time_s);

/// Where what a key names is, in the character's space; nothing for a name that leads nowhere.
std::optional<Vec3> find_target(const GazeStage& stage, const GazeLayer& layer, std::size_t key,
                                const pose::Pose& pose);

/// Of more looks at once on one character the lowest are not solved: those over them hide them.
inline constexpr std::size_t kGazesAtOnceMax = 8;

/// All looks among the active segments, from the lowest up. `layers` are what was blended, one a
/// segment. A joint that a segment over a look drives is left to it.
void solve_gazes(const GazeStage& stage, std::span<const ActiveSegment* const> segments,
                 std::span<const pose::Layer> layers,
                 const std::array<Quat, solve::kColumnLength>& on_top, pose::Pose& pose);

}  // namespace kine
