// Which joints can be asked to be at a place, and what brings them there.
#pragma once

#include <cstddef>
#include <optional>

#include "realizer/body/skeleton.h"
#include "realizer/core/result.h"
#include "realizer/plan/names/faults.h"
#include "realizer/plan/names/names.h"
#include "realizer/script/document.h"

namespace kine::plan {

/// The joint that moves another one to a place: the forearm a hand and all its fingers, the spine
/// the chest. Nothing for those that no arm and no trunk carries: the hips, the legs, the spine
/// itself, and what sits fast on the head.
std::optional<body::Joint> mover_of(body::Joint joint);

/// The hand of the arm that brings a hand or a finger to a place; else nothing.
std::optional<body::Joint> hand_of(body::Joint joint);

/// The group that brings a joint to a place where the script leaves it open. Pre: it has a mover.
std::optional<std::size_t> find_group_of_place(const Names& names, body::Joint joint);

/// What a hand touches, and with what: indices into Body::points.
struct SurfaceTouch {
  std::size_t on = 0;
  std::size_t by = 0;
};

/// What the position of a joint touches; nothing where its constraint is left out.
Result<std::optional<SurfaceTouch>> find_touch(const Names& names, const script::Position& position,
                                               body::Joint joint, Faults& faults);

}  // namespace kine::plan
