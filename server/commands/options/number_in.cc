#include "server/commands/options/number_in.h"

#include <CLI/CLI.hpp>
#include <string>

#include "realizer/core/number.h"

namespace kine::server {

CLI::Validator number_in(double least, double most) {
  const auto fault_of = [least, most](const std::string& text) -> std::string {
    const auto number = parse_number(text);
    if (number && *number >= least && *number <= most) return {};
    return "a number between " + format_number(least) + " and " + format_number(most) +
           " is wanted, not " + kine::quoted(text);
  };
  return CLI::Validator(fault_of,
                        "in [" + format_number(least) + " - " + format_number(most) + "]");
}

}  // namespace kine::server
