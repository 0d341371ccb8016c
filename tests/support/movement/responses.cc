#include "tests/support/movement/responses.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "realizer/math/units.h"

namespace kine::test::movement {
namespace {

using enum body::Joint;
using script::Lexeme;

constexpr std::string_view kStart = "g:start";
constexpr std::string_view kReady = "g:ready";
constexpr std::string_view kStrokeEnd = "g:stroke-end";
constexpr std::string_view kRelax = "g:relax";

/// A hand that goes less far has no direction.
constexpr double kLeastWay_cm = 6;

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

/// Nothing where the point was not reached.
std::optional<std::size_t> frame_at(const Film& film, std::string_view point) {
  const auto found = film.points.find(point);
  if (found == film.points.end() || found->second.index >= film.frames.size()) return {};
  return found->second.index;
}

/// Where a wrist is in the frames from one point to another, as the upper chest sees it.
std::vector<Vec3> wrist_cm(const Film& film, body::Side side, std::string_view from,
                           std::string_view to) {
  const auto first = frame_at(film, from);
  const auto last = frame_at(film, to);
  std::vector<Vec3> places_cm;
  if (!first || !last) return places_cm;
  for (std::size_t i = *first; i <= *last; ++i) {
    const Figure figure = film.figure(i);
    const Vec3 way_m = figure.place_m(body::arm_chain(side).hand) - figure.place_m(UpperChest);
    places_cm.push_back(kCentimetresPerMetre * (conjugate(figure.turn(UpperChest)) * way_m));
  }
  return places_cm;
}

/// The mean over the arms that move, of those that have such a thing.
template <class Measure>
std::optional<double> of_ways(const Film& film, const Lexeme& lexeme, std::string_view from,
                              std::string_view to, Measure measure) {
  double sum = 0;
  std::size_t count = 0;
  for (const body::Side side : arms_of(lexeme)) {
    const std::vector<Vec3> places_cm = wrist_cm(film, side, from, to);
    if (places_cm.size() < 2) continue;
    const std::optional<double> measured = measure(places_cm);
    if (!measured) continue;
    sum += *measured;
    ++count;
  }
  if (count == 0) return {};
  return sum / static_cast<double>(count);
}

/// How far places go past one of them in a direction.
double farthest_cm(const std::vector<Vec3>& places_cm, const Vec3& from_cm, const Vec3& direction) {
  double most_cm = 0;
  for (const Vec3& each : places_cm) most_cm = std::max(most_cm, dot(each - from_cm, direction));
  return most_cm;
}

double length_cm(const std::vector<Vec3>& places_cm) {
  double sum_cm = 0;
  for (std::size_t i = 1; i < places_cm.size(); ++i) {
    sum_cm += length(places_cm[i] - places_cm[i - 1]);
  }
  return sum_cm;
}

/// Of a movement; nothing where it goes nowhere, or goes round.
std::optional<Vec3> direction_of(const std::vector<Vec3>& places_cm) {
  constexpr double kStraight = 0.7;
  if (places_cm.size() < 2) return {};
  const Vec3 way_cm = places_cm.back() - places_cm.front();
  const bool is_straight = length(way_cm) >= kStraight * length_cm(places_cm);
  if (length(way_cm) < kLeastWay_cm || !is_straight) return {};
  return unit(way_cm);
}

std::optional<double> back_at_first_cm(const std::vector<Vec3>& places_cm) {
  const auto direction = direction_of(places_cm);
  if (!direction) return {};
  return farthest_cm(places_cm, places_cm.front(), -*direction);
}

/// When a joint turns in its parent, in the mean over all that it turns until a point.
std::optional<double> mean_time_s(const Film& film, body::Joint joint,
                                  std::string_view until = kRelax) {
  constexpr double kLeastWay_rad = 30 * kDegree;
  const auto relax = film.points.find(until);
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

std::optional<double> chest_aside(const Film& film, const Lexeme&) {
  const Figure figure = at_stroke(film);
  return (figure.place_m(Neck).x - figure.place_m(Hips).x) * kCentimetresPerMetre;
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

std::optional<double> feet_apart(const Film& film, const Lexeme&) {
  const Figure figure = at_stroke(film);
  return (figure.place_m(LeftFoot).x - figure.place_m(RightFoot).x) * kCentimetresPerMetre;
}

std::optional<double> toes_out(const Film& film, const Lexeme&) {
  const Figure figure = at_stroke(film);
  const Vec3 left_m = figure.place_m(LeftToes) - figure.place_m(LeftFoot);
  const Vec3 right_m = figure.place_m(RightToes) - figure.place_m(RightFoot);
  return (std::atan2(left_m.x, left_m.z) - std::atan2(right_m.x, right_m.z)) / 2 *
         kDegreesPerRadian;
}

std::optional<double> chest_pitch_later(const Film& film, const Lexeme&) {
  return chest_pitch_deg(film.figure_at("later:start"));
}

std::optional<double> way_to_stroke(const Film& film, const Lexeme& lexeme) {
  return of_ways(film, lexeme, kStart, kStrokeEnd, length_cm);
}

std::optional<double> way_to_relax(const Film& film, const Lexeme& lexeme) {
  if (lexeme.poses.size() < 2) return {};
  return of_ways(film, lexeme, kStart, kRelax, length_cm);
}

std::optional<double> arm_turns(const Film& film, const Lexeme& lexeme) {
  const auto end = frame_at(film, kStrokeEnd);
  const auto arms = arms_of(lexeme);
  if (arms.empty() || !end) return {};
  double sum_rad = 0;
  for (const body::Side side : arms) {
    for (const body::Joint joint :
         {body::arm_chain(side).upper_arm, body::arm_chain(side).lower_arm}) {
      for (std::size_t i = 1; i <= *end; ++i) {
        sum_rad += angle_between(film.figure(i - 1).local(joint), film.figure(i).local(joint));
      }
    }
  }
  return sum_rad * kDegreesPerRadian / static_cast<double>(arms.size());
}

std::optional<double> drawn_back(const Film& film, const Lexeme& lexeme) {
  return of_ways(film, lexeme, kStart, kReady, back_at_first_cm);
}

std::optional<double> back_before_stroke(const Film& film, const Lexeme& lexeme) {
  return of_ways(film, lexeme, kReady, kStrokeEnd, back_at_first_cm);
}

std::optional<double> beyond_end(const Film& film, const Lexeme& lexeme) {
  return of_ways(film, lexeme, kStart, kReady,
                 [](const std::vector<Vec3>& places_cm) -> std::optional<double> {
                   const auto direction = direction_of(places_cm);
                   if (!direction) return {};
                   return farthest_cm(places_cm, places_cm.back(), *direction);
                 });
}

std::optional<double> swung_beyond(const Film& film, const Lexeme& lexeme) {
  double sum_cm = 0;
  std::size_t count = 0;
  for (const body::Side side : arms_of(lexeme)) {
    const std::vector<Vec3> stroke_cm = wrist_cm(film, side, kReady, kStrokeEnd);
    const auto direction = direction_of(stroke_cm);
    const std::vector<Vec3> hold_cm = wrist_cm(film, side, kStrokeEnd, kRelax);
    if (!direction || hold_cm.size() < 6) continue;
    sum_cm += farthest_cm(hold_cm, hold_cm.back(), *direction);
    ++count;
  }
  if (count == 0) return {};
  return sum_cm / static_cast<double>(count);
}

std::optional<double> from_straight_way(const Film& film, const Lexeme& lexeme) {
  return of_ways(film, lexeme, kStart, kReady,
                 [](const std::vector<Vec3>& places_cm) -> std::optional<double> {
                   const Vec3 way_cm = places_cm.back() - places_cm.front();
                   if (length(way_cm) < kLeastWay_cm) return {};
                   const Vec3 direction = unit(way_cm);
                   double most_cm = 0;
                   for (const Vec3& each : places_cm) {
                     most_cm =
                         std::max(most_cm, length(rejected(each - places_cm.front(), direction)));
                   }
                   return most_cm;
                 });
}

std::optional<double> trembles(const Film& film, const Lexeme& lexeme) {
  constexpr double kMillimetresPerCentimetre = 10;
  return of_ways(film, lexeme, kStart, kStrokeEnd,
                 [](const std::vector<Vec3>& places_cm) -> std::optional<double> {
                   // What turns back within an eighth of a second: an even difference of the fourth
                   // order leaves nothing of a slow way.
                   constexpr std::size_t kHalf = 4;
                   double sum = 0;
                   std::size_t count = 0;
                   for (std::size_t i = 2 * kHalf; i + 2 * kHalf < places_cm.size(); ++i, ++count) {
                     const Vec3 near_cm = places_cm[i - kHalf] + places_cm[i + kHalf];
                     const Vec3 far_cm = places_cm[i - 2 * kHalf] + places_cm[i + 2 * kHalf];
                     sum += length(6 * places_cm[i] - 4 * near_cm + far_cm) / 16;
                   }
                   if (count == 0) return {};
                   return kMillimetresPerCentimetre * sum / static_cast<double>(count);
                 });
}

std::optional<double> pushes(const Film& film, const Lexeme& lexeme) {
  const double per_second = film.ticks_a_second;
  return of_ways(film, lexeme, kStart, kStrokeEnd, [=](const std::vector<Vec3>& places_cm) {
    double sum_m_s = 0;
    double before_m_s = 0;
    for (std::size_t i = 1; i < places_cm.size(); ++i) {
      const double speed_m_s =
          length(places_cm[i] - places_cm[i - 1]) * per_second / kCentimetresPerMetre;
      sum_m_s += std::abs(speed_m_s - before_m_s);
      before_m_s = speed_m_s;
    }
    return std::optional(sum_m_s);
  });
}

std::optional<double> moves_evenly(const Film& film, const Lexeme& lexeme) {
  const double step_s = 1.0 / film.ticks_a_second;
  return of_ways(film, lexeme, kStart, kRelax, [=](const std::vector<Vec3>& places_cm) {
    double way_cm = 0;
    double squares = 0;
    for (std::size_t i = 1; i < places_cm.size(); ++i) {
      const double each_cm = length(places_cm[i] - places_cm[i - 1]);
      way_cm += each_cm;
      squares += each_cm * each_cm;
    }
    return std::optional(squares == 0 ? 0 : step_s * way_cm * way_cm / squares);
  });
}

std::optional<double> moves_late(const Film& film, const Lexeme& lexeme) {
  const auto arms = arms_of(lexeme);
  if (arms.empty()) return {};
  const auto mean_s = mean_time_s(film, body::arm_chain(arms.back()).lower_arm, kStrokeEnd);
  if (!mean_s) return {};
  return 1000 * *mean_s;
}

std::optional<double> idle_way(const Film& film, const Lexeme&) {
  const auto start = frame_at(film, kStart);
  if (!start || *start < 2) return {};
  double way_cm = 0;
  const std::size_t first = *start / 2;  // by then all that it does began with this sketch
  for (std::size_t i = first; i <= *start; ++i) {
    way_cm += kCentimetresPerMetre *
              length(film.figure(i).place_m(Head) - film.figure(i - 1).place_m(Head));
  }
  return way_cm * film.ticks_a_second / static_cast<double>(*start - first + 1);
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
