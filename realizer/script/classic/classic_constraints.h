// One constraint of a classic pose: BEGIN POSITION_CONSTRAINT … END and its seven sisters.
#pragma once

#include <optional>

#include "realizer/core/diagnostics.h"
#include "realizer/script/classic/classic.h"
#include "realizer/script/document.h"

namespace kine::script::classic {

/// What the element asks for, or nothing, with a warning, where it does not say enough.
/// Pre: level_of(element.kind) is Level::Pose.
std::optional<Constraint> build_constraint(const Element& element, Diagnostics& diagnostics);

}  // namespace kine::script::classic
