// A clip that plays, as the kernels of a tick read it: its frames are shared by all its playings,
// and what is bound is where it began.
//
//   Clip, Entry --motion::PlayedClip--> ClipKeys --Interval--> LayerSample, tick after tick
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "realizer/pose/clip.h"
#include "realizer/pose/ground_keys.h"
#include "realizer/pose/pose.h"
#include "realizer/pose/warps.h"

namespace kine::pose {

struct ClipKeys {
  std::shared_ptr<const Clip> clip;  // null: none plays
  Playing playing = Playing::Once;
  double start_s = 0;  // when its first frame is due, from the start of its block
  double speed = 1;    // seconds of the clip in one of ours, > 0
  Warps warps = {};    // of the time of its frames; easing in keeps its own

  body::JointSet joints;             // no others than the clip moves
  std::vector<std::uint8_t> blocks;  // of a pose: those of the joints and what lies between them
  std::vector<LaneMask> masks;       // of each of them
  bool moves_channels = false;       // whether the clip's curves play as well
  std::array<float, 4> hips_rest_m = {};  // of the body; the height scales their way

  // It begins as what stood there, and what stood there goes on meanwhile.
  double entry_s = 0;
  double ease_s = 0;               // how long it takes from there to the clip alone; > 0
  std::vector<QuatBlock> entry;    // of each of `blocks`
  std::vector<QuatBlock> onwards;  // where the entry would be after ease_s; on its side
  std::array<float, 4> entry_hips_m = {};
  std::vector<float> entry_channels;  // of each curve

  // Where the clip stands on a body and plays on its hips and both legs:
  bool stands = false;
  std::array<LegAtRest, 2> legs = {};        // of the body, the left one, the right one
  std::array<double, 2> entry_soles_m = {};  // how high they were, as Clip::soles_m

  bool moves_hips() const { return joints.contains(body::Joint::Hips); }

  friend bool operator==(const ClipKeys&, const ClipKeys&) = default;
};

/// One moment of a clip that plays.
struct ClipMoment {
  ClipPlace place;
  float passed = 0;  // of the time that easing takes, in [0, 1]
  float eased = 0;   // how much of it is the clip, in [0, 1]
  float bent = 0;    // how much of the seam it is, in [0, 1]
};
ClipMoment moment_of(const ClipKeys& keys, float time_s);

/// The rotations of the `index`-th of its blocks while it eases in.
void sample_eased(const ClipKeys& keys, const ClipMoment& moment, std::size_t index,
                  QuatBlock& output);

/// Where the hips are. Pre: moves_hips().
std::array<float, 4> sampled_hips_m(const ClipKeys& keys, const ClipMoment& moment);

/// How high the soles are to be. Pre: stands.
std::array<double, 2> sampled_soles_m(const ClipKeys& keys, const ClipMoment& moment);

/// The value of the `index`-th of the clip's curves.
float sampled_curve(const ClipKeys& keys, const ClipMoment& moment, std::size_t index);

}  // namespace kine::pose
