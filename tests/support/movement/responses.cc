#include "tests/support/movement/responses.h"

#include <algorithm>

#include "realizer/math/units.h"

namespace kine::test::movement {
namespace {

using enum body::Joint;
using script::Lexeme;

constexpr std::string_view kStart = "g:start";
constexpr std::string_view kReady = "g:ready";
constexpr std::string_view kStrokeEnd = "g:stroke-end";
constexpr std::string_view kRelax = "g:relax";

Figure at_stroke(const Film& film) { return film.figure_at(kStrokeEnd); }

/// The mean over the arms that move.
template <class Measure>
std::optional<double> of_arms(const Film& film, const Lexeme& lexeme, Measure measure) {
  const auto arms = arms_of(lexeme);
  if (arms.empty()) return {};
  const Figure figure = at_stroke(film);
  double sum = 0;
  for (const body::Side side : arms) sum += measure(figure, side);
  return sum / static_cast<double>(arms.size());
}

Vec3 mass_from_feet_cm(const Film& film) {
  const Figure figure = at_stroke(film);
  return kCentimetresPerMetre * (figure.mass_m - between_feet_m(figure));
}

/// When a joint turns in its parent, in the mean over all that it turns until `relax`.
std::optional<double> mean_time_s(const Film& film, body::Joint joint) {
  constexpr double kLeastWay_rad = 30 * kDegree;
  const auto relax = film.points.find(kRelax);
  if (relax == film.points.end()) return {};
  double way_rad = 0;
  double moment = 0;
  Quat before = film.figure(0).local(joint);
  for (std::size_t i = 1; i < relax->second.index; ++i) {
    const Quat now = film.figure(i).local(joint);
    const double turned_rad = angle_between(before, now);
    way_rad += turned_rad;
    moment += turned_rad * (static_cast<double>(i) - 0.5) / film.ticks_a_second;
    before = now;
  }
  if (way_rad < kLeastWay_rad) return {};
  return moment / way_rad;
}

}  // namespace

std::optional<double> chest_pitch(const Film& film, const Lexeme&) {
  return chest_pitch_deg(at_stroke(film));
}

std::optional<double> hips_aside(const Film& film, const Lexeme&) {
  const Figure figure = at_stroke(film);
  return (figure.place_m(Hips).x - between_feet_m(figure).x) * kCentimetresPerMetre;
}

std::optional<double> lean(const Film& film, const Lexeme&) { return lean_deg(at_stroke(film)); }

std::optional<double> chest_ahead(const Film& film, const Lexeme&) {
  const Figure figure = at_stroke(film);
  return bulge_cm(figure.place_m(UpperChest), figure.place_m(Hips), figure.place_m(Head));
}

std::optional<double> abdomen_ahead(const Film& film, const Lexeme&) {
  const Figure figure = at_stroke(film);
  const Vec3 feet_m = between_feet_m(figure);
  return bulge_cm(figure.place_m(Spine), feet_m, figure.place_m(Head));
}

std::optional<double> head_ahead(const Film& film, const Lexeme&) {
  const Figure figure = at_stroke(film);
  const Vec3 way_m = figure.place_m(Head) - figure.place_m(UpperChest);
  return (conjugate(figure.turn(UpperChest)) * way_m).z * kCentimetresPerMetre;
}

std::optional<double> shoulders_up(const Film& film, const Lexeme&) {
  const Figure figure = at_stroke(film);
  return (shoulder_cm(figure, body::Side::Left).y + shoulder_cm(figure, body::Side::Right).y) / 2;
}

std::optional<double> shoulders_ahead(const Film& film, const Lexeme&) {
  const Figure figure = at_stroke(film);
  return (shoulder_cm(figure, body::Side::Left).z + shoulder_cm(figure, body::Side::Right).z) / 2;
}

std::optional<double> left_shoulder_higher(const Film& film, const Lexeme&) {
  const Figure figure = at_stroke(film);
  return shoulder_cm(figure, body::Side::Left).y - shoulder_cm(figure, body::Side::Right).y;
}

std::optional<double> mass_aside(const Film& film, const Lexeme&) {
  return mass_from_feet_cm(film).x;
}

std::optional<double> mass_ahead(const Film& film, const Lexeme&) {
  return mass_from_feet_cm(film).z;
}

std::optional<double> right_knee_more_bent(const Film& film, const Lexeme&) {
  const Figure figure = at_stroke(film);
  return knee_deg(figure, body::Side::Right) - knee_deg(figure, body::Side::Left);
}

std::optional<double> wrists_out(const Film& film, const Lexeme& lexeme) {
  return of_arms(film, lexeme, wrist_from_shoulder_cm);
}

std::optional<double> elbows_out(const Film& film, const Lexeme& lexeme) {
  return of_arms(film, lexeme, swivel_deg);
}

std::optional<double> body_turn(const Film& film, const Lexeme& lexeme) {
  if (arms_of(lexeme).empty()) return {};
  const Figure rest = film.figure(0);
  double chest_rad = 0;
  double clavicles_rad = 0;
  for (std::size_t i = 1; i < film.frames.size(); ++i) {
    const Figure figure = film.figure(i);
    chest_rad = std::max(chest_rad, angle_between(rest.turn(UpperChest), figure.turn(UpperChest)));
    for (const body::Joint joint : {LeftShoulder, RightShoulder}) {
      clavicles_rad =
          std::max(clavicles_rad, angle_between(rest.local(joint), figure.local(joint)));
    }
  }
  return (chest_rad + clavicles_rad) * kDegreesPerRadian;
}

std::optional<double> whole_time(const Film& film, const Lexeme&) {
  return film.seconds_between(kStart, kRelax);
}

std::optional<double> hold_time(const Film& film, const Lexeme& lexeme) {
  if (lexeme.poses.back().hold <= Seconds{0}) return {};
  return film.seconds_between(kStrokeEnd, kRelax);
}

std::optional<double> forearm_later(const Film& film, const Lexeme& lexeme) {
  const auto arms = arms_of(lexeme);
  if (arms.empty()) return {};
  const body::ArmChain arm = body::arm_chain(arms.back());
  const auto forearm_s = mean_time_s(film, arm.lower_arm);
  const auto upper_arm_s = mean_time_s(film, arm.upper_arm);
  if (!forearm_s || !upper_arm_s) return {};
  return 1000 * (*forearm_s - *upper_arm_s);
}

}  // namespace kine::test::movement
