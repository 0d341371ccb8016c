// The values of our own language as text: numbers with units, points and directions. Each is
// strict: blanks around it are fine, anything else that is no part of it is not.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "realizer/core/time.h"
#include "realizer/math/tcb.h"
#include "realizer/math/vec3.h"

namespace kine::script {

/// "0.3", "0.3s" or "300ms"; may be negative.
std::optional<Seconds> parse_time(std::string_view text);

/// "0.2", "0.2m", "20cm" or "200mm".
std::optional<double> parse_length_m(std::string_view text);

/// "5", "5kg" or "500g".
std::optional<double> parse_mass_kg(std::string_view text);

/// "35" or "35deg", or radians as in "0.5rad".
std::optional<double> parse_angle_rad(std::string_view text);

/// Three lengths between blanks.
std::optional<Vec3> parse_point_m(std::string_view text);

/// Three numbers between blanks.
std::optional<Vec3> parse_vector(std::string_view text);

/// Three numbers between blanks, brought to length 1: "0 0 1". A zero vector is none.
std::optional<Vec3> parse_direction(std::string_view text);

/// A direction, or "x", "-y" and so on.
std::optional<Vec3> parse_axis(std::string_view text);

/// Three numbers between blanks: tension, continuity and bias.
std::optional<Tcb> parse_tcb(std::string_view text);

// The shortest text that reads back to the same value.

std::string format_time(Seconds time);
std::string format_angle(double angle_rad);
std::string format_vector(const Vec3& vector);
std::string format_axis(const Vec3& axis);
std::string format_tcb(const Tcb& tcb);

}  // namespace kine::script
