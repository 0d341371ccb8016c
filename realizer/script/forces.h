// What pulls at the body of a character from outside: pushes, and loads in its hands. Only muscles
// feel them (Dynamics).
//
//   <push start="2s" duration="200ms" joint="upperChest" force="0 0 150" expected="yes"/>
//   <load start="0s" end="6s" hand="right" mass="5kg" believed="500g"/>
#pragma once

#include <cstdint>
#include <optional>

#include "realizer/core/time.h"
#include "realizer/core/where.h"
#include "realizer/math/vec3.h"
#include "realizer/script/name.h"

namespace kine::script {

/// A force on a joint, even for as long as it lasts.
struct Push {
  Name character;    // empty: the script's
  Seconds start{0};  // from the script's start
  Seconds duration{0};
  Name joint;
  Vec3 force_N;           // in the axes of the character
  bool expected = false;  // the character braces itself before it comes
  Where where = {};
  friend bool operator==(const Push&, const Push&) = default;
};

enum class LoadHand : std::uint8_t { Left, Right };

/// A mass in a hand, and the mass that the character takes it for.
struct Load {
  Name character;                   // empty: the script's
  Seconds start{0};                 // from the script's start
  std::optional<Seconds> end = {};  // the same; none: until the script's end
  LoadHand hand = LoadHand::Right;
  double mass_kg = 0;
  std::optional<double> believed_kg = {};  // none: as heavy as it is
  Where where = {};
  friend bool operator==(const Load&, const Load&) = default;
};

}  // namespace kine::script
