// A tension as it is typed after a command: by value, or by the name of a manner.
#pragma once

#include <optional>
#include <string>

#include "realizer/math/tension.h"
#include "realizer/plan/tension/tension_manners.h"

namespace CLI {
class App;
}

namespace kine::server {

/// What is typed, each checked as an option.
struct TensionWords {
  std::string manner;
  std::string rest_error;
  std::string zeta;
};

/// Adds --tension, --rest-error and --zeta to a command; `of_manner` says what a name is taken for.
void add_tension_options(CLI::App& command, TensionWords& words, const std::string& of_manner);

/// Of options that have been parsed, never off in a stroke. Throws CLI::RequiredError where none of
/// them was there.
plan::TensionManner manner_of(const TensionWords& words);

// Each is empty, or why this is no such value.

std::string fault_of_rest_error(const std::string& text);
std::string fault_of_zeta(const std::string& text);
std::string fault_of_manner(const std::string& text);  // `off` is no tension

/// The tension of a stroke of this manner; none of one that is off.
std::optional<Tension> tension_of_manner(const std::string& name);

/// Empty where people find the tension natural.
std::string warning_of_tension(const Tension& tension);

}  // namespace kine::server
