#include "realizer/pose/clip_footing.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

#include "realizer/math/ease.h"

namespace kine::pose {
namespace {

// Lengths in legs, speeds in legs a second.

/// Speeds are taken over this long at least: what shakes from frame to frame does not move.
constexpr Seconds kSpeedOver{0.04};

/// An ankle that is slower stands, if it is low.
constexpr double kStill = 0.15;

/// The heights of ankles that stand flat lie within this.
constexpr double kLevel = 0.02;

/// The ground is no further than this from where the skeleton has it: who sits with the feet in
/// the air does not stand there.
constexpr double kGroundMost = 0.15;

/// What a sole is tilted when it stands flat is how the skeleton was built, up to this.
constexpr double kBuiltTilt_rad = 100 * std::numbers::pi / 180;

/// A sole that is low may slide, and one that is a little higher, for the recorder's ground was
/// uneven, has to be still.
struct OnGround {
  double height;
  double speed;
};
constexpr std::array kOnGround = {OnGround{0.03, 0.6}, OnGround{0.07, 0.12}};

/// No foot comes and goes more quickly than this.
constexpr Seconds kBrief{0.07};

/// A foot that has this much more height than in the middle of its time on the ground leaves it.
constexpr double kLifts = 0.006;

/// How long before and after it stands a foot is made ready.
constexpr Seconds kReady{0.12};

// Of the sole of a person, from the ankle.
constexpr double kSoleHeight = 0.09;
constexpr double kBallHeight = 0.025;
constexpr double kBallAhead = 0.15;
constexpr double kHeelBehind = 0.05;

double median_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

/// The speed of a point in each frame.
std::vector<double> speeds_of(const std::vector<Vec3>& points, Seconds frame_time) {
  const auto half =
      std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(kSpeedOver / frame_time / 2)));
  std::vector<double> speeds;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::size_t first = i - std::min(i, half);
    const std::size_t last = std::min(i + half, points.size() - 1);
    const double time_s = static_cast<double>(last - first) * frame_time.count();
    speeds.push_back(last > first ? length(points[last] - points[first]) / time_s : 0);
  }
  return speeds;
}

/// The middle of the heights that lie closest together; of two such crowds the lower one.
std::optional<double> find_level(std::vector<double> heights) {
  if (heights.empty()) return {};
  std::ranges::sort(heights);
  std::size_t best = 0;
  std::size_t most = 0;
  for (std::size_t first = 0, end = 0; first < heights.size(); ++first) {
    while (end < heights.size() && heights[end] <= heights[first] + kLevel) ++end;
    if (end - first <= most) continue;
    most = end - first;
    best = first;
  }
  return heights[best + most / 2];
}

/// One foot of the recording, in legs.
struct Track {
  std::vector<Vec3> ankles;
  std::vector<double> speeds;
};

Track track_of(const RecordedLegs& legs, std::size_t side) {
  Track track;
  for (const RecordedLegs::Frame& frame : legs.frames) {
    track.ankles.push_back(frame.ankles[side] / legs.leg);
  }
  track.speeds = speeds_of(track.ankles, legs.frame_time);
  return track;
}

/// How high the ankle is where the foot stands flat, by frames in which it is still or, where
/// there are none, by all.
std::optional<double> level_of(const Track& track, double about) {
  for (const bool still : {true, false}) {
    std::vector<double> heights;
    for (std::size_t i = 0; i < track.ankles.size(); ++i) {
      const double height = track.ankles[i].y;
      if (std::abs(height - about) > kGroundMost || (still && track.speeds[i] > kStill)) continue;
      heights.push_back(height);
    }
    if (const auto level = find_level(std::move(heights))) return level;
  }
  return {};
}

/// Of both feet. They may differ a little, as skeletons do; where they differ more, one of them
/// never stands flat.
std::array<double, 2> levels_of(const std::array<Track, 2>& tracks, double about) {
  const auto left = level_of(tracks[0], about);
  const auto right = level_of(tracks[1], about);
  const double lower = std::min(left.value_or(about), right.value_or(about));
  if (!left || !right || std::abs(*left - *right) > 2 * kLevel) return {lower, lower};
  return {*left, *right};
}

/// The turn from the axes of the foot to those of a sole that is level while it stands flat.
Quat foot_from_sole(const RecordedLegs& legs, const Track& track, std::size_t side, double level) {
  std::array<std::vector<double>, 3> tilts;
  for (std::size_t i = 0; i < track.ankles.size(); ++i) {
    if (track.speeds[i] > kStill || std::abs(track.ankles[i].y - level) > kLevel) continue;
    const Quat& foot = legs.frames[i].feet[side];
    const Quat level_foot = swing_twist(foot, {0, 1, 0}).twist;
    const Vec3 tilt = rotation_vector(conjugate(foot) * level_foot);
    tilts[0].push_back(tilt.x);
    tilts[1].push_back(tilt.y);
    tilts[2].push_back(tilt.z);
  }
  if (tilts[0].empty()) return {};
  const Vec3 tilt{median_of(tilts[0]), median_of(tilts[1]), median_of(tilts[2])};
  return length(tilt) > kBuiltTilt_rad ? Quat{} : from_rotation_vector(tilt);
}

/// How high the lowest point of the sole is above where it stands flat.
struct Sole {
  std::vector<double> heights;
  std::vector<bool> on_ground;
};

Sole sole_of(const RecordedLegs& legs, std::size_t side, const Track& track, double level,
             const Quat& from_sole) {
  Vec3 ball{0, kBallHeight - kSoleHeight, kBallAhead};
  if (legs.balls[side]) ball = conjugate(from_sole) * *legs.balls[side] / legs.leg;
  std::array<std::vector<Vec3>, 2> points;
  for (std::size_t i = 0; i < track.ankles.size(); ++i) {
    const Quat turn = legs.frames[i].feet[side] * from_sole;
    const Vec3 ankle = track.ankles[i] - Vec3{0, level, 0};
    const Vec3 heel{0, -kSoleHeight, -kHeelBehind};
    points[0].push_back(ankle + turn * ball - Vec3{0, ball.y, 0});
    points[1].push_back(ankle + turn * heel - Vec3{0, heel.y, 0});
  }
  const std::array speeds = {speeds_of(points[0], legs.frame_time),
                             speeds_of(points[1], legs.frame_time)};
  Sole sole;
  for (std::size_t i = 0; i < track.ankles.size(); ++i) {
    sole.heights.push_back(std::min(points[0][i].y, points[1][i].y));
    bool on_ground = false;
    for (std::size_t point = 0; point < points.size(); ++point) {
      for (const OnGround& bound : kOnGround) {
        on_ground =
            on_ground || (points[point][i].y < bound.height && speeds[point][i] < bound.speed);
      }
    }
    sole.on_ground.push_back(on_ground);
  }
  return sole;
}

/// What a foot without toes turns about while its heel is up: the point of the sole that then moves
/// least, from the ankle and in the axes of the sole. Nothing where no heel is up for long.
std::optional<Vec3> find_ball(const RecordedLegs& legs, std::size_t side, const Track& track,
                              const Quat& from_sole, const std::vector<double>& stands) {
  constexpr double kTurnsEnough = 0.3;  // squared angles of all frames, in those of a second
  double yy = 0, yz = 0, zz = 0, by_y = 0, by_z = 0;
  for (std::size_t i = 1; i < stands.size(); ++i) {
    if (stands[i - 1] < 1 || stands[i] < 1) continue;
    // Ankle and sole turn about a point that stays: a + R p is the same in both frames.
    const Quat before = legs.frames[i - 1].feet[side] * from_sole;
    const Quat after = legs.frames[i].feet[side] * from_sole;
    const Vec3 moved = track.ankles[i] - track.ankles[i - 1];
    const Vec3 y = after * Vec3{0, 1, 0} - before * Vec3{0, 1, 0};
    const Vec3 z = after * Vec3{0, 0, 1} - before * Vec3{0, 0, 1};
    yy += dot(y, y);
    yz += dot(y, z);
    zz += dot(z, z);
    by_y -= dot(y, moved);
    by_z -= dot(z, moved);
  }
  const double size = yy * zz - yz * yz;
  if (yy + zz < kTurnsEnough * legs.frame_time.count() || size < 1e-9 * (yy + zz) * (yy + zz)) {
    return {};
  }
  const Vec3 ball{0, (by_y * zz - by_z * yz) / size, (by_z * yy - by_y * yz) / size};
  const bool is_one = ball.z > 0.5 * kBallAhead && ball.z < 2.5 * kBallAhead && ball.y < 0 &&
                      ball.y > -3 * kSoleHeight;
  return is_one ? std::optional(ball) : std::nullopt;
}

struct Span {
  std::size_t first = 0;
  std::size_t end = 0;  // > first
};

std::vector<Span> spans_where(const std::vector<bool>& flags, bool wanted) {
  std::vector<Span> spans;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (flags[i] != wanted) continue;
    if (i > 0 && flags[i - 1] == wanted) {
      spans.back().end = i + 1;
    } else {
      spans.push_back({i, i + 1});
    }
  }
  return spans;
}

/// Turns over what is too brief to be meant, unless the clip begins or ends with it.
void even_out(std::vector<bool>& flags, bool brief, Seconds frame_time) {
  for (const Span& span : spans_where(flags, brief)) {
    const bool inner = span.first > 0 && span.end < flags.size();
    if (!inner || static_cast<double>(span.end - span.first) * frame_time > kBrief) continue;
    for (std::size_t i = span.first; i < span.end; ++i) flags[i] = !brief;
  }
}

/// A span without the frames at its ends in which the foot rises already, or still comes down.
Span trimmed(Span span, const std::vector<double>& heights) {
  const auto at = [&](std::size_t i) { return heights.begin() + static_cast<std::ptrdiff_t>(i); };
  const double middle = median_of({at(span.first), at(span.end)});
  const auto lifted = [&](std::size_t i) { return heights[i] > middle + kLifts; };
  while (span.end - span.first > 1 && lifted(span.first)) ++span.first;
  while (span.end - span.first > 1 && lifted(span.end - 1)) --span.end;
  return span;
}

std::vector<double> stands_of(Sole sole, Seconds frame_time) {
  even_out(sole.on_ground, false, frame_time);
  even_out(sole.on_ground, true, frame_time);
  std::vector<double> stands(sole.heights.size(), 0);
  const auto ready = static_cast<std::ptrdiff_t>(std::ceil(kReady / frame_time));
  for (const Span& found : spans_where(sole.on_ground, true)) {
    const Span span = trimmed(found, sole.heights);
    const auto first = static_cast<std::ptrdiff_t>(span.first);
    const auto last = static_cast<std::ptrdiff_t>(span.end) - 1;
    const auto count = static_cast<std::ptrdiff_t>(stands.size());
    for (auto i = std::max<std::ptrdiff_t>(0, first - ready); i < std::min(count, last + ready);
         ++i) {
      const std::ptrdiff_t beside = std::max({first - i, i - last, std::ptrdiff_t{0}});
      const double share = 1 - eased(static_cast<double>(beside) / static_cast<double>(ready));
      double& stand = stands[static_cast<std::size_t>(i)];
      stand = std::max(stand, share);
    }
  }
  return stands;
}

}  // namespace

ClipFooting find_footing(const RecordedLegs& legs) {
  const std::array tracks = {track_of(legs, 0), track_of(legs, 1)};
  const std::array levels = levels_of(tracks, legs.ankle_height / legs.leg);
  ClipFooting footing;
  footing.half_width = legs.half_width / legs.leg;
  footing.moments.resize(legs.frames.size());
  for (std::size_t i = 0; i < legs.frames.size(); ++i) {
    footing.moments[i].hip_joints =
        legs.frames[i].hip_joints / legs.leg - Vec3{0, (levels[0] + levels[1]) / 2, 0};
  }
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    const Quat from_sole = foot_from_sole(legs, tracks[side], side, levels[side]);
    footing.foot_from_sole[side] = from_sole;
    if (legs.balls[side]) footing.balls[side] = conjugate(from_sole) * *legs.balls[side] / legs.leg;
    const std::vector<double> stands =
        stands_of(sole_of(legs, side, tracks[side], levels[side], from_sole), legs.frame_time);
    if (!legs.balls[side]) {
      footing.balls[side] = find_ball(legs, side, tracks[side], from_sole, stands);
    }
    for (std::size_t i = 0; i < stands.size(); ++i) {
      footing.moments[i].ankles[side] = tracks[side].ankles[i] - Vec3{0, levels[side], 0};
      footing.moments[i].stands[side] = stands[i];
    }
  }
  return footing;
}

}  // namespace kine::pose
