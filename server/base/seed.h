// The seed of what is random, as somebody writes it: on a command line, in a table or in a log.
#pragma once

#include <cstdint>
#include <string_view>

#include "realizer/core/result.h"

namespace kine::server {

/// A whole number from 0 to 2^64 - 1, in decimal digits alone: a sign, a blank, a fraction, another
/// base or a number past the end is refused, so that no two texts that differ mean one seed by
/// accident. (Zeros may lead.)
Result<std::uint64_t> parse_seed(std::string_view text);

}  // namespace kine::server
