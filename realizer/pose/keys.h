// Keys: a bound motion as the kernels of a tick read it. Immutable and shared once compiled.
//
//   Actuator::compile --> Keys --Interval, sample--> Pose (the lanes it owns)
//
// A key holds whole blocks of 16 lanes, only of those blocks that the group touches, so sampling
// writes where the pose has its lanes and scatters nothing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "realizer/body/channels.h"
#include "realizer/body/skeleton.h"
#include "realizer/core/time.h"
#include "realizer/math/tcb.h"
#include "realizer/pose/body_keys.h"
#include "realizer/pose/clip_keys.h"
#include "realizer/pose/gaze_keys.h"
#include "realizer/pose/ground_keys.h"
#include "realizer/pose/pose.h"
#include "realizer/pose/warps.h"

namespace kine::pose {

/// What joins two keys.
enum class Curve : std::uint8_t {
  Chord,  // the great arc at constant speed: keys that stand close, as recorded ones do
  Squad,  // tangents as the keys' tension, continuity and bias say; eased at the end
};

/// How the joints pass a key.
struct Passing {
  Tcb tcb;
  bool holds = false;  // the pose is constant from here to the next key, which is equal

  friend bool operator==(const Passing&, const Passing&) = default;
};

/// The times of the keys of one group, in seconds from the start of its block.
struct JointKeys {
  body::JointSet joints;
  std::vector<std::uint8_t> blocks;  // which blocks of a pose the joints touch, ascending
  std::vector<LaneMask> masks;       // of each of them
  std::vector<float> times_s;        // strictly increasing; never empty with blocks

  /// blocks.size() for each key, key after key; in each lane, a key lies on the same side of the
  /// sphere as the one before it. Lanes of joints that are not in the group are the identity.
  std::vector<QuatBlock> rotations;

  Curve curve = Curve::Chord;
  std::vector<Passing> passings;           // one a key; none for chords
  std::vector<VectorBlock> first_tangent;  // one a block: how the curve leaves its first key; or
                                           // none: from rest

  /// Keys without times for these joints: `blocks` and `masks` are there.
  static JointKeys of(body::JointSet joints);

  std::size_t key_count() const { return times_s.size(); }
  const QuatBlock& rotation(std::size_t key, std::size_t block) const {
    return rotations[key * blocks.size() + block];
  }

  friend bool operator==(const JointKeys&, const JointKeys&) = default;
};

/// One channel's values, linear between the keys.
struct ChannelKeys {
  body::Channel channel;
  std::vector<float> times_s;  // strictly increasing, never empty
  std::vector<float> values;

  friend bool operator==(const ChannelKeys&, const ChannelKeys&) = default;
};

/// Hands that are held where they were meant, whatever moves the torso that carries them: what they
/// were meant for is a torso, and how it was to move is said by keys of its own.
struct HeldKeys {
  /// What the place of a hand is counted from.
  enum class Anchor : std::uint8_t { Character, Hips, Chest, Head };

  /// How much of a hand is held at a time; between two of them it is eased.
  struct Share {
    float time_s = 0;  // as the keys count it; strictly increasing
    float place = 0;   // of its wrist, in [0, 1]
    float turn = 0;    // of its own turn, in [0, place]

    friend bool operator==(const Share&, const Share&) = default;
  };

  std::array<std::vector<Share>, 2> hands;  // of the left and of the right; none: it is not held
  Anchor anchor = Anchor::Character;
  JointKeys carriers;  // from the hips to the shoulders, or to the head, as they were meant

  bool empty() const { return hands[0].empty() && hands[1].empty(); }
  friend bool operator==(const HeldKeys&, const HeldKeys&) = default;
};

/// What a motion leaves to be solved in the tick: each is a kind of its own, a row of
/// tick/kinds/kinds.cc.
enum class Solved : std::uint8_t {
  Nothing,
  Ground,  // steps and stances
  Looks,   // and pointing
  Hands,   // that are held in their places
  Body,    // under the gestures
};

/// In the order of Solved. Keys that are empty leave nothing.
using SolvedKeys = std::variant<std::monostate, GroundKeys, GazeKeys, HeldKeys, BodyKeys>;

struct Keys {
  JointKeys joints;
  std::vector<ChannelKeys> channels;
  Warps warps;         // of the times of joints and channels
  ClipKeys clip = {};  // instead of both
  SolvedKeys solved = {};

  /// Null where they are of another kind, or of none.
  template <class Part>
  const Part* find() const {
    return std::get_if<Part>(&solved);
  }

  friend bool operator==(const Keys&, const Keys&) = default;
};

/// What bound keys hold, so that a tick asks them only for what is there: they lie far away.
struct Contents {
  bool joints = false;
  bool channels = false;
  bool clip = false;
  bool warps = false;
  Solved solved = Solved::Nothing;

  static Contents of(const Keys& keys);
};

/// Where a time falls among keys: between `before` and the key behind it, `h` of the way. Before
/// the first key h is 0, from the last one on `before` is that key and h is 0.
struct KeyPlace {
  std::size_t before = 0;
  float h = 0;
};
KeyPlace place_among(std::span<const float> times_s, float time_s);

/// The lanes of a block whose joints are in the set.
LaneMask lane_mask(body::JointSet joints, std::size_t block);

/// The blocks that these joints stand in, ascending.
std::vector<std::uint8_t> blocks_of(body::JointSet joints);

}  // namespace kine::pose
