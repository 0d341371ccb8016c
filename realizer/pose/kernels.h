// The inner loops of a tick, over blocks of 16 lanes: compiled for AVX2 and AVX-512 (or NEON) and
// chosen once at run time. Each gives the same bits on every machine: fused multiply-adds are
// written out, and no estimate instructions are used.
//
// tests/support/motion/scalar_kernels.h says the same in plain loops and is their oracle.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "realizer/core/memory.h"
#include "realizer/pose/pose.h"

namespace kine::pose {

/// Great-arc interpolation of 16 joints at once: from at h = 0, to at h = 1. Pre: in each lane the
/// two are units and on the same side of the sphere, 0 <= h <= 1.
void slerp(const QuatBlock& from, const QuatBlock& to, float h, QuatBlock& output);

/// What an interval of a squad is set up from: its keys, their neighbours, and how its tangents are
/// made of the chords between them (realizer/math/tcb.h).
struct SquadEnds {
  const QuatBlock* before = nullptr;  // the key before `from`; nothing: its shares are 0
  const QuatBlock* from = nullptr;
  const QuatBlock* to = nullptr;
  const QuatBlock* after = nullptr;  // the key behind `to`; nothing: its share is 0

  // The tangent with which the curve leaves `from`: shares of the chord before and of its own, and
  // a tangent that is given, where there is one.
  float out_of_before = 0;
  float out_of_own = 0;
  const VectorBlock* first_tangent = nullptr;

  // The one with which it comes to `to`: shares of its own chord and of the one behind.
  float in_of_own = 0;
  float in_of_after = 0;
};

/// How far the arcs of a squad reach, in any lane and at any time. Narrow ones stay within a right
/// angle, at half angle, so that none need ask; most do.
enum class Arcs : std::uint8_t { Narrow, Wide };

/// The set-up of an interval (Pohl 2010, 4.5 and 4.6). Pre: neighbouring keys are units on one side
/// of the sphere in each lane; no tangent is longer than kTangentMax.
[[nodiscard]] Arcs set_up_squad(const SquadEnds& ends, SquadBlock& output);

/// More than any tension, continuity and bias make of chords that are a quarter turn long at half
/// angle: 2 pi.
inline constexpr float kTangentMax = 7;

/// A point of an interval (4.3), 0 <= h <= 1; `arcs` as its set-up said. Wide is right for all, and
/// to the same bits.
void squad(const SquadBlock& interval, Arcs arcs, float h, QuatBlock& output);

/// The shortest turn that takes `from` to `to`, in the axes of `from`, at half angle.
void arc(const QuatBlock& from, const QuatBlock& to, VectorBlock& output);

/// `from` turned on by `scale` times `arc`, in its own axes. Pre: that is at most 2 pi long.
void turn_on(const QuatBlock& from, const VectorBlock& arc, float scale, QuatBlock& output);

/// A weighted sum of poses, a block of joints at a time, laid from the top down: each layer takes
/// its weight of what the layers above have left, the rest pose takes what remains.
struct BlendSum {
  QuatBlock sum = {.w = {}};
  Lanes left = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
};

/// Adds a layer with `weight` in [0, 1] on the lanes of the mask. Rotations are signed against
/// T-pose, so that the sum does not depend on the order of its terms.
void add_layer(const QuatBlock& layer, const LaneMask& mask, float weight, BlendSum& blend);

/// Fills what is left with `rest` and brings every lane to unit length.
void finish_blend(const QuatBlock& rest, const BlendSum& blend, QuatBlock& output);

/// Turns `pose` by `weight` in [0, 1] of `turn`, in its own axes, on the lanes of the mask: motion
/// that lies on top of another, such as breath.
void add_relative(const QuatBlock& turn, const LaneMask& mask, float weight, QuatBlock& pose);

/// The rotations that one segment gives at one time, before they are weighed. Three ways to say
/// them: the squads of the current interval; two keys and the arc between them; one key.
struct LayerSample {
  std::span<const std::uint8_t> blocks;  // of the pose, ascending
  const LaneMask* masks = nullptr;       // one a block
  const SquadBlock* squads = nullptr;    // one a block, or nothing
  const Arcs* arcs = nullptr;            // of each of them
  const QuatBlock* from = nullptr;       // one a block, where there are no squads
  const QuatBlock* to = nullptr;         // one a block; nothing: `from` stands
  float h = 0;
  float weight = 0;  // above 0
};

/// Samples and blends: `layers` lie over each other from the lowest to the highest, `rest` shows
/// where they leave something. What is hidden altogether is not sampled. Meanwhile `ahead` comes
/// into the second cache, evenly: the first one has no room for it, and a burst would be waited
/// for.
void blend_layers(std::span<const LayerSample> layers, const std::array<QuatBlock, kBlocks>& rest,
                  std::span<const Stretch> ahead, std::array<QuatBlock, kBlocks>& output);

/// Copies a pose to where nobody reads it soon, past the caches. The copy is there for this thread
/// at once, for others after finish_streams().
void stream(const Pose& from, Pose& to);
void finish_streams();

/// Lays one sample on top of a pose, turn by turn.
void add_relative(const LayerSample& layer, std::array<QuatBlock, kBlocks>& pose);

}  // namespace kine::pose
