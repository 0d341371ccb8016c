// The posture that a sketch gives a character from outside its scripts.
//
//   a client's message --make_sketch--> Expressivity --posture_of--> PostureChange, an input of
//   the shard
#pragma once

#include "realizer/body/body.h"
#include "realizer/core/time.h"
#include "realizer/live/live_posture.h"
#include "realizer/script/expressivity.h"

namespace kine {

/// What <shape> and <idle> of a sketch make of the body: valid(). It leans ahead, since it has no
/// target.
PostureChange posture_of(const script::Expressivity& sketch, const body::Body& body, Seconds over);

}  // namespace kine
