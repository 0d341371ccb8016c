// Curves on paper: plots with axes, a legend and a title each, side by side on a page, as SVG.
//
// The same page gives the same bytes on every machine: all numbers are printed with two decimals.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "realizer/pictures/canvas.h"

namespace kine::pictures {

enum class CurveStyle {
  Line,
  Bold,    // the one that matters
  Dashed,  // a formula, an estimate
  Dots,    // what was measured
  Ring,    // a single place that matters
  Shadow,  // what lies behind, such as a body: broad and pale, whatever its colour
};

struct PlotCurve {
  std::string name;           // in the legend; none: not there
  std::vector<Point> points;  // in units of the axes; breaks where a number is not finite
  CurveStyle style = CurveStyle::Line;
  std::size_t color = 0;  // of kPlotColors, from 0
};

struct PlotAxis {
  std::string label;  // with its unit
  double least = 0;   // < most; > 0 if logarithmic
  double most = 1;
  bool logarithmic = false;
};

/// How much of the width of a page a plot has. A quarter has no room for a legend.
enum class PlotSize { Half, Quarter };

struct Plot {
  std::string title;
  PlotAxis x;
  PlotAxis y;
  std::vector<PlotCurve> curves;  // later ones lie over earlier ones
  PlotSize size = PlotSize::Half;
  bool equal_axes = false;  // a unit is as long on both: one of them shows more than it was told to
};

struct PlotPage {
  std::string title;
  std::string note;         // a line below the title
  std::vector<Plot> plots;  // row by row
};

/// As many as people, the colour-blind among them, tell apart.
inline constexpr std::size_t kPlotColors = 7;

std::string write_svg(const PlotPage& page);

}  // namespace kine::pictures
