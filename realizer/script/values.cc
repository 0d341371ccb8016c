#include "realizer/script/values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>

#include "realizer/core/number.h"
#include "realizer/xml/characters.h"

namespace kine::script {
namespace {

/// A number of this unit is `value * multiplier / divisor`: dividing by a whole number rounds once,
/// so that 300ms is the very same as 0.3.
struct Unit {
  std::string_view name;
  double multiplier = 1;
  double divisor = 1;
};

constexpr Unit kTimeUnits[] = {{"ms", 1, 1000}, {"s"}};
constexpr Unit kLengthUnits[] = {{"mm", 1, 1000}, {"cm", 1, 100}, {"m"}};
constexpr Unit kMassUnits[] = {{"kg"}, {"g", 1, 1000}};
constexpr Unit kAngleUnits[] = {{"deg", std::numbers::pi, 180}, {"rad"}};
constexpr Unit kBareAngle = kAngleUnits[0];

std::optional<double> parse_with_unit(std::string_view text, std::span<const Unit> units,
                                      Unit unit) {
  text = xml::trimmed(text);
  for (const Unit& candidate : units) {
    if (text.ends_with(candidate.name)) {
      text.remove_suffix(candidate.name.size());
      unit = candidate;
      break;
    }
  }
  const auto number = parse_number(text);
  if (!number) return {};
  const double value = *number * unit.multiplier / unit.divisor;
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

template <class Parse>
std::optional<Vec3> parse_three(std::string_view text, Parse parse) {
  std::array<double, 3> values{};
  text = xml::trimmed(text);
  for (double& value : values) {
    std::size_t size = 0;
    while (size < text.size() && !xml::is_blank(text[size])) ++size;
    const std::optional<double> parsed = parse(text.substr(0, size));
    if (!parsed) return {};
    value = *parsed;
    text = xml::trimmed(text.substr(size));
  }
  if (!text.empty()) return {};
  return Vec3{values[0], values[1], values[2]};
}

struct NamedAxis {
  std::string_view name;
  Vec3 axis;
};

constexpr NamedAxis kAxes[] = {{"x", {1, 0, 0}},   {"y", {0, 1, 0}},   {"z", {0, 0, 1}},
                               {"-x", {-1, 0, 0}}, {"-y", {0, -1, 0}}, {"-z", {0, 0, -1}}};

}  // namespace

std::optional<Seconds> parse_time(std::string_view text) {
  const auto seconds = parse_with_unit(text, kTimeUnits, {});
  return seconds ? std::optional(Seconds(*seconds)) : std::nullopt;
}

std::optional<double> parse_length_m(std::string_view text) {
  return parse_with_unit(text, kLengthUnits, {});
}

std::optional<double> parse_mass_kg(std::string_view text) {
  return parse_with_unit(text, kMassUnits, {});
}

std::optional<double> parse_angle_rad(std::string_view text) {
  return parse_with_unit(text, kAngleUnits, kBareAngle);
}

std::optional<Vec3> parse_point_m(std::string_view text) {
  return parse_three(text, parse_length_m);
}

std::optional<Vec3> parse_vector(std::string_view text) { return parse_three(text, parse_number); }

std::optional<Vec3> parse_direction(std::string_view text) {
  const auto vector = parse_vector(text);
  if (!vector) return {};
  // Scaled by its largest component first, so that no square of it leaves the range of numbers.
  const double largest = std::max({std::abs(vector->x), std::abs(vector->y), std::abs(vector->z)});
  if (largest == 0) return {};
  constexpr double kRounding = 1e-14;  // what was written by us stays what it is
  if (std::abs(dot(*vector, *vector) - 1) < kRounding) return vector;
  return unit(Vec3{vector->x / largest, vector->y / largest, vector->z / largest});
}

std::optional<Vec3> parse_axis(std::string_view text) {
  const std::string_view name = xml::trimmed(text);
  for (const NamedAxis& axis : kAxes) {
    if (axis.name == name) return axis.axis;
  }
  return parse_direction(text);
}

std::optional<Tcb> parse_tcb(std::string_view text) {
  const auto numbers = parse_three(text, parse_number);
  if (!numbers) return {};
  return Tcb{.tension = numbers->x, .continuity = numbers->y, .bias = numbers->z};
}

std::string format_time(Seconds time) { return format_number(time.count()) + "s"; }

std::string format_angle(double angle_rad) {
  // Through a rounded number of degrees where that is the very same angle, for people read it.
  constexpr double kRoundDegrees = 1e9;
  const double degrees =
      std::round(angle_rad * 180 / std::numbers::pi * kRoundDegrees) / kRoundDegrees;
  std::string text = format_number(degrees);
  return parse_angle_rad(text) == angle_rad ? text : format_number(angle_rad) + "rad";
}

std::string format_vector(const Vec3& vector) {
  return format_number(vector.x) + " " + format_number(vector.y) + " " + format_number(vector.z);
}

std::string format_axis(const Vec3& axis) {
  for (const NamedAxis& named : kAxes) {
    if (named.axis == axis) return std::string(named.name);
  }
  return format_vector(axis);
}

std::string format_tcb(const Tcb& tcb) {
  return format_vector({tcb.tension, tcb.continuity, tcb.bias});
}

}  // namespace kine::script
