#include "realizer/pictures/response_page.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "realizer/core/assert.h"
#include "realizer/formats/measures.h"
#include "realizer/math/mass_tracker.h"
#include "realizer/math/tracker_response.h"
#include "realizer/math/units.h"

namespace kine::pictures {
namespace {

constexpr Seconds kTick{1 / 60.0};        // as a server steps
constexpr Seconds kFineStep{1 / 2000.0};  // to measure a peak's height by

constexpr std::size_t kOurs = 0;  // of the colours
constexpr std::size_t kMeasured = 6;

std::string zeta_text(double zeta) { return "zeta " + formats::three_digits(zeta); }
std::string rest_error_text(double rest_error_m) {
  return "rest error " + formats::length_text(rest_error_m);
}

/// The values of `candidates` that are told apart from `ours`.
std::vector<double> others(std::initializer_list<double> candidates, double ours) {
  constexpr double kAlike = 1.2;
  std::vector<double> result;
  for (const double value : candidates) {
    if (std::max(value / ours, ours / value) >= kAlike) result.push_back(value);
  }
  return result;
}

/// What our steps make of a stop: the highest peak, and how many are higher than what is settled.
struct Stepped {
  double overshoot_m = 0;
  int peaks = 0;
};

Stepped stepped_stop(const Tension& tension, double speed_m_s) {
  const TrackerResponse response(tension);
  const TrackerStep step = step_of(tension, kFineStep);
  const double lag_m = speed_m_s * step.lag_s;
  Mass mass{.x = -lag_m, .v = speed_m_s};
  Stepped seen;
  const Seconds end = 1.2 * response.settling_bound().value_or(response.settling());
  for (Seconds time{0}; time < end; time += kFineStep) {
    const Mass next = advanced(mass, step, 0.0, 0.0);
    const bool turns = (mass.v > 0) != (next.v > 0);
    if (turns && std::abs(next.x) > kSettledShare * lag_m) ++seen.peaks;
    seen.overshoot_m = std::max(seen.overshoot_m, next.x);
    mass = next;
  }
  return seen;
}

/// Figure 2: how far a hand swings past, over stiffness.
Plot overshoot_plot(const Tension& tension, double speed_m_s) {
  constexpr double kLeastZeta = 0.7;  // of the neighbours: overshoot ends there for the eye
  Plot plot{.title = "Overshoot past a target that stops (figure 2)",
            .x = {.label = "rest error, cm",
                  .least = kRestErrorMin_m * kCentimetresPerMetre,
                  .most = kRestErrorMax_m * kCentimetresPerMetre,
                  .logarithmic = true},
            .y = {.label = "overshoot, cm",
                  .least = TrackerResponse({kRestErrorMin_m, kLeastZeta}).overshoot_m(speed_m_s) *
                           kCentimetresPerMetre,
                  .most = speed_m_s / Tension{kRestErrorMax_m, 1}.natural_frequency() *
                          kCentimetresPerMetre,
                  .logarithmic = true},
            .curves = {}};
  const auto overshoot = [&](double rest_error_m, double zeta) {
    return Point{
        rest_error_m * kCentimetresPerMetre,
        TrackerResponse({rest_error_m, zeta}).overshoot_m(speed_m_s) * kCentimetresPerMetre};
  };
  const auto curve = [&](double zeta, CurveStyle style, std::size_t color, std::string name) {
    plot.curves.push_back({.name = std::move(name),
                           .points = {overshoot(kRestErrorMin_m, zeta),
                                      overshoot(kRestErrorMax_m, zeta)},  // straight on this paper
                           .style = style,
                           .color = color});
  };
  std::size_t color = kOurs;
  for (const double zeta : others({0.15, 0.3, 0.5, kLeastZeta}, tension.zeta)) {
    curve(zeta, CurveStyle::Line, ++color, zeta_text(zeta));
  }
  if (tension.zeta >= 1) {
    curve(tension.zeta, CurveStyle::Bold, kOurs, zeta_text(tension.zeta) + ": none");
    return plot;
  }
  curve(tension.zeta, CurveStyle::Bold, kOurs, zeta_text(tension.zeta));

  PlotCurve steps{
      .name = "by our steps", .points = {}, .style = CurveStyle::Dots, .color = kMeasured};
  for (const double rest_error_m : {0.001, 0.003, 0.01, 0.03, 0.1, 0.3}) {
    const Stepped stepped = stepped_stop({rest_error_m, tension.zeta}, speed_m_s);
    steps.points.push_back(
        {rest_error_m * kCentimetresPerMetre, stepped.overshoot_m * kCentimetresPerMetre});
  }
  plot.curves.push_back(std::move(steps));
  plot.curves.push_back({.name = rest_error_text(tension.rest_error_m),
                         .points = {overshoot(tension.rest_error_m, tension.zeta)},
                         .style = CurveStyle::Ring,
                         .color = kOurs});
  return plot;
}

/// Figure 3: how often it swings until it has settled, over zeta.
Plot oscillations_plot(const Tension& tension, double speed_m_s) {
  const double least_zeta = std::min(0.1, tension.zeta);
  const double most_zeta = std::clamp(tension.zeta + 0.1, 1.0, kZetaMax);
  const auto response = [&](double zeta) { return TrackerResponse({tension.rest_error_m, zeta}); };
  Plot plot{.title = "Oscillations until settled within 5 % (figure 3)",
            .x = {.label = "zeta", .least = least_zeta, .most = most_zeta},
            .y = {.label = "peaks past either side",
                  .least = -0.5,
                  .most = response(least_zeta).estimated_peaks() + 1},
            .curves = {}};
  PlotCurve estimate{.name = "estimate (8)", .points = {}, .style = CurveStyle::Dashed, .color = 1};
  PlotCurve exact{.name = "exact", .points = {}, .style = CurveStyle::Bold, .color = kOurs};
  constexpr double kZetaStep = 0.002;
  for (double zeta = least_zeta; zeta < most_zeta; zeta += kZetaStep) {
    estimate.points.push_back({zeta, response(zeta).estimated_peaks()});
    exact.points.push_back({zeta, static_cast<double>(response(zeta).peaks())});
  }
  PlotCurve steps{
      .name = "by our steps", .points = {}, .style = CurveStyle::Dots, .color = kMeasured};
  for (int i = 4; i <= 38; ++i) {
    const double zeta = i * 0.025;
    const Stepped stepped = stepped_stop({tension.rest_error_m, zeta}, speed_m_s);
    steps.points.push_back({zeta, static_cast<double>(stepped.peaks)});
  }
  plot.curves = {std::move(estimate), std::move(exact), std::move(steps)};
  plot.curves.push_back(
      {.name = zeta_text(tension.zeta),
       .points = {{tension.zeta, static_cast<double>(response(tension.zeta).peaks())}},
       .style = CurveStyle::Ring,
       .color = kOurs});
  return plot;
}

/// The error of a mass whose target sets out, by its closed form.
PlotCurve error_curve(const Tension& tension, double speed_m_s, Seconds until) {
  constexpr int kPoints = 400;
  const TrackerResponse response(tension);
  PlotCurve curve;
  for (int i = 0; i <= kPoints; ++i) {
    const Seconds time = until * i / kPoints;
    curve.points.push_back(
        {time.count(), response.error_of_ramp_m(speed_m_s, time) * kCentimetresPerMetre});
  }
  return curve;
}

/// The same as a server's ticks have it.
PlotCurve stepped_error(const Tension& tension, double speed_m_s, Seconds until) {
  constexpr int kDotsMax = 80;
  const TrackerStep step = step_of(tension, kTick);
  const int ticks = static_cast<int>(until / kTick);
  const int ticks_a_dot = ticks / kDotsMax + 1;
  PlotCurve curve{
      .name = "by our steps, 60 Hz", .points = {}, .style = CurveStyle::Dots, .color = kMeasured};
  Mass mass;
  for (int tick = 0; tick <= ticks; ++tick) {
    const double target = speed_m_s * (tick * kTick).count();
    if (tick % ticks_a_dot == 0) {
      curve.points.push_back({(tick * kTick).count(), (mass.x - target) * kCentimetresPerMetre});
    }
    mass = advanced(mass, step, target, speed_m_s * ((tick + 1) * kTick).count());
  }
  return curve;
}

/// Figures 4 and 5: the error over time, ours over what others would do.
Plot error_plot(std::string title, const Tension& tension, double speed_m_s,
                const std::vector<std::pair<Tension, std::string>>& neighbours,
                const std::string& name) {
  constexpr Seconds kShortest{0.3};
  constexpr Seconds kLongest{4};
  const Seconds until = std::clamp(1.5 * TrackerResponse(tension).settling(), kShortest, kLongest);
  Plot plot{.title = std::move(title),
            .x = {.label = "time since the target set out, s", .least = 0, .most = until.count()},
            .y = {.label = "ahead of the target, cm"},
            .curves = {}};
  std::size_t color = kOurs;
  for (const auto& [other, other_name] : neighbours) {
    PlotCurve curve = error_curve(other, speed_m_s, until);
    curve.name = other_name;
    curve.color = ++color;
    plot.curves.push_back(std::move(curve));
  }
  PlotCurve ours = error_curve(tension, speed_m_s, until);
  ours.name = name;
  ours.style = CurveStyle::Bold;
  plot.curves.push_back(std::move(ours));
  plot.curves.push_back(stepped_error(tension, speed_m_s, until));

  double lowest = 0;
  double highest = 0;
  for (const PlotCurve& curve : plot.curves) {
    for (const Point& point : curve.points) {
      lowest = std::min(lowest, point.y);
      highest = std::max(highest, point.y);
    }
  }
  const double margin = 0.05 * (highest - lowest);
  plot.y.least = lowest - margin;
  plot.y.most = highest + margin;
  return plot;
}

Plot stiffness_plot(const Tension& tension, double speed_m_s) {
  std::vector<std::pair<Tension, std::string>> neighbours;
  for (const double multiple : {0.25, 4.0}) {
    const Tension other{tension.rest_error_m * multiple, tension.zeta};
    if (valid(other)) neighbours.emplace_back(other, rest_error_text(other.rest_error_m));
  }
  return error_plot("Tracking error and stiffness (figure 4), " + zeta_text(tension.zeta), tension,
                    speed_m_s, neighbours, rest_error_text(tension.rest_error_m));
}

Plot damping_plot(const Tension& tension, double speed_m_s) {
  std::vector<std::pair<Tension, std::string>> neighbours;
  for (const double zeta : others({0.15, 0.3, 0.5, 1.0}, tension.zeta)) {
    neighbours.emplace_back(Tension{tension.rest_error_m, zeta}, zeta_text(zeta));
  }
  return error_plot("Tracking error and zeta (figure 5), " + rest_error_text(tension.rest_error_m),
                    tension, speed_m_s, neighbours, zeta_text(tension.zeta));
}

std::string summary_of(const Tension& tension, double speed_m_s) {
  const TrackerResponse response(tension);
  const auto period = response.period();
  std::string text = "Lag " + formats::time_text(response.lag()) + ", ";
  if (period) {
    text += "overshoot " + formats::length_text(response.overshoot_m(speed_m_s)) + ", period " +
            formats::time_text(*period) + ", " + std::to_string(response.peaks()) +
            " peaks until settled";
  } else {
    text += "no overshoot, settled";
  }
  return text + " after " + formats::time_text(response.settling()) +
         ". Lines: closed forms; dots: our steps.";
}

}  // namespace

PlotPage response_page(const Tension& tension, double speed_m_s) {
  KINE_ASSERT(valid(tension));
  KINE_ASSERT(speed_m_s > 0);
  return {.title = "Tension: " + rest_error_text(tension.rest_error_m) + ", " +
                   zeta_text(tension.zeta) + ", target at " + formats::three_digits(speed_m_s) +
                   " m/s",
          .note = summary_of(tension, speed_m_s),
          .plots = {overshoot_plot(tension, speed_m_s), oscillations_plot(tension, speed_m_s),
                    stiffness_plot(tension, speed_m_s), damping_plot(tension, speed_m_s)}};
}

}  // namespace kine::pictures
