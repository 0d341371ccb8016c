// Everything the realizer can do, at a glance: one row a thing (CONTRIBUTING.md has the recipes).
#pragma once

#include <span>

#include "realizer/script/reader.h"

namespace kine {

struct Registry {
  std::span<const script::Reader* const> readers;  // the first that accepts a text reads it
};

const Registry& builtins();

}  // namespace kine
