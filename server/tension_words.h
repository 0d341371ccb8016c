// A tension as it is typed after a command: by value, or by the name of a manner.
#pragma once

#include <optional>
#include <string>

#include "realizer/math/tension.h"

namespace kine::server {

// Each is empty, or why this is no such value.

std::string fault_of_rest_error(const std::string& text);
std::string fault_of_zeta(const std::string& text);
std::string fault_of_manner(const std::string& text);  // `off` is no tension

/// The tension of a stroke of this manner; none of one that is off.
std::optional<Tension> tension_of_manner(const std::string& name);

/// Empty where people find the tension natural.
std::string warning_of_tension(const Tension& tension);

}  // namespace kine::server
