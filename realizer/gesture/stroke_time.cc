#include "realizer/gesture/stroke_time.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace kine::gesture {
namespace {

// What turns no faster is no stroke: by its weighed joints together.
constexpr double kStroke_rad_s = 0.8;

// A movement has come to rest where it is so much slower than it was.
constexpr double kAtRest = 0.35;

// Strokes end on a syllable or a little before, never behind it.
constexpr double kLead_s = 0.03;

/// The joints that count, by their numbers in the set.
std::vector<std::pair<std::size_t, double>> weighed_numbers(const body::JointSet& joints,
                                                            BodySection section) {
  std::vector<std::pair<std::size_t, double>> numbers;
  std::size_t number = 0;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const body::Joint joint = body::joint_at(i);
    if (!joints.contains(joint)) continue;
    const auto weighed = std::ranges::find(weighed_joints(section), joint, &WeighedJoint::joint);
    if (weighed != weighed_joints(section).end()) numbers.emplace_back(number, weighed->weight);
    ++number;
  }
  return numbers;
}

/// From each frame to the next, the root of the weighed squares.
std::vector<double> speeds_of(const pose::RecordedTurns& turns, BodySection section) {
  const auto numbers = weighed_numbers(turns.joints, section);
  std::vector<double> speeds;
  for (std::size_t i = 0; i + 1 < turns.frames.size(); ++i) {
    double sum = 0;
    for (const auto& [number, weight] : numbers) {
      const Vec3 turn =
          rotation_vector(turns.frames[i + 1][number] * conjugate(turns.frames[i][number]));
      sum += weight * dot(turn, turn);
    }
    speeds.push_back(std::sqrt(sum) * turns.rate_hz);
  }
  return speeds;
}

}  // namespace

std::optional<Seconds> stroke_time(const pose::RecordedTurns& turns, BodySection section) {
  const std::vector<double> speeds = speeds_of(turns, section);
  if (speeds.empty()) return {};
  const auto fastest = std::ranges::max_element(speeds);
  if (*fastest < kStroke_rad_s) return {};
  const auto rest =
      std::find_if(fastest, speeds.end(), [&](double speed) { return speed < kAtRest * *fastest; });
  return Seconds(static_cast<double>(rest - speeds.begin()) / turns.rate_hz);
}

double fastest_rad_s(const pose::RecordedTurns& turns) {
  double fastest_rad = 0;  // from a frame to the next
  for (std::size_t i = 0; i + 1 < turns.frames.size(); ++i) {
    for (std::size_t joint = 0; joint < turns.frames[i].size(); ++joint) {
      fastest_rad =
          std::max(fastest_rad, angle_between(turns.frames[i][joint], turns.frames[i + 1][joint]));
    }
  }
  return fastest_rad * turns.rate_hz;
}

std::optional<double> speed_to_meet(std::span<const double> peaks_s, double now_s, Seconds stroke,
                                    double fastest) {
  std::optional<double> best;
  const auto off = [](double speed) { return std::abs(std::log(speed)); };
  for (const double peak_s : peaks_s) {
    const double left_s = peak_s - kLead_s - now_s;
    if (left_s <= 0) continue;
    const double speed = stroke.count() / left_s;
    if (speed < kSlowest || speed > fastest) continue;
    if (!best || off(speed) < off(*best)) best = speed;
  }
  return best;
}

}  // namespace kine::gesture
