// Whether what the sync references of a block name is there.
//
//   a behaviour of this block that is not in the text    the block is refused
//   a point that the behaviour has not got               what refers to it is left out
//   a behaviour that was left out                        what refers to it is left out as well
//
// Each with one warning. Names of other blocks are not looked up.
#pragma once

#include "realizer/script/behaviours.h"
#include "realizer/script/bml/bml_reading.h"

namespace kine::script {

/// Puts the points' own names where a script said another, and leaves out what cannot be.
void check_links(Behaviours& block, BmlReading& reading);

}  // namespace kine::script
