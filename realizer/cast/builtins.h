// Everything the realizer can do, at a glance: one row a thing (CONTRIBUTING.md has the recipes).
#pragma once

#include <span>

#include "realizer/autonomy/producer.h"
#include "realizer/plan/property.h"
#include "realizer/script/reader.h"

namespace kine {

struct Registry {
  std::span<const script::Reader* const> readers;        // the first that accepts a text reads it
  std::span<const plan::Property* const> properties;     // ordered by their stages
  std::span<const autonomy::Producer* const> producers;  // autonomous life; their place is a seed
};

const Registry& builtins();

}  // namespace kine
