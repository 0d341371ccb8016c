// Gaze keys: a bound look-at, what is looked at when. Immutable and shared, like other keys.
//
//   Actuator::compile --> GazeKeys --solve_gaze--> Pose (the joints that look)
//
// What is looked at moves, so no rotation is known before the tick that needs it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "realizer/body/body.h"
#include "realizer/body/skeleton.h"
#include "realizer/math/vec3.h"

namespace kine::pose {

/// What a point is counted from.
enum class GazeFrame : std::uint8_t { Character, World, Chest, Hips };

/// A point, or what has a name on the stage.
struct GazeTarget {
  GazeFrame frame = GazeFrame::Character;
  Vec3 point_m;
  std::string name;  // empty: the point

  // How far beside it, seen from the head.
  double left_rad = 0;
  double up_rad = 0;

  friend bool operator==(const GazeTarget&, const GazeTarget&) = default;
};

/// What turns most for a look.
enum class GazeShare : std::uint8_t {
  Usual,
  EyesFirst,  // the head, which is not one of the key's joints, helps where eyes do not reach
  BodyFirst,
};

/// From `from_s` on the gaze moves, and from `time_s` on it rests on the target.
struct GazeKey {
  double from_s = 0;
  double time_s = 0;      // >= from_s
  body::JointSet joints;  // that look; none: the gaze is given back
  GazeTarget target;
  GazeShare share = GazeShare::Usual;

  friend bool operator==(const GazeKey&, const GazeKey&) = default;
};

struct GazeKeys {
  body::JointSet joints;               // all that its keys move
  std::vector<GazeKey> keys;           // each ends before the next begins
  std::optional<body::Side> arm = {};  // that points there; nothing: eyes look

  bool empty() const { return keys.empty(); }
  friend bool operator==(const GazeKeys&, const GazeKeys&) = default;
};

/// How far a movement is when `h` of its time has passed: the path of least jerk.
inline double least_jerk(double h) {
  const double t = std::clamp(h, 0.0, 1.0);
  return t * t * t * (10 + t * (6 * t - 15));
}

}  // namespace kine::pose
