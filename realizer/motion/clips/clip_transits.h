// A clip whose movements go as transitions say (Neff and Fiume 2003, section 4.3), above the waist.
//
//   Clip, a Transit for each joint and phase --with_transits--> another Clip of the same frames
//
// Movements are the phases that clip_arms finds; where no arm moves, the clip is one movement. They
// begin and end when they did: curve, touch, waves and a flow below 0 say how they go meanwhile.
#pragma once

#include <functional>
#include <optional>

#include "realizer/body/body.h"
#include "realizer/motion/transit.h"
#include "realizer/pose/clip.h"
#include "realizer/script/sequence.h"

namespace kine::motion {

/// Of a joint in a phase; without one, of a movement of which no phase is known.
using ClipTransits = std::function<Transit(body::Joint, std::optional<script::Phase>)>;

/// `frame_time` is that of the clip as it plays.
pose::Clip with_transits(const pose::Clip& clip, body::JointSet joints,
                         const ClipTransits& transits, Seconds frame_time, const body::Body& body);

}  // namespace kine::motion
