// The words of a tension, and of what moves a character, that mean the same in a script, in a plan
// and in a message.
#pragma once

#include <cstdint>

namespace kine::script {

/// One arm or both: bits, so that sets can be joined and cut.
enum class ArmSet : std::uint8_t { None = 0, Left = 1, Right = 2, Both = 3 };

constexpr ArmSet operator|(ArmSet a, ArmSet b) {
  return static_cast<ArmSet>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
constexpr ArmSet operator&(ArmSet a, ArmSet b) {
  return static_cast<ArmSet>(static_cast<unsigned>(a) & static_cast<unsigned>(b));
}

/// What moves a character: its pose as planned, or its muscles towards that. The later in this
/// list, the more physical.
enum class Dynamics : std::uint8_t { None, Torso, Body };

/// What becomes of the time by which a mass is late on its target.
enum class Lag : std::uint8_t {
  MakeUp,  // the arm is moved that much earlier: strokes keep their appointments
  Keep,    // the pure tracker of the paper, late as it is
};

/// What the gains of muscles hold against on the way between two poses (Neff and Fiume 2002,
/// section 5.1).
enum class GainUpdate : std::uint8_t {
  Sampled,    // gravity as it is, anew in each step
  Predicted,  // gains of both poses, and the straight line between them
};

/// The frame in which the mass moves: what it does not feel the motion of.
enum class TensionFrame : std::uint8_t {
  Chest,  // the upperChest joint: gestures go with the body
  Hips,
  World,  // it feels everything, also the way that a character goes
};

}  // namespace kine::script
