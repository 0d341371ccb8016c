// A sound that moves a character by itself, with hearing ahead of it: what `bake --audio --mode`
// asks for beside a script.
//
//   Audio, a mode --sound_block--> Block that says the sound
#pragma once

#include <memory>

#include "realizer/cast/cast.h"
#include "realizer/core/diagnostics.h"
#include "realizer/core/result.h"
#include "realizer/prepare/prepare.h"
#include "realizer/script/body_language.h"
#include "realizer/speech/speech_track.h"

namespace kine::server {

/// It begins with its sound. The same as a script of one <bodylanguage> gives.
Result<std::shared_ptr<const motion::Block>> sound_block(const speech::Audio& audio,
                                                         script::BodyLanguageMode mode,
                                                         const std::shared_ptr<const Cast>& cast,
                                                         Diagnostics& diagnostics);

}  // namespace kine::server
