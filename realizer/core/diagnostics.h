// Partial failure as a parameter: what went wrong without stopping the work, with its place.
//
// One bad constraint must not cost a whole script, and a parameter cannot be forgotten.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "realizer/core/where.h"

namespace kine {

struct Warning {
  std::string message;  // one clause, the offending value last and quoted
  Where where = {};

  friend bool operator==(const Warning&, const Warning&) = default;
};

/// Keeps the first kWarningsMax warnings in the order in which they came, and counts the rest.
class Diagnostics {
 public:
  void warn(Where where, std::string message);

  std::span<const Warning> warnings() const { return warnings_; }

  /// How many more there were than are kept.
  std::size_t left_out() const { return left_out_; }

 private:
  std::vector<Warning> warnings_;
  std::size_t left_out_ = 0;
};

}  // namespace kine
