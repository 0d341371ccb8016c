// A name in a script: what is written, and where. Nobody has looked it up yet.
#pragma once

#include <string>

#include "realizer/core/where.h"

namespace kine::script {

/// A name as written, with its place. Empty where the script says none.
struct Name {
  std::string text;
  Where where = {};

  bool empty() const { return text.empty(); }
  friend bool operator==(const Name&, const Name&) = default;
};

}  // namespace kine::script
