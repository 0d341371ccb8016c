// Speech that moves its character as a model has learnt it: what is heard of its sound, and when.
//
//   Block with utterances, their modes of body language --listening_of--> Listening
#pragma once

#include <memory>
#include <span>
#include <string>

#include "realizer/core/diagnostics.h"
#include "realizer/motion/block.h"
#include "realizer/plan/plan.h"
#include "realizer/tick/state/body_language.h"

namespace kine {

/// Of those of the plan's sequences that move so; null where none does. Where the sound is delayed
/// for its hearers, it is heard so much earlier here. A speech that cannot be heard, for it has no
/// sound or there is no repertoire, is warned of.
std::shared_ptr<const Listening> listening_of(
    const plan::Plan& plan, const motion::Block& block,
    const std::shared_ptr<const PlayableRepertoire>& repertoire, Diagnostics& diagnostics);

}  // namespace kine
