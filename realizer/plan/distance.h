// How far before something one stops, in metres.
#pragma once

#include <optional>

#include "realizer/script/sequence.h"

namespace kine::plan {

/// Nothing where the script does not say it.
std::optional<double> short_of_m(const std::optional<script::Distance>& distance);

}  // namespace kine::plan
