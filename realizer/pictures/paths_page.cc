#include "realizer/pictures/paths_page.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/math/units.h"
#include "realizer/pictures/stick_figure.h"

namespace kine::pictures {
namespace {

using body::Joint;

constexpr std::array<std::size_t, kPathsMax> kColorsInOrder = {6, 0, 2, 1, 3, 5, 4};

std::string name_of(body::Side side) { return side == body::Side::Left ? "left" : "right"; }

Joint wrist_of(body::Side side) {
  return side == body::Side::Left ? Joint::LeftHand : Joint::RightHand;
}

/// As seen from the front: the figure's left is to the right.
Point from_the_front(const Vec3& position_m) {
  return {position_m.x * kCentimetresPerMetre, position_m.y * kCentimetresPerMetre};
}

/// The points without which the line would be off by more than `tolerance` (Ramer, Douglas and
/// Peucker); the ends always. `scale` makes both axes count alike.
std::vector<Point> simplified(const std::vector<Point>& points, Point scale, double tolerance) {
  if (points.size() < 3) return points;
  const auto scaled = [&](std::size_t i) {
    return Point{points[i].x * scale.x, points[i].y * scale.y};
  };
  std::vector<bool> kept(points.size(), false);
  kept.front() = kept.back() = true;
  std::vector<std::pair<std::size_t, std::size_t>> open = {{0, points.size() - 1}};
  while (!open.empty()) {
    const auto [first, last] = open.back();
    open.pop_back();
    double farthest = tolerance;
    std::size_t at = first;
    for (std::size_t i = first + 1; i < last; ++i) {
      const double distance = distance_to_line(scaled(i), scaled(first), scaled(last));
      if (distance > farthest) {
        farthest = distance;
        at = i;
      }
    }
    if (at == first) continue;
    kept[at] = true;
    open.emplace_back(first, at);
    open.emplace_back(at, last);
  }
  std::vector<Point> result;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (kept[i]) result.push_back(points[i]);
  }
  return result;
}

/// How far the wrist comes from its beginning, in any of the motions.
double reach_of(const PathsComparison& comparison, body::Side side) {
  double reach_m = 0;
  for (const WristPaths& paths : comparison.paths) {
    const std::vector<Vec3>& wrist_m = paths.wrist_m(side);
    for (const Vec3& at_m : wrist_m) {
      reach_m = std::max(reach_m, length(at_m - wrist_m.front()));
    }
  }
  return reach_m;
}

PlotCurve shadow(std::vector<Point> points) {
  return {.name = {}, .points = std::move(points), .style = CurveStyle::Shadow};
}

/// A body from the front, as far as arms reach.
std::vector<PlotCurve> shadows_of(const body::Body& body, const formats::Figure& figure) {
  const auto at = [&](Joint joint) {
    return from_the_front(figure.positions_m[body::index_of(joint)]);
  };
  std::vector<PlotCurve> shadows;
  shadows.push_back(shadow({at(Joint::Hips), at(Joint::Spine), at(Joint::Chest),
                            at(Joint::UpperChest), at(Joint::Neck), at(Joint::Head)}));
  shadows.push_back(shadow({at(Joint::LeftHand), at(Joint::LeftLowerArm), at(Joint::LeftUpperArm),
                            at(Joint::UpperChest), at(Joint::RightUpperArm),
                            at(Joint::RightLowerArm), at(Joint::RightHand)}));
  shadows.push_back(shadow({at(Joint::LeftLowerLeg), at(Joint::LeftUpperLeg), at(Joint::Hips),
                            at(Joint::RightUpperLeg), at(Joint::RightLowerLeg)}));
  const HeadBall ball = head_ball(body, figure);
  const Point centre = from_the_front(ball.centre_m);
  std::vector<Point> head;
  constexpr int kCorners = 24;
  for (int corner = 0; corner <= kCorners; ++corner) {
    const double turn = 2 * std::numbers::pi * corner / kCorners;
    const double radius = ball.radius_m * kCentimetresPerMetre;
    head.push_back({centre.x + radius * std::cos(turn), centre.y + radius * std::sin(turn)});
  }
  shadows.push_back(shadow(std::move(head)));
  return shadows;
}

std::vector<Point> line_of(const std::vector<Vec3>& wrist_m) {
  std::vector<Point> points;
  for (const Vec3& at_m : wrist_m) points.push_back(from_the_front(at_m));
  return points;
}

constexpr double kPathTolerance_cm = 0.04;  // a fifth of a pixel where arms move wide

/// The ways of one wrist: what it is compared with, its own, and of that the strokes.
void append_paths(const PathsComparison& comparison, std::size_t index, body::Side side,
                  Plot& plot) {
  const auto append = [&](const std::vector<Point>& line, CurveStyle style, std::size_t color) {
    plot.curves.push_back({.name = {},
                           .points = simplified(line, {1, 1}, kPathTolerance_cm),
                           .style = style,
                           .color = kColorsInOrder[color]});
  };
  const std::vector<Point> line = line_of(comparison.paths[index].wrist_m(side));
  append(line, CurveStyle::Line, index);
  for (const WristStroke& stroke : comparison.strokes) {
    if (stroke.side != side) continue;
    std::vector<Point> way;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const Seconds time = comparison.rate.time_of(Tick{i});
      if (stroke.start <= time && time <= stroke.end) way.push_back(line[i]);
    }
    append(way, CurveStyle::Bold, index);
    if (!way.empty()) append({way.back()}, CurveStyle::Ring, index);
  }
  if (index > 0) append(line_of(comparison.paths[0].wrist_m(side)), CurveStyle::Dashed, 0);
}

Plot path_plot(const PathsComparison& comparison, std::size_t index,
               std::span<const body::Side> sides) {
  Plot plot{.title = comparison.paths[index].name(),
            .x = {.label = "to its left, cm"},
            .y = {.label = "up, cm"},
            .curves = shadows_of(comparison.body, comparison.paths.front().farthest()),
            .size = PlotSize::Quarter,
            .equal_axes = true};
  for (const body::Side side : sides) append_paths(comparison, index, side, plot);
  return plot;
}

/// The same axes in each plot: what holds all wrists, their shoulders and the middle of the body.
void frame_paths(const PathsComparison& comparison, std::span<const body::Side> sides,
                 std::span<Plot> plots) {
  constexpr double kMargin_cm = 6;
  const formats::Figure& figure = comparison.paths.front().farthest();
  const auto at = [&](Joint joint) {
    return from_the_front(figure.positions_m[body::index_of(joint)]);
  };
  Point low = at(Joint::UpperChest);
  Point high = low;
  const auto take = [&](Point point) {
    low = {std::min(low.x, point.x), std::min(low.y, point.y)};
    high = {std::max(high.x, point.x), std::max(high.y, point.y)};
  };
  for (const body::Side side : sides) {
    take(at(body::arm_chain(side).upper_arm));
    for (const WristPaths& paths : comparison.paths) {
      for (const Point& point : line_of(paths.wrist_m(side))) take(point);
    }
  }
  for (Plot& plot : plots) {
    plot.x.least = low.x - kMargin_cm;
    plot.x.most = high.x + kMargin_cm;
    plot.y.least = low.y - kMargin_cm;
    plot.y.most = high.y + kMargin_cm;
  }
}

/// When strokes of the side are to be over, behind all else.
void mark_ends(const PathsComparison& comparison, body::Side side, Plot& plot) {
  for (const WristStroke& stroke : comparison.strokes) {
    const double end_s = stroke.end.count();
    if (stroke.side != side || end_s > plot.x.most) continue;
    plot.curves.push_back({.name = {},
                           .points = {{end_s, plot.y.least}, {end_s, plot.y.most}},
                           .style = CurveStyle::Shadow});
  }
}

/// A plot of something of one wrist over time, a curve each motion.
template <class ValueAt>
Plot time_plot(const PathsComparison& comparison, body::Side side, std::string title,
               std::string label, const ValueAt& value_at) {
  Plot plot{.title = std::move(title),
            .x = {.label = "time, s", .least = 0},
            .y = {.label = std::move(label), .least = 0},
            .curves = {}};
  double highest = 0;
  std::size_t ticks = 0;
  std::vector<std::vector<Point>> lines(comparison.paths.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::size_t size = comparison.paths[i].size();
    ticks = std::max(ticks, size);
    for (std::size_t tick = 0; tick < size; ++tick) {
      const double value = value_at(comparison.paths[i], tick);
      highest = std::max(highest, value);
      lines[i].push_back({comparison.rate.time_of(Tick{tick}).count(), value});
    }
  }
  plot.x.most = comparison.rate.time_of(Tick{ticks - 1}).count();
  plot.y.most = std::max(1.08 * highest, 1.0);
  mark_ends(comparison, side, plot);
  constexpr double kTolerance = 0.0008;  // of the axes' lengths: a quarter of a pixel
  for (std::size_t i = 0; i < lines.size(); ++i) {
    plot.curves.push_back(
        {.name = comparison.paths[i].name(),
         .points = simplified(lines[i], {1 / plot.x.most, 1 / plot.y.most}, kTolerance),
         .style = i == 0 ? CurveStyle::Dashed : CurveStyle::Line,
         .color = kColorsInOrder[i]});
  }
  return plot;
}

/// How far a point goes in a tick: at the first and the last one as it went on to become faster or
/// slower, for in the middle of a tick it is not as fast as at its ends.
double way_in_a_tick(std::span<const Vec3> path_m, std::size_t tick) {
  const std::size_t last = path_m.size() - 1;
  if (tick > 0 && tick < last) return length(path_m[tick + 1] - path_m[tick - 1]) / 2;
  const auto way = [&](std::size_t i) { return length(path_m[i + 1] - path_m[i]); };
  if (last == 1) return way(0);
  const bool first = tick == 0;
  return std::max(0.0, 1.5 * way(first ? 0 : last - 1) - 0.5 * way(first ? 1 : last - 2));
}

Plot speed_plot(const PathsComparison& comparison, body::Side side) {
  const double ticks_per_second = 1 / comparison.rate.time_of(Tick{1}).count();
  return time_plot(comparison, side, "How fast the " + name_of(side) + " wrist is", "cm/s",
                   [&](const WristPaths& paths, std::size_t tick) {
                     return way_in_a_tick(paths.wrist_m(side), tick) * kCentimetresPerMetre *
                            ticks_per_second;
                   });
}

Plot reach_plot(const PathsComparison& comparison, body::Side side) {
  return time_plot(comparison, side, "How far it is from where it was first", "cm",
                   [&](const WristPaths& paths, std::size_t tick) {
                     const std::vector<Vec3>& wrist_m = paths.wrist_m(side);
                     return length(wrist_m[tick] - wrist_m.front()) * kCentimetresPerMetre;
                   });
}

}  // namespace

void WristPaths::append(const body::Body& body, const Frame& frame) {
  if (size() == 0) stand_ = formats::stand_of(frame);
  const formats::Figure figure = formats::seen_from(stand_, formats::compute_figure(body, frame));
  if (size() == 0) farthest_ = figure;
  for (const body::Side side : body::kSides) {
    std::vector<Vec3>& wrist_m = wrists_m_[side == body::Side::Left ? 0 : 1];
    wrist_m.push_back(figure.positions_m[body::index_of(wrist_of(side))]);
    const double reach_m = length(wrist_m.back() - wrist_m.front());
    if (reach_m <= reach_m_) continue;
    reach_m_ = reach_m;
    farthest_ = figure;
  }
}

Result<PlotPage> paths_page(const PathsComparison& comparison) {
  KINE_ASSERT(!comparison.paths.empty() && comparison.paths.size() <= kPathsMax);
  std::vector<body::Side> sides;
  for (const body::Side side : body::kSides) {
    if (reach_of(comparison, side) >= kWristMoves_m) sides.push_back(side);
  }
  if (sides.empty()) {
    return Error{.code = ErrorCode::Unsupported,
                 .message = "there is nothing to compare, for neither wrist moves"};
  }
  PlotPage page{
      .title = comparison.title,
      .note = "Above: the wrists from the front" +
              std::string(comparison.strokes.empty() ? "" : ", their strokes bold to a ring") +
              ". Dashed: " + comparison.paths.front().name() + ".",
      .plots = {}};
  for (std::size_t i = 0; i < comparison.paths.size(); ++i) {
    KINE_ASSERT(comparison.paths[i].size() >= 2);
    page.plots.push_back(path_plot(comparison, i, sides));
  }
  frame_paths(comparison, sides, page.plots);
  const body::Side side = *std::ranges::max_element(
      sides, {}, [&](body::Side each) { return reach_of(comparison, each); });
  page.plots.push_back(speed_plot(comparison, side));
  page.plots.push_back(reach_plot(comparison, side));
  return page;
}

}  // namespace kine::pictures
