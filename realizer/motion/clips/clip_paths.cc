#include "realizer/motion/clips/clip_paths.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "realizer/body/solar_plexus.h"
#include "realizer/math/ease.h"
#include "realizer/plan/tension/found_phases.h"

namespace kine::motion {
namespace {

using Path = std::vector<Vec3>;

// At a parameter of 1. As of key poses (plan/properties):

constexpr double kScale = 0.8;      // (3.2), (3.3): of the way from the middle
constexpr double kDrawnBack = 0.1;  // of the stroke's way: before its start, past its end

// What moves already is bent, and has no keys that would say when:

constexpr Seconds kDrawBackOver{0.3};      // at most
constexpr double kSwingThroughFrom = 0.5;  // of the stroke's time: before its end
constexpr double kSettleTime = 0.3;        // of the stroke's time: after its end
constexpr double kStraightened = 0.5;      // of what lies beside a stroke's chord
constexpr Seconds kRoundedOver{0.12};      // to both sides

/// From here on a frame is of the nucleus alone.
constexpr double kWhole = 0.999;

/// The middle of all that the nuclei of these arms reach; of what reaches one place alone, the
/// solar plexus. Nothing where no arm gestures.
std::optional<Vec3> middle_of(std::span<const ClipArm> arms,
                              std::span<const std::vector<double>> shares, const body::Body& body) {
  std::optional<Vec3> low;
  Vec3 high;
  for (std::size_t a = 0; a < arms.size(); ++a) {
    for (std::size_t i = 0; i < shares[a].size(); ++i) {
      if (shares[a][i] < kWhole) continue;
      const Vec3& p = arms[a].wrists_m[i];
      if (!low) low = high = p;
      low = {std::min(low->x, p.x), std::min(low->y, p.y), std::min(low->z, p.z)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
  }
  if (!low) return {};
  if (length(high - *low) >= plan::kWayMin * arms.front().length_m) return 0.5 * (*low + high);
  Vec3 chest_m = body.offsets_m[index_of(body::Joint::Hips)];
  for (const body::Joint joint :
       {body::Joint::Spine, body::Joint::Chest, body::Joint::UpperChest}) {
    chest_m = chest_m + body.offsets_m[index_of(joint)];
  }
  return body::solar_plexus_m(body) - chest_m;
}

void grow(const std::vector<double>& shares, const Vec3& middle_m, double p, Path& path) {
  for (std::size_t i = 0; i < path.size(); ++i) {
    path[i] = path[i] + (kScale * p * shares[i]) * (path[i] - middle_m);
  }
}

/// Each point is the mean of those round it, the near ones more; both ends stay.
Path rounded(const Path& path, double frames) {
  Path result = path;
  const std::size_t last = path.size() - 1;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const double reach = std::min(frames, static_cast<double>(std::min(i, last - i)));
    Vec3 sum = path[i];
    double weights = 1;
    for (std::size_t d = 1; static_cast<double>(d) < reach + 1; ++d) {
      const double weight = 1 - static_cast<double>(d) / (reach + 1);
      sum = sum + weight * (path[i - d] + path[i + d]);
      weights += 2 * weight;
    }
    result[i] = sum / weights;
  }
  return result;
}

/// A stroke and what is before and behind it, in frames.
struct StrokeFrames {
  std::size_t before = 0;  // when the phase before it began
  std::size_t from = 0;
  std::size_t to = 0;    // > from
  std::size_t held = 0;  // when the hold behind it is over
  std::size_t left = 0;  // when the way that leaves it is over
};

std::vector<StrokeFrames> strokes_of(const ClipArm& arm) {
  const std::size_t last = arm.wrists_m.size() - 1;
  std::vector<StrokeFrames> strokes;
  for (std::size_t i = 0; i < arm.phases.size(); ++i) {
    const ClipPhase& phase = arm.phases[i];
    if (phase.phase != script::Phase::Stroke) continue;
    StrokeFrames stroke{.before = i == 0 ? phase.first : arm.phases[i - 1].first,
                        .from = phase.first,
                        .to = std::min(phase.end, last)};
    std::size_t next = i + 1;
    while (next < arm.phases.size() && !is_movement(arm.phases[next].phase)) ++next;
    const bool stays = next == arm.phases.size();
    stroke.held = stays ? last : std::min(arm.phases[next].first, last);
    stroke.left = stays ? last : std::min(arm.phases[next].end, last);
    if (stroke.from < stroke.to) strokes.push_back(stroke);
  }
  return strokes;
}

/// How far `i` is on the eased way from one frame to another, which may be the same.
double eased_between(double from, double to, std::size_t i) {
  const double at = static_cast<double>(i) - from;
  return to > from ? eased(at / (to - from)) : (at < 0 ? 0 : 1);
}

/// How much of its way a powerful stroke is drawn back at a frame.
double drawn_back(const StrokeFrames& stroke, double frames, std::size_t i) {
  const double room = std::min(frames, static_cast<double>(stroke.from - stroke.before));
  if (room < 1) return 0;  // what is before it nobody knows
  const auto from = static_cast<double>(stroke.from);
  return eased_between(from - room, from, i) -
         eased_between(from, static_cast<double>(stroke.to), i);
}

/// How much of its way it is beyond its end.
double swung_through(const StrokeFrames& stroke, std::size_t i) {
  const auto to = static_cast<double>(stroke.to);
  const double time = to - static_cast<double>(stroke.from);
  return eased_between(to - kSwingThroughFrom * time, to, i) -
         eased_between(to, to + kSettleTime * time, i);
}

/// How much of its way a loose stroke falls short: until the hand leaves its end.
double fallen_short(const StrokeFrames& stroke, std::size_t i) {
  return eased_between(static_cast<double>(stroke.from), static_cast<double>(stroke.to), i) -
         eased_between(static_cast<double>(stroke.held), static_cast<double>(stroke.left), i);
}

void give_power(const ClipArm& arm, double p, Seconds frame_time, Path& path) {
  const Path plain = path;
  for (const StrokeFrames& stroke : strokes_of(arm)) {
    const Vec3 start_m = plain[stroke.from];
    const Vec3 way_m = plain[stroke.to] - start_m;
    if (length(way_m) < plan::kWayMin * arm.length_m) continue;  // it ends where it began
    const Vec3 along = unit(way_m);
    for (std::size_t i = stroke.from; i <= stroke.to; ++i) {
      path[i] = path[i] - (kStraightened * p) * rejected(plain[i] - start_m, along);
    }
    const double frames = kDrawBackOver / frame_time;
    for (std::size_t i = 0; i < path.size(); ++i) {
      const double beyond = p > 0 ? swung_through(stroke, i) - drawn_back(stroke, frames, i)
                                  : fallen_short(stroke, i);
      path[i] = path[i] + (kDrawnBack * p * beyond) * way_m;
    }
  }
}

}  // namespace

std::vector<std::vector<Vec3>> new_paths(std::span<const ClipArm> arms,
                                         const script::Expressivity& manner, Seconds frame_time,
                                         const body::Body& body) {
  std::vector<std::vector<double>> shares;
  std::vector<Path> paths;
  for (const ClipArm& arm : arms) {
    shares.push_back(nucleus_shares(arm));
    paths.push_back(arm.wrists_m);
  }
  if (manner[script::kSpatialExtent] != 0) {
    if (const std::optional<Vec3> middle_m = middle_of(arms, shares, body)) {
      for (std::size_t a = 0; a < arms.size(); ++a) {
        grow(shares[a], *middle_m, manner[script::kSpatialExtent], paths[a]);
      }
    }
  }
  for (std::size_t a = 0; a < arms.size(); ++a) {
    if (manner[script::kFluidity] > 0) {
      paths[a] = rounded(paths[a], manner[script::kFluidity] * (kRoundedOver / frame_time));
    }
    if (manner[script::kPower] != 0)
      give_power(arms[a], manner[script::kPower], frame_time, paths[a]);
  }
  return paths;
}

}  // namespace kine::motion
