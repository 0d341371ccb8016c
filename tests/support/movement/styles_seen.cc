#include "tests/support/movement/styles_seen.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "realizer/math/units.h"

namespace kine::test::movement {
namespace {

using enum body::Joint;

void take_most(double& most, double value) { most = std::max(most, value); }

std::vector<double> ranks_among(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
  std::vector<double> ranks(values.size());
  for (std::size_t i = 0; i < order.size(); ++i) ranks[order[i]] = static_cast<double>(i);
  return ranks;
}

/// Of the arms that move, from the start of the stroke to its end.
double extent_in_stroke_cm(const Film& film, const script::Lexeme& lexeme) {
  const auto first = film.points.find("g:ready");
  const auto last = film.points.find("g:stroke-end");
  const auto arms = arms_of(lexeme);
  if (first == film.points.end() || last == film.points.end() || arms.empty()) return 0;
  double sum_cm = 0;
  for (std::size_t i = first->second.index; i <= last->second.index; ++i) {
    const Figure figure = film.figure(i);
    for (const body::Side side : arms) sum_cm += wrist_from_shoulder_cm(figure, side);
  }
  const std::size_t frames = last->second.index - first->second.index + 1;
  return sum_cm / static_cast<double>(frames * arms.size());
}

}  // namespace

GestureFigures figures_of(const Film& film, const script::Lexeme& lexeme) {
  GestureFigures most{.extent_cm = extent_in_stroke_cm(film, lexeme)};
  const Figure rest = film.figure(0);
  most.inside_cm = inside_support_cm(rest);
  Figure before = rest;
  const auto turned_deg = [](const Quat& from, const Quat& to) {
    return angle_between(from, to) * kDegreesPerRadian;
  };
  for (std::size_t i = 1; i < film.frames.size(); ++i) {
    const Figure now = film.figure(i);
    take_most(most.hips_deg, turned_deg(rest.turn(Hips), now.turn(Hips)));
    take_most(most.chest_deg, turned_deg(rest.turn(UpperChest), now.turn(UpperChest)));
    take_most(most.head_deg, turned_deg(rest.turn(Head), now.turn(Head)));
    const Vec3 way_m = now.mass_m - rest.mass_m;
    take_most(most.mass_cm, std::hypot(way_m.x, way_m.z) * kCentimetresPerMetre);
    most.inside_cm = std::min(most.inside_cm, inside_support_cm(now));
    for (const body::Side side : body::kSides) {
      const body::ArmChain arm = body::arm_chain(side);
      take_most(most.clavicles_deg, turned_deg(rest.local(arm.shoulder), now.local(arm.shoulder)));
      const Vec3 step_m = now.place_m(arm.hand) - before.place_m(arm.hand);
      take_most(most.peak_m_s, length(step_m) * film.ticks_a_second);
      const Vec3 out_m = now.place_m(arm.hand) - now.place_m(arm.upper_arm);
      take_most(most.reach_cm, std::hypot(out_m.x, out_m.z) * kCentimetresPerMetre);
    }
    before = now;
  }
  most.length_s = film.seconds_between("g:start", "g:relax").value_or(0);
  return most;
}

Film film_in_style(const std::shared_ptr<const Cast>& cast, const script::Lexeme& lexeme,
                   std::string_view style) {
  std::string text = "<gesture id=\"g\" lexeme=\"" + lexeme.name + "\" hand=\"" + hand_of(lexeme);
  if (style != "neutral") text += "\" sketch=\"" + std::string(style);
  return film(cast, text + "\"/>");
}

double rank_correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const auto n = static_cast<double>(a.size());
  const std::vector<double> of_a = ranks_among(a);
  const std::vector<double> of_b = ranks_among(b);
  double squares = 0;
  for (std::size_t i = 0; i < a.size(); ++i) squares += std::pow(of_a[i] - of_b[i], 2);
  return 1 - 6 * squares / (n * (n * n - 1));
}

}  // namespace kine::test::movement
