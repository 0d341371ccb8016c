// The posture that a sketch gives a character from outside its scripts.
//
//   a client's message --make_sketch--> Expressivity --posture_of--> SetPosture, an input of the
//   shard
#pragma once

#include "realizer/body/body.h"
#include "realizer/body/body_offsets.h"
#include "realizer/script/expressivity.h"

namespace kine {

/// What <shape> of a sketch makes of the body: valid(). It leans ahead, since it has no target.
body::BodyOffsets posture_of(const script::Expressivity& sketch, const body::Body& body);

}  // namespace kine
