#include "realizer/pictures/calibration_page.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "realizer/core/assert.h"
#include "realizer/formats/measures.h"
#include "realizer/math/units.h"

namespace kine::pictures {
namespace {

using dynamics::physical::CalibrationCurve;
using dynamics::physical::kCalibratedTensions_Nm_rad;

/// The joints that a plot shows: no more curves than there are colours.
struct CalibratedPart {
  std::string_view title;
  std::array<body::Joint, 2> joints;
};

using enum body::Joint;
constexpr CalibratedPart kCalibratedParts[] = {
    {"Spine and chest", {Spine, Chest}},
    {"Neck and head", {Neck, Head}},
    {"Left clavicle and shoulder", {LeftShoulder, LeftUpperArm}},
    {"Left elbow and wrist", {LeftLowerArm, LeftHand}},
    {"Right clavicle and shoulder", {RightShoulder, RightUpperArm}},
    {"Right elbow and wrist", {RightLowerArm, RightHand}}};

PlotAxis tension_axis() {
  return {.label = "tension, Nm/rad",
          .least = kCalibratedTensions_Nm_rad.front(),
          .most = 2000,
          .logarithmic = true};
}

/// From decade to decade, around all curves.
PlotAxis deflection_axis(std::span<const CalibrationCurve> curves) {
  constexpr double kLeast_deg = 1e-3;  // what did not move has no place on such an axis
  double least_deg = 1;
  double most_deg = 1;
  for (const CalibrationCurve& curve : curves) {
    const auto [least, most] = std::ranges::minmax(curve.deflections_rad);
    least_deg = std::min(least_deg, std::max(least * kDegreesPerRadian, kLeast_deg));
    most_deg = std::max(most_deg, most * kDegreesPerRadian);
  }
  return {.label = "greatest deflection, degrees",
          .least = std::pow(10, std::floor(std::log10(least_deg))),
          .most = std::pow(10, std::ceil(std::log10(1.01 * most_deg))),
          .logarithmic = true};
}

PlotCurve plotted(const CalibrationCurve& curve) {
  constexpr std::string_view kLetters = "xyz";
  PlotCurve result{.name = std::string(body::name_of(curve.joint)) + " " +
                           kLetters[static_cast<std::size_t>(curve.axis)],
                   .points = {}};
  for (std::size_t i = 0; i < curve.deflections_rad.size(); ++i) {
    result.points.push_back(
        {kCalibratedTensions_Nm_rad[i], curve.deflections_rad[i] * kDegreesPerRadian});
  }
  return result;
}

/// Those of a part. Curves of one joint, and of one axis, often lie on each other: they differ in
/// their style, and the broader ones lie below.
std::vector<PlotCurve> curves_of(const CalibratedPart& part,
                                 std::span<const CalibrationCurve> curves) {
  constexpr std::array kStyles = {CurveStyle::Bold, CurveStyle::Line, CurveStyle::Dashed};
  std::vector<PlotCurve> plots;
  for (std::size_t i = 0; i < part.joints.size(); ++i) {
    std::size_t style = i;
    for (const CalibrationCurve& curve : curves) {
      if (curve.joint != part.joints[i]) continue;
      plots.push_back(plotted(curve));
      plots.back().color = plots.size() - 1;
      plots.back().style = kStyles[style++ % kStyles.size()];
    }
  }
  const auto layer = [&](const PlotCurve& plot) { return std::ranges::find(kStyles, plot.style); };
  std::ranges::stable_sort(plots, {}, layer);
  return plots;
}

}  // namespace

PlotPage calibration_page(const Calibration& calibration) {
  KINE_ASSERT(!calibration.curves.empty());
  PlotPage page{.title = "How far " + formats::three_digits(calibration.force_N) + " N turn " +
                         calibration.body,
                .note = "For " + formats::time_text(dynamics::physical::kFirmPushLength) +
                        " at a hand, the head or an upper arm, all other degrees of freedom held. "
                        "On a straight line twice the tension halves the way.",
                .plots = {}};
  const PlotAxis deflection = deflection_axis(calibration.curves);
  for (const CalibratedPart& part : kCalibratedParts) {
    Plot plot{.title = std::string(part.title),
              .x = tension_axis(),
              .y = deflection,
              .curves = curves_of(part, calibration.curves)};
    if (!plot.curves.empty()) page.plots.push_back(std::move(plot));
  }
  return page;
}

}  // namespace kine::pictures
