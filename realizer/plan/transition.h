// What a sketch says of the way from pose to pose, in the terms of one body.
#pragma once

#include <cstddef>
#include <optional>

#include "realizer/math/transition_curve.h"
#include "realizer/script/expressivity.h"
#include "realizer/script/sequence.h"
#include "realizer/script/transition.h"

namespace kine::plan {

struct Transition {
  std::optional<script::Phase> phase = {};  // nothing: of all movements
  std::optional<std::size_t> group = {};    // of Body::groups; nothing: of all joints
  std::optional<TransitionCurve> curve = {};
  script::Expressivity parameters = {};  // of <transition>
  std::optional<script::Halt> halt = {};

  friend bool operator==(const Transition&, const Transition&) = default;
};

}  // namespace kine::plan
