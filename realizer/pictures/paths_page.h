// The ways of wrists side by side: one motion, each time with another tension of the arms.
//
//   frames, a WristPaths a tension --paths_page--> PlotPage --write_svg--> bytes
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "realizer/body/body.h"
#include "realizer/core/result.h"
#include "realizer/core/time.h"
#include "realizer/formats/figure.h"
#include "realizer/pictures/svg_plot.h"
#include "realizer/tick/state/frame.h"

namespace kine::pictures {

/// Where the wrists of one character were, tick by tick from 0, in the space of its first stand.
class WristPaths {
 public:
  explicit WristPaths(std::string name) : name_(std::move(name)) {}

  void append(const body::Body& body, const Frame& frame);

  const std::string& name() const { return name_; }
  std::size_t size() const { return wrists_m_[0].size(); }
  const std::vector<Vec3>& wrist_m(body::Side side) const {
    return wrists_m_[side == body::Side::Left ? 0 : 1];
  }

  /// The whole figure as it was when a wrist was farthest from where it was first.
  const formats::Figure& farthest() const { return farthest_; }

  /// How far a wrist came from where it was first.
  double reach_m() const { return reach_m_; }

 private:
  std::string name_;
  formats::Stand stand_;
  std::array<std::vector<Vec3>, 2> wrists_m_;  // left, right
  formats::Figure farthest_;
  double reach_m_ = 0;
};

/// A stretch of the motion that matters: the stroke of an arm.
struct WristStroke {
  body::Side side = body::Side::Right;
  Seconds start{0};
  Seconds end{0};
};

struct PathsComparison {
  std::string title;
  const body::Body& body;
  TickRate rate;
  std::vector<WristPaths> paths;  // the first is what the others are compared with
  std::vector<WristStroke> strokes = {};
};

/// As many as can be told apart by their colours.
inline constexpr std::size_t kPathsMax = kPlotColors;

/// What is nearer to its beginning than this does not move.
inline constexpr double kWristMoves_m = 0.01;

/// Fails where no wrist moves. Pre: 1 to kPathsMax paths of two ticks or more.
Result<PlotPage> paths_page(const PathsComparison& comparison);

}  // namespace kine::pictures
